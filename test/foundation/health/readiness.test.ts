import { expect } from 'chai';
import { createReadiness } from '../../../server/foundation/health/readiness.ts';

describe('readiness', () => {
  it('names what is wrong, and what is not', async () => {
    const readiness = createReadiness({ freshMs: 0 });
    readiness.watch('database', () => null);
    readiness.watch('loops', async () => 'audit.seal is over a minute late');
    expect(await readiness.look()).to.deep.equal({
      database: null,
      loops: 'audit.seal is over a minute late',
      stopping: null,
    });
  });

  it('treats a check that throws or hangs as failed, and reveals only its code', async () => {
    const readiness = createReadiness({ freshMs: 0, patienceMs: 20 });
    readiness.watch('refused', () => {
      throw Object.assign(new Error('connect ECONNREFUSED db.internal:5432'), { code: 'ECONNREFUSED' });
    });
    readiness.watch('hanging', () => new Promise(() => {}));
    readiness.watch('nothing', () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- libraries do
      throw undefined;
    });
    expect(await readiness.look()).to.deep.equal({
      refused: 'it failed (ECONNREFUSED)',
      hanging: 'there was no answer within 0.02 s',
      nothing: 'it failed (an error)',
      stopping: null,
    });
  });

  it('checks at most once a second, however many ask at once', async () => {
    let at = 0;
    let looks = 0;
    const readiness = createReadiness({ monotonic: () => at });
    readiness.watch('counted', () => (++looks > 1 ? 'again' : null));
    await Promise.all([readiness.look(), readiness.look(), readiness.look()]);
    at += 999;
    expect((await readiness.look())['counted']).to.equal(null);
    expect(looks).to.equal(1);
    at += 1;
    expect((await readiness.look())['counted']).to.equal('again');
  });

  it('ends at once when the server is asked to stop', async () => {
    const readiness = createReadiness();
    expect([readiness.isStopping(), (await readiness.look())['stopping']]).to.deep.equal([false, null]);
    readiness.beginStop();
    expect(readiness.isStopping()).to.equal(true);
    expect((await readiness.look())['stopping']).to.equal('this server was asked to stop');
  });
});
