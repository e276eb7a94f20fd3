import { setTimeout as sleep } from 'node:timers/promises';
import { isOverload } from '../foundation/database/unitOfWork.ts';

const TRY_AGAIN_MS = 2000;
const MOST_TRIES = 10;

/** Retries database work while the database is overloaded; only once more when the server stops. */
export async function withRetries<T>(work: () => Promise<T>, stopping: AbortSignal): Promise<T> {
  for (let tried = 1; ; tried++)
    try {
      return await work();
    } catch (error) {
      if (!isOverload(error) || tried === MOST_TRIES || stopping.aborted) throw error;
      await sleep(TRY_AGAIN_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
}
