import type { Figures } from './variant.ts';

export interface Load {
  inFlight: number;
  seconds: number;
}

/** Call it when one of what is counted is done, with the moment (of `performance.now()`) at which it began. */
export type Count = (startedAt: number) => void;

const WARM_UP_SHARE = 0.25;

/**
 * Does `work` again and again, `inFlight` at a time, until the seconds are over or it resolves with false: nothing is
 * left. Counts what is done within the seconds, after a warm-up.
 */
export async function underLoad(
  { inFlight, seconds }: Load,
  work: (count: Count) => Promise<boolean | void>,
): Promise<Figures> {
  const countsFrom = performance.now() + seconds * 1000 * WARM_UP_SHARE;
  const endsAt = countsFrom + seconds * 1000;
  const durations: number[] = [];
  let lastAt = countsFrom;

  const count: Count = (startedAt) => {
    const now = performance.now();
    if (now < countsFrom || now >= endsAt) return;
    durations.push(now - startedAt);
    lastAt = now;
  };

  async function client(): Promise<void> {
    while (performance.now() < endsAt) if ((await work(count)) === false) return;
  }

  let cpuBefore = process.cpuUsage();
  setTimeout(() => (cpuBefore = process.cpuUsage()), countsFrom - performance.now()).unref();
  await Promise.all(Array.from({ length: inFlight }, client));
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    rate: (durations.length * 1000) / (lastAt - countsFrom),
    ...percentiles(durations),
    cpuMs: (user + system) / 1000 / durations.length,
  };
}

export function percentiles(durations: number[]): Figures {
  const sorted = [...durations].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}
