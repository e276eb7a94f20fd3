import { guarded, warn } from '../guard.ts';
import { createDiary, type LoopState } from './diary.ts';

/** One background activity. All of a server's loops share one timer. */
export interface Loop {
  name: string;
  /** When it wants its next tick, by the steady clock; Infinity: not before it is poked. */
  nextDueAt(): number;
  /**
   * Does what is due. Never two at a time; what it throws is reported, and it is ticked again later.
   *
   * @param now the time of the wall clock, for what is stored
   * @param at the same moment by the steady clock, for intervals
   */
  tick(now: number, at?: number): Promise<void>;
}

export interface Loops {
  start(): void;
  /** Something became due: look again now. */
  poke(): void;
  /** Ticks every loop that is due at this moment of both clocks and resolves when they are done; tests drive this. */
  tick(now: number, at?: number): Promise<void>;
  /** Which loops do not do what they are there for, in words; null when all do. */
  trouble(): string | null;
  /** How each loop fares. */
  states(): LoopState[];
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
  /** In place of `now` for intervals, where the wall clock may step. */
  steady?(): number;
  report(error: unknown, loop: string): void;
}

export function createLoops(loops: Loop[], { now, steady = now, report }: LoopParts): Loops {
  const restingUntil = new Map<Loop, number>();
  const running = new Map<Loop, Promise<void>>();
  const diary = createDiary(loops);
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;

  const lateMs = (loop: Loop) => steady() - dueAt(loop);
  const dueAt = (loop: Loop) => Math.max(loop.nextDueAt(), restingUntil.get(loop) ?? 0);

  function run(loop: Loop, time: number, at: number): Promise<void> {
    const begin = async () => loop.tick(time, at); // a loop that throws before it has a promise is like any other
    const tick = diary
      .keep(loop, begin())
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
    trouble: () => (isStarted ? diary.trouble(lateMs) : 'they do not run'),
    states: () => diary.states(lateMs),
    async stop() {
      isStarted = false;
      clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
