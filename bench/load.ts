import type { Figures } from './variant.ts';

export interface Load {
  inFlight: number;
  seconds: number;
  /** The load before anything is counted. */
  warmUpInFlight?: number;
}

/** Call it when one unit of the counted work is done, with its start (of `performance.now()`). */
export type Count = (startedAt: number) => void;

/** Resolves with false when nothing is left to do. */
export type Work = (count: Count) => Promise<boolean | void>;

/** Load during warm-up, as on a server that has run for a while. */
export const WARM_UP = 64;
const WARM_UP_SHARE = 0.5;

/** Runs `work` repeatedly, `inFlight` at a time, for the given seconds, and counts what finishes within them. */
export async function underLoad({ inFlight, seconds, warmUpInFlight = inFlight }: Load, work: Work): Promise<Figures> {
  await workFor(seconds * WARM_UP_SHARE, warmUpInFlight, work, () => {});
  const durations: number[] = [];
  const cpuBefore = process.cpuUsage();
  const begunAt = performance.now();
  let endsAt = begunAt + seconds * 1000;
  let lastAt = begunAt;
  await workFor(seconds, inFlight, work, (startedAt) => {
    lastAt = performance.now();
    if (durations.length === 0) endsAt = Math.max(endsAt, lastAt); // at least one counts, on any slow machine
    if (lastAt <= endsAt) durations.push(lastAt - startedAt);
  });
  const { user, system } = process.cpuUsage(cpuBefore);
  const takenMs = Math.min(lastAt, endsAt) - begunAt;
  return {
    rate: (durations.length * 1000) / takenMs,
    ...percentiles(durations),
    cpuMs: (user + system) / 1000 / durations.length,
  };
}

async function workFor(seconds: number, inFlight: number, work: Work, count: Count): Promise<void> {
  const endsAt = performance.now() + seconds * 1000;
  const client = async () => {
    while (performance.now() < endsAt) if ((await work(count)) === false) return;
  };
  await Promise.all(Array.from({ length: inFlight }, client));
}

export function percentiles(durations: number[]): Figures {
  const sorted = [...durations].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}
