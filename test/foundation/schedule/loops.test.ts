import { expect } from 'chai';
import { setImmediate as breathe } from 'node:timers/promises';
import { createSteadyClock } from '../../../server/foundation/schedule/clock.ts';
import { createLoops, every, type Loop } from '../../../server/foundation/schedule/loops.ts';
import { until } from '../../support/until.ts';

/** A clock that only the test moves. */
function clock(at = 1_000_000) {
  return { now: () => at, pass: (ms: number) => (at += ms) };
}

/** Work that ends when the test says so. */
function gate() {
  let open!: () => void;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open, passed };
}

describe('loops', () => {
  const quiet = { report: (error: unknown) => expect.fail(String(error)) };

  it('tick when due, and only then', async () => {
    const { now, pass } = clock();
    const ticked: string[] = [];
    const loop = (name: string, ms: number) => every(name, ms, async () => void ticked.push(name));
    const loops = createLoops([loop('fast', 10), loop('slow', 100)], { now, ...quiet });
    await loops.tick(now());
    expect(ticked.splice(0)).to.deep.equal(['fast', 'slow']);
    await loops.tick(now());
    expect(ticked).to.deep.equal([]);
    await loops.tick(pass(10));
    expect(ticked.splice(0)).to.deep.equal(['fast']);
    await loops.tick(pass(90));
    expect(ticked).to.deep.equal(['fast', 'slow']);
  });

  it('tick again at once if work was left, or if they were poked', async () => {
    const { now } = clock();
    const left = [true, true, false];
    const loop = every('batch', 1000, async () => left.shift()!);
    const loops = createLoops([loop], { now, ...quiet });
    for (let n = 0; n < 5; n++) await loops.tick(now());
    expect(left).to.have.length(0);
    left.push(false);
    await loops.tick(now());
    expect(left).to.have.length(1);
    loop.poke();
    await loops.tick(now());
    expect(left).to.have.length(0);
  });

  it('remember a poke during a tick', async () => {
    const { now } = clock();
    const { open, passed } = gate();
    let ticks = 0;
    const loop = every('poked', 1000, async () => {
      if (++ticks === 1) await passed;
    });
    const loops = createLoops([loop], { now, ...quiet });
    const first = loops.tick(now());
    loop.poke();
    open();
    await first;
    await loops.tick(now());
    expect(ticks).to.equal(2);
  });

  it('never overlap, and do not delay others', async () => {
    const { now, pass } = clock();
    const { open, passed } = gate();
    let running = 0;
    const ticks = { hanging: 0, other: 0 };
    const hanging: Loop = {
      name: 'hanging',
      nextDueAt: () => 0,
      async tick() {
        ticks.hanging++;
        expect(++running).to.equal(1);
        await passed;
        running--;
      },
    };
    const loops = createLoops([hanging, every('other', 10, async () => void ticks.other++)], { now, ...quiet });
    const first = loops.tick(now());
    await breathe();
    await loops.tick(pass(10));
    await loops.tick(pass(10));
    expect(ticks).to.deep.equal({ hanging: 1, other: 3 });
    open();
    await first;
    await loops.tick(now());
    expect(ticks.hanging).to.equal(2);
  });

  it('rest after a failure, and are reported by name', async () => {
    const { now, pass } = clock();
    const reported: [unknown, string][] = [];
    let ticks = 0;
    const failure = new Error('on purpose');
    const failing: Loop = {
      name: 'failing',
      nextDueAt: () => 0,
      tick() {
        if (++ticks === 1) return Promise.reject(failure);
        throw failure; // before there is a promise
      },
    };
    const loops = createLoops([failing], { now, report: (error, name) => reported.push([error, name]) });
    await loops.tick(now());
    await loops.tick(pass(999));
    expect(ticks).to.equal(1);
    await loops.tick(pass(1));
    expect(ticks).to.equal(2);
    expect(reported).to.deep.equal([
      [failure, 'failing'],
      [failure, 'failing'],
    ]);
  });

  it('continue even if the report fails', async () => {
    const { now, pass } = clock();
    let ticks = 0;
    const failing = every('failing', 1, () => {
      ticks++;
      return Promise.reject(new Error('on purpose'));
    });
    const report = () => {
      throw new Error('the report');
    };
    const { emitWarning } = process;
    const printed: unknown[] = [];
    process.emitWarning = (warning: unknown) => void printed.push(warning);
    try {
      const loops = createLoops([failing], { now, report });
      await loops.tick(now());
      await loops.tick(pass(1000));
    } finally {
      process.emitWarning = emitWarning;
    }
    expect(ticks).to.equal(2);
    expect(printed.map(String)).to.include('Error: the report');
  });

  it('run by themselves once started, and stop when their ticks have ended', async () => {
    const { open, passed } = gate();
    let ticks = 0;
    let hasEnded = false;
    const loop = every('alone', 60_000, async () => {
      ticks++;
      await passed;
      hasEnded = true;
    });
    const loops = createLoops([loop], { now: Date.now, ...quiet });
    loops.start();
    await until(() => ticks === 1);
    const stopped = loops.stop();
    open();
    await stopped;
    expect(hasEnded).to.equal(true);
    loop.poke();
    loops.poke();
    await breathe();
    expect(ticks).to.equal(1);
  });

  it('look again when something becomes due earlier than planned', async () => {
    let dueAt = Infinity;
    let ticks = 0;
    const loop: Loop = {
      name: 'asleep',
      nextDueAt: () => dueAt,
      async tick() {
        dueAt = Infinity;
        ticks++;
      },
    };
    const loops = createLoops([loop], { now: Date.now, ...quiet });
    loops.start();
    dueAt = 0;
    loops.poke();
    await until(() => ticks === 1);
    await loops.stop();
  });

  it('keep their pace when the wall clock jumps, and pass its time to their ticks', async () => {
    let wall = 5_000_000;
    const times: number[] = [];
    const loop = every('steady', 5, async (now) => void times.push(now));
    const loops = createLoops([loop], { now: () => wall, steady: createSteadyClock(), ...quiet });
    loops.start();
    await until(() => times.length > 0);
    for (const stepMs of [-3_600_000, 86_400_000]) {
      wall += stepMs;
      const before = times.length;
      await until(() => times.length >= before + 3, 2000);
      expect(times.at(-1)).to.equal(wall);
    }
    await loops.stop();
  });
});

describe('the steady clock', () => {
  it('starts with the wall clock and never goes back', () => {
    const steady = createSteadyClock();
    expect(Math.abs(steady() - Date.now())).to.be.below(1000);
    const times = Array.from({ length: 1000 }, steady);
    expect(times).to.deep.equal([...times].sort((a, b) => a - b));
  });
});
