/** How a loop fares. */
export interface LoopState {
  name: string;
  /** How long ago its last tick ended well, ms; null before the first. */
  tickedAgoMs: number | null;
  /** How long the tick has taken that is under way, ms; null between ticks. */
  runningForMs: number | null;
  /** Ticks that failed, since the start. */
  failures: number;
  /** It is over a minute late, or its tick has not ended for over a minute. */
  isOverdue: boolean;
}

export interface Diary<Loop> {
  /** Notes when the tick began and how it ended. */
  keep(loop: Loop, tick: Promise<void>): Promise<void>;
  /** @param lateMs as for `trouble` */
  states(lateMs: (loop: Loop) => number): LoopState[];
  /**
   * Which loop does not do what it is there for, in words; null when all do.
   * @param lateMs by how much a loop that rests is late; less than 0 when its time has not come. A loop that wants to go on
   * at once may say that it is as late as it likes: it is not late before it has rested that long
   */
  trouble(lateMs: (loop: Loop) => number): string | null;
}

/** A tick that takes this long, or is this late, is trouble. */
const TROUBLE_MS = 60_000;

interface Entry {
  restsSince: number;
  /** Null between ticks. */
  beganAt: number | null;
  endedAt: number | null;
  failures: number;
}

/** Measured on a clock of its own, which never steps: what is written here is about this process. */
export function createDiary<Loop extends { name: string }>(
  loops: Loop[],
  monotonic: () => number = () => performance.now(),
): Diary<Loop> {
  const entries = new Map(
    loops.map((loop): [Loop, Entry] => [loop, { restsSince: monotonic(), beganAt: null, endedAt: null, failures: 0 }]),
  );
  /** What is wrong with one, to be said behind its name; null when nothing is. */
  function troubleOf(loop: Loop, { beganAt, restsSince }: Entry, lateMs: (loop: Loop) => number): string | null {
    if (beganAt !== null) return monotonic() - beganAt > TROUBLE_MS ? 'has not ended its tick for over a minute' : null;
    return Math.min(lateMs(loop), monotonic() - restsSince) > TROUBLE_MS ? 'is over a minute late' : null;
  }

  const since = (at: number | null) => (at === null ? null : monotonic() - at);

  return {
    async keep(loop, tick) {
      const entry = entries.get(loop)!;
      entry.beganAt = monotonic();
      try {
        await tick;
        entry.endedAt = monotonic();
      } catch (error) {
        entry.failures++;
        throw error;
      } finally {
        entry.beganAt = null;
        entry.restsSince = monotonic();
      }
    },

    states: (lateMs) =>
      [...entries].map(([loop, entry]) => ({
        name: loop.name,
        tickedAgoMs: since(entry.endedAt),
        runningForMs: since(entry.beganAt),
        failures: entry.failures,
        isOverdue: troubleOf(loop, entry, lateMs) !== null,
      })),

    trouble(lateMs) {
      for (const [loop, entry] of entries) {
        const wrong = troubleOf(loop, entry, lateMs);
        if (wrong) return `${loop.name} ${wrong}`;
      }
      return null;
    },
  };
}
