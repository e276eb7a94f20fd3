import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for other processes or the network; our own time has clocks that tests move. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const giveUpAt = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > giveUpAt) throw new Error(`waited in vain for ${condition}`);
    await sleep(3);
  }
}
