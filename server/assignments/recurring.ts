import { every, type Loop } from '../foundation/schedule/loops.ts';
import { createOccurrenceMaker, type OccurrenceMakerParts } from './occurrenceMaker.ts';
import { begunDates, type BegunDate } from './occurrenceStore.ts';
import { dueSendings, type SendingPlace } from './sendingStore.ts';

interface Parts extends OccurrenceMakerParts {
  report(error: unknown, sendingId: string): void;
}

const RECUR_EVERY_MS = 10_000;
const AT_ONCE = 20;
/** Dates to continue per tick, which must stay short. */
const DATES_AT_ONCE = 4;

/**
 * Makes the dates of recurring sendings, each once whatever the number of servers: the server that advances the sending
 * begins the date, and the one that advances the date gives it to further people. If several dates have passed, the
 * latest is made, and the others are recorded as missed.
 */
export function createRecurring({ report, ...parts }: Parts): Loop {
  const { reader } = parts;
  const maker = createOccurrenceMaker(parts);
  /** Start after this one: failed sendings are retried after all the others had their turn; null: from the first. */
  let after: SendingPlace | null = null;
  let afterDate: BegunDate | null = null;

  async function begin(now: number): Promise<boolean> {
    const due = await dueSendings(reader, now, AT_ONCE, after);
    for (const sending of due) await maker.begin(sending, now).catch((error: unknown) => report(error, sending.id));
    const last = due.length === AT_ONCE ? due.at(-1)! : null;
    after = last && { id: last.id, nextAt: last.recurrence!.nextAt! };
    return last !== null;
  }

  async function resume(now: number): Promise<boolean> {
    const begun = await begunDates(reader, DATES_AT_ONCE, afterDate);
    afterDate = begun.length === DATES_AT_ONCE ? begun.at(-1)! : null;
    let isMoreLeft = afterDate !== null;
    for (const date of begun)
      try {
        if (await maker.resume(date, now)) isMoreLeft = true;
      } catch (error) {
        report(error, date.sendingId);
      }
    return isMoreLeft;
  }

  return every('assignments.recur', RECUR_EVERY_MS, async (now) => {
    const more = [await begin(now), await resume(now)];
    return more.includes(true);
  });
}
