import type { Told } from './orders.ts';

export const tell = (told: Told): void => void process.send!(told);

/**
 * Reports what happened in one turn of the event loop in a single message, because a message costs the server as much
 * as a row.
 */
export function createReporter(): { raised(executionId: string, requestId: string): void; ended(id: string): void } {
  let asked: { executionId: string; requestId: string }[] = [];
  let ids: string[] = [];
  let isDue = false;
  function flush(): void {
    isDue = false;
    if (asked.length > 0) tell({ kind: 'raised', asked });
    if (ids.length > 0) tell({ kind: 'ended', ids });
    [asked, ids] = [[], []];
  }
  function soon(): void {
    if (!isDue) setImmediate(flush);
    isDue = true;
  }
  return {
    raised(executionId, requestId) {
      asked.push({ executionId, requestId });
      soon();
    },
    ended(id) {
      ids.push(id);
      soon();
    },
  };
}
