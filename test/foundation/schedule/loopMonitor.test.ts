import { expect } from 'chai';
import { createLoopMonitor } from '../../../server/foundation/schedule/loopMonitor.ts';

describe('the monitor of loops', () => {
  const [seal, purge] = [{ name: 'audit.seal' }, { name: 'files.purge' }];

  function stage() {
    let at = 5000;
    const monitor = createLoopMonitor([seal, purge], () => at);
    return { monitor, pass: (ms: number) => void (at += ms) };
  }

  it('reports the last tick of each, and how often it failed', async () => {
    const { monitor, pass } = stage();
    await monitor.watch(seal, Promise.resolve());
    const failed = monitor.watch(purge, Promise.reject(new Error('no disk')));
    await failed.then(
      () => expect.fail('the failure is nobody’s'),
      (error: Error) => expect(error.message).to.equal('no disk'),
    );
    pass(700);
    expect(monitor.states(() => 0)).to.deep.equal([
      { name: 'audit.seal', tickedAgoMs: 700, runningForMs: null, failures: 0, isOverdue: false },
      { name: 'files.purge', tickedAgoMs: null, runningForMs: null, failures: 1, isOverdue: false },
    ]);
  });

  it('finds the one that is late', () => {
    const { monitor, pass } = stage();
    expect(
      monitor.trouble(() => Infinity),
      'due at once, and not yet ticked',
    ).to.equal(null);
    pass(60_001);
    expect(monitor.trouble(() => -1)).to.equal(null);
    expect(monitor.trouble(() => 60_000)).to.equal(null);
    expect(monitor.trouble((loop) => (loop === purge ? 60_001 : 0))).to.equal('files.purge is over a minute late');
    const overdue = monitor.states((loop) => (loop === purge ? 60_001 : 0)).map(({ isOverdue }) => isOverdue);
    expect(overdue).to.deep.equal([false, true]);
  });

  it('finds the one whose tick does not end, and does not call it late', async () => {
    const { monitor, pass } = stage();
    let end!: () => void;
    const tick = monitor.watch(seal, new Promise<void>((resolve) => (end = resolve)));
    pass(60_000);
    expect(monitor.trouble((loop) => (loop === seal ? 60_000 : 0))).to.equal(null);
    expect(monitor.states(() => 0)[0]!.runningForMs).to.equal(60_000);
    pass(1);
    expect(monitor.trouble(() => 0)).to.equal('audit.seal has not ended its tick for over a minute');
    expect(monitor.states(() => 0)[0]!.isOverdue).to.equal(true);
    end();
    await tick;
    expect(monitor.trouble(() => 0)).to.equal(null);
  });
});
