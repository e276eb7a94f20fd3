import { guarded, warn } from '../guard.ts';

/** One background activity. All of a server's loops share one timer. */
export interface Loop {
  name: string;
  /** When it wants its next tick, ms since the epoch; Infinity: not before it is poked. */
  nextDueAt(): number;
  /** Does what is due. Never two at a time; what it throws is reported, and it is ticked again later. */
  tick(now: number): Promise<void>;
}

export interface Loops {
  start(): void;
  /** Something became due: look again now. */
  poke(): void;
  /** Ticks every loop that is due at `now` and resolves when they are done; tests drive this. */
  tick(now: number): Promise<void>;
  /** Stops the timer and waits for ticks that are under way. */
  stop(): Promise<void>;
}

const LONGEST_SLEEP_MS = 60_000;
/** A loop that failed rests this long. */
const REST_MS = 1000;

/** A loop with a fixed interval. `tick` returns true when it left work behind and wants another tick at once. */
export function every(
  name: string,
  intervalMs: number,
  tick: (now: number) => Promise<boolean | void>,
): Loop & { poke(): void } {
  let dueAt = 0;
  return {
    name,
    nextDueAt: () => dueAt,
    poke: () => void (dueAt = 0),
    async tick(now) {
      dueAt = now + intervalMs;
      if (await tick(now)) dueAt = 0;
    },
  };
}

export function createLoops(
  loops: Loop[],
  { now, report }: { now: () => number; report: (error: unknown, loop: string) => void },
): Loops {
  const restingUntil = new Map<Loop, number>();
  const running = new Map<Loop, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;

  const dueAt = (loop: Loop) => Math.max(loop.nextDueAt(), restingUntil.get(loop) ?? 0);

  function run(loop: Loop, at: number): Promise<void> {
    const begin = async () => loop.tick(at); // a loop that throws before it has a promise is like any other
    const tick = begin()
      .catch((error: unknown) => {
        restingUntil.set(loop, at + REST_MS);
        guarded(() => report(error, loop.name), warn);
      })
      .finally(() => {
        running.delete(loop);
        schedule();
      });
    running.set(loop, tick);
    return tick;
  }

  function tick(at: number): Promise<void> {
    const due = loops.filter((loop) => !running.has(loop) && dueAt(loop) <= at);
    return Promise.all(due.map((loop) => run(loop, at))).then(() => {});
  }

  function schedule(): void {
    if (!isStarted) return;
    clearTimeout(timer);
    const idle = loops.filter((loop) => !running.has(loop));
    const next = Math.min(now() + LONGEST_SLEEP_MS, ...idle.map(dueAt));
    timer = setTimeout(
      () => {
        void tick(now());
        schedule();
      },
      Math.max(0, next - now()),
    );
  }

  return {
    start() {
      isStarted = true;
      schedule();
    },
    poke: schedule,
    tick,
    async stop() {
      isStarted = false;
      clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
