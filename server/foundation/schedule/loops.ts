import { guarded, warn } from '../guard.ts';
import { createLoopMonitor, type LoopState } from './loopMonitor.ts';

/** One background activity. All loops of a server share one timer. */
export interface Loop {
  name: string;
  /** When it is due next, by the steady clock; Infinity: only when poked. */
  nextDueAt(): number;
  /**
   * Does what is due. Never runs concurrently with itself. Errors are reported, and the loop is ticked again later.
   *
   * @param now the wall-clock time, for what is stored
   * @param at the same moment by the steady clock, for intervals
   */
  tick(now: number, at?: number): Promise<void>;
}

export interface Loops {
  start(): void;
  /** Something became due: check again now. */
  poke(): void;
  /** Ticks every loop that is due at this moment of both clocks. Resolves when they are done; tests call it directly. */
  tick(now: number, at?: number): Promise<void>;
  /** The first loop that is stuck or late, in words; null if none is. */
  trouble(): string | null;
  /** The state of each loop. */
  states(): LoopState[];
  /** Stops the timer and waits for running ticks. */
  stop(): Promise<void>;
}

const LONGEST_SLEEP_MS = 60_000;
/** How long a loop pauses after a failure. */
const REST_MS = 1000;

/** A loop with a fixed interval. `tick` returns true if it left work behind and wants another tick at once. */
export function every(
  name: string,
  intervalMs: number,
  tick: (now: number, at: number) => Promise<boolean | void>,
): Loop & { poke(): void } {
  let dueAt = 0;
  return {
    name,
    nextDueAt: () => dueAt,
    poke: () => void (dueAt = 0),
    async tick(now, at = now) {
      dueAt = at + intervalMs;
      if (await tick(now, at)) dueAt = 0;
    },
  };
}

interface LoopParts {
  now(): number;
  /** Replaces `now` for intervals, because the wall clock may step. */
  steady?(): number;
  report(error: unknown, loop: string): void;
}

export function createLoops(loops: Loop[], { now, steady = now, report }: LoopParts): Loops {
  const restingUntil = new Map<Loop, number>();
  const running = new Map<Loop, Promise<void>>();
  const monitor = createLoopMonitor(loops);
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;

  const lateMs = (loop: Loop) => steady() - dueAt(loop);
  const dueAt = (loop: Loop) => Math.max(loop.nextDueAt(), restingUntil.get(loop) ?? 0);

  function run(loop: Loop, time: number, at: number): Promise<void> {
    const begin = async () => loop.tick(time, at); // async: a synchronous throw becomes a rejection
    const tick = monitor
      .watch(loop, begin())
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

  function tick(time: number, at = time): Promise<void> {
    const due = loops.filter((loop) => !running.has(loop) && dueAt(loop) <= at);
    return Promise.all(due.map((loop) => run(loop, time, at))).then(() => {});
  }

  function schedule(): void {
    if (!isStarted) return;
    clearTimeout(timer);
    const idle = loops.filter((loop) => !running.has(loop));
    const next = Math.min(steady() + LONGEST_SLEEP_MS, ...idle.map(dueAt));
    timer = setTimeout(
      () => {
        void tick(now(), steady());
        schedule();
      },
      Math.max(0, next - steady()),
    );
  }

  return {
    start() {
      isStarted = true;
      schedule();
    },
    poke: schedule,
    tick,
    trouble: () => (isStarted ? monitor.trouble(lateMs) : 'they are not running'),
    states: () => monitor.states(lateMs),
    async stop() {
      isStarted = false;
      clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
