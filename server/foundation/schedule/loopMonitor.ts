/** The state of a loop. */
export interface LoopState {
  name: string;
  /** How long ago its last tick ended without an error, in ms; null before the first. */
  tickedAgoMs: number | null;
  /** How long the current tick has been running, in ms; null between ticks. */
  runningForMs: number | null;
  /** Failed ticks since the start. */
  failures: number;
  /** It is over a minute late, or its tick has been running for over a minute. */
  isOverdue: boolean;
}

export interface LoopMonitor<Loop> {
  /** Records when the tick started and how it ended. */
  watch(loop: Loop, tick: Promise<void>): Promise<void>;
  /** @param lateMs as for `trouble` */
  states(lateMs: (loop: Loop) => number): LoopState[];
  /**
   * The first loop that is stuck or late, in words; null if none is.
   * @param lateMs how late an idle loop is, in ms; negative if it is not due. A loop that wants its next tick at once
   * may return any large value: it counts as late only once it has been idle for that long
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

/** Uses a clock that never steps: the entries concern this process only. */
export function createLoopMonitor<Loop extends { name: string }>(
  loops: Loop[],
  monotonic: () => number = () => performance.now(),
): LoopMonitor<Loop> {
  const entries = new Map(
    loops.map((loop): [Loop, Entry] => [loop, { restsSince: monotonic(), beganAt: null, endedAt: null, failures: 0 }]),
  );
  /** What is wrong with a loop, to follow its name in a message; null if nothing is. */
  function troubleOf(loop: Loop, { beganAt, restsSince }: Entry, lateMs: (loop: Loop) => number): string | null {
    if (beganAt !== null) return monotonic() - beganAt > TROUBLE_MS ? 'has not ended its tick for over a minute' : null;
    return Math.min(lateMs(loop), monotonic() - restsSince) > TROUBLE_MS ? 'is over a minute late' : null;
  }

  const since = (at: number | null) => (at === null ? null : monotonic() - at);

  return {
    async watch(loop, tick) {
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
