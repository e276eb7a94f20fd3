const EVERY_MS = 250;
/** A single pause, such as a garbage collection, is no reason to refuse requests. */
const IN_A_ROW = 3;

/** Measures how late the event loop runs. */
export interface LoopDelay {
  /** The smallest delay of the last few checks, in ms: everything is late by at least this. */
  ms(): number;
}

export function watchLoopDelay(): LoopDelay {
  const delays = Array.from({ length: IN_A_ROW }, () => 0);
  let due = performance.now() + EVERY_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    delays.shift();
    delays.push(Math.max(now - due, 0));
    due = now + EVERY_MS;
  }, EVERY_MS);
  timer.unref();
  return { ms: () => Math.min(...delays) };
}
