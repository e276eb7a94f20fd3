import { reconnectDelayMs } from '../../reconnectDelay.ts';

/**
 * Loads a part of the frame, again and again until it is there. Nobody sees that such a part is missing, and a page
 * stays open for days, so one lost call must not cost undo or the care for the focus until the next reload.
 */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let failures = 1; ; failures += 1)
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, reconnectDelayMs(failures, Math.random())));
    }
}
