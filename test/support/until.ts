import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for what other processes or the network bring about; for our own time there are clocks that tests move. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const giveUpAt = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > giveUpAt) throw new Error(`waited in vain for ${condition}`);
    await sleep(3);
  }
}
