import { expect } from 'chai';
import { createDiary } from '../../../server/foundation/schedule/diary.ts';

describe('the diary of loops', () => {
  const [seal, purge] = [{ name: 'audit.seal' }, { name: 'files.purge' }];

  function stage() {
    let at = 5000;
    const diary = createDiary([seal, purge], () => at);
    return { diary, pass: (ms: number) => void (at += ms) };
  }

  it('says how long ago each ticked, and how often it failed', async () => {
    const { diary, pass } = stage();
    await diary.keep(seal, Promise.resolve());
    const failed = diary.keep(purge, Promise.reject(new Error('no disk')));
    await failed.then(
      () => expect.fail('the failure is nobody’s'),
      (error: Error) => expect(error.message).to.equal('no disk'),
    );
    pass(700);
    expect(diary.states(() => 0)).to.deep.equal([
      { name: 'audit.seal', tickedAgoMs: 700, runningForMs: null, failures: 0, isOverdue: false },
      { name: 'files.purge', tickedAgoMs: null, runningForMs: null, failures: 1, isOverdue: false },
    ]);
  });

  it('finds the one that is late', () => {
    const { diary, pass } = stage();
    expect(
      diary.trouble(() => Infinity),
      'due at once, and not yet ticked',
    ).to.equal(null);
    pass(60_001);
    expect(diary.trouble(() => -1)).to.equal(null);
    expect(diary.trouble(() => 60_000)).to.equal(null);
    expect(diary.trouble((loop) => (loop === purge ? 60_001 : 0))).to.equal('files.purge is over a minute late');
    const overdue = diary.states((loop) => (loop === purge ? 60_001 : 0)).map(({ isOverdue }) => isOverdue);
    expect(overdue).to.deep.equal([false, true]);
  });

  it('finds the one whose tick does not end, and does not call it late', async () => {
    const { diary, pass } = stage();
    let end!: () => void;
    const tick = diary.keep(seal, new Promise<void>((resolve) => (end = resolve)));
    pass(60_000);
    expect(diary.trouble((loop) => (loop === seal ? 60_000 : 0))).to.equal(null);
    expect(diary.states(() => 0)[0]!.runningForMs).to.equal(60_000);
    pass(1);
    expect(diary.trouble(() => 0)).to.equal('audit.seal has not ended its tick for over a minute');
    expect(diary.states(() => 0)[0]!.isOverdue).to.equal(true);
    end();
    await tick;
    expect(diary.trouble(() => 0)).to.equal(null);
  });
});
