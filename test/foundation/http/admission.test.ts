import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import { ProblemError } from '../../../contract/problem.ts';
import { createAdmission, installAdmission } from '../../../server/foundation/http/admission.ts';
import { MOST_WAIT_MS, pauseFor, secondsToComeAgain } from '../../../server/foundation/http/admissionRules.ts';
import { openSlowClients } from '../../attacks/slowClients.ts';

const CALM = { readsMs: 0, writesMs: 0, loopMs: 0 };

describe('calls that are told to retry', () => {
  it('are reads before writes, and all calls if the process is late', () => {
    const late = (loopMs: number) => ({ ...CALM, loopMs });
    const cases = [
      [{ ...CALM, readsMs: 1499 }, null, null],
      [{ ...CALM, readsMs: 2500 }, 5, null],
      [{ ...CALM, readsMs: 60_000 }, 30, null],
      [{ ...CALM, writesMs: 4999 }, null, null],
      [{ ...CALM, writesMs: 6000 }, null, 12],
      [late(2000), 4, null],
      [late(5000), 10, 10],
    ] as const;
    for (const [pressure, read, write] of cases) {
      expect(secondsToComeAgain('read', pressure), JSON.stringify(pressure)).to.equal(read);
      expect(secondsToComeAgain('write', pressure), JSON.stringify(pressure)).to.equal(write);
    }
  });

  it('get a delay that fits the age of the queue, and never zero', () => {
    fc.assert(
      fc.property(fc.nat(100_000), (waitMs) => {
        expect(pauseFor(waitMs)).to.be.within(1, 30);
        expect(pauseFor(waitMs + 1)).to.be.at.least(pauseFor(waitMs));
      }),
    );
  });
});

describe('admission', () => {
  it('admits reads one after the other, the longest waiting first, and refuses at once while the queue is old', async () => {
    let at = 0;
    const refused: string[] = [];
    const onRefused = (kind: string) => void refused.push(kind);
    const admission = createAdmission({ pressure: () => CALM, atOnce: 1, now: () => at, onRefused });
    const leave = await admission.enter();
    const order: string[] = [];
    const second = admission.enter().then((done) => (order.push('second'), done));
    const third = admission.enter().then((done) => (order.push('third'), done));
    at = MOST_WAIT_MS.read - 1;
    admission.check('read');
    at = 4000;
    expect(() => admission.check('read'))
      .to.throw(ProblemError, 'nothing was done')
      .with.deep.property('extra', { retryAfterSeconds: 8 });
    admission.check('write');
    expect(refused).to.deep.equal(['read']);
    leave();
    leave(); // a call that ends twice frees one place
    (await second)();
    (await third)();
    expect(order).to.deep.equal(['second', 'third']);
    (await admission.enter())();
  });

  it('admits no read before all new connections were seen, whether it waited for its turn or not', async () => {
    const looks: (() => void)[] = [];
    const settled = () => new Promise<void>((resolve) => looks.push(resolve));
    const admission = createAdmission({ pressure: () => CALM, atOnce: 1, settled });
    const entered: string[] = [];
    const enter = (name: string) => admission.enter().then((leave) => (entered.push(name), leave));
    const [first, second] = [enter('first'), enter('second')];
    await sleep(1);
    expect([entered, looks.length]).to.deep.equal([[], 1]);
    looks.shift()!();
    (await first)();
    await sleep(1);
    expect([entered, looks.length]).to.deep.equal([['first'], 1]);
    looks.shift()!();
    (await second)();
  });

  describe('of calls', () => {
    let app: FastifyInstance;
    let open: () => void;
    let worked = 0;
    let pressure = CALM;
    beforeEach(async () => {
      worked = 0;
      pressure = CALM;
      const gate = new Promise<void>((resolve) => (open = resolve));
      app = Fastify({ forceCloseConnections: true });
      app.setErrorHandler((error: ProblemError, _, reply) =>
        reply.code(503).header('retry-after', String(error.extra.retryAfterSeconds)).send(error.code),
      );
      installAdmission(app, createAdmission({ pressure: () => pressure, atOnce: 10 }));
      app.get('/read', async () => {
        worked++;
        await gate;
        return 'read';
      });
      app.post('/write', async () => 'written');
      app.post('/ask', { config: { isRead: true } }, async () => 'told');
      app.get('/public', { config: { hasNoTurn: true } }, async () => 'public');
      await app.listen({ port: 0, host: '127.0.0.1' });
    });
    afterEach(async () => {
      open();
      await app.close();
    });
    const call = async (method: string, path: string) => {
      const { port } = app.server.address() as { port: number };
      return fetch(`http://127.0.0.1:${port}${path}`, { method });
    };

    it('answers calls that would wait too long without running them, while writes continue', async () => {
      let refused = 0;
      const reads = Array.from({ length: 200 }, async () => {
        const answer = await call('GET', '/read');
        if (answer.status === 503) refused++;
        return answer;
      });
      expect(await (await call('POST', '/write')).text()).to.equal('written');
      const early = await Promise.race(reads);
      expect(early.status).to.equal(503);
      expect(Number(early.headers.get('retry-after'))).to.be.within(1, 30);
      while (refused < 190) await sleep(10);
      open();
      const statuses = (await Promise.all(reads)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).to.have.length(10);
      expect(statuses.filter((status) => status === 503)).to.have.length(190);
      expect(worked).to.equal(10);
      expect((await call('GET', '/read')).status, 'the places are free again').to.equal(200);
    });

    it('asks what waits behind it, and skips calls that have no turn', async () => {
      open();
      pressure = { ...CALM, loopMs: 6000 };
      const statuses = await Promise.all(
        [call('GET', '/read'), call('POST', '/write'), call('GET', '/public')].map(async (each) => (await each).status),
      );
      expect(statuses).to.deep.equal([503, 503, 200]);
      expect(worked).to.equal(0);
    });

    it('treats a POST marked as a read as a read', async () => {
      open();
      const kinds = async () => [(await call('POST', '/ask')).status, (await call('POST', '/write')).status];
      pressure = { ...CALM, readsMs: 6000 };
      expect(await kinds()).to.deep.equal([503, 200]);
      pressure = { ...CALM, writesMs: 6000 };
      expect(await kinds()).to.deep.equal([200, 503]);
    });

    it('answers before the body has arrived', async () => {
      pressure = { ...CALM, writesMs: 6000 };
      const { port } = app.server.address() as { port: number };
      const sends = 'POST /write HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 9000\r\n\r\n';
      const slow = await openSlowClients({ port, count: 1, sends });
      while (slow.answers().length === 0) await sleep(10);
      slow.close();
      expect(slow.answers()[0]).to.match(/^HTTP\/1.1 503 /);
    });

    it('gives the place of a disconnected client to the next', async () => {
      const { port } = app.server.address() as { port: number };
      const gone = new AbortController();
      const lost = Array.from({ length: 10 }, () =>
        fetch(`http://127.0.0.1:${port}/read`, { signal: gone.signal }).catch(() => 'gone'),
      );
      await sleep(100);
      gone.abort();
      await Promise.all(lost);
      const next = call('GET', '/read');
      await sleep(100);
      open();
      expect((await next).status).to.equal(200);
      expect(worked).to.equal(11);
    });
  });
});
