const EVERY_MS = 250;
/** A single pause, such as for collecting garbage, is no reason to send anybody away. */
const IN_A_ROW = 3;

/** Watches how late this process is with what it does. */
export interface LoopDelay {
  /** The least delay of the last few looks, in ms: by so much everything is late. */
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
