import { every, type Loop } from '../foundation/schedule/loops.ts';
import { createMaking, type MakingParts } from './making.ts';
import { begunDates, type BegunDate } from './occurrenceStore.ts';
import { dueSendings, type SendingPlace } from './sendingStore.ts';

interface Parts extends MakingParts {
  report(error: unknown, sendingId: string): void;
}

const RECUR_EVERY_MS = 10_000;
const AT_ONCE = 20;
/** Dates that go on in one tick, which is not to take long. */
const DATES_AT_ONCE = 4;

/**
 * Makes the dates of recurring sendings, each once however many servers look: whoever moves the sending on begins it, and
 * whoever moves the date on gives it to further people. Of several that have passed the latest is made, and the others are
 * recorded as missed.
 */
export function createRecurring({ report, ...parts }: Parts): Loop {
  const { reader } = parts;
  const making = createMaking(parts);
  /** What could not be made has its turn again when all others had theirs; null: from the first. */
  let after: SendingPlace | null = null;
  let afterDate: BegunDate | null = null;

  async function begin(now: number): Promise<boolean> {
    const due = await dueSendings(reader, now, AT_ONCE, after);
    for (const sending of due) await making.begin(sending, now).catch((error: unknown) => report(error, sending.id));
    const last = due.length === AT_ONCE ? due.at(-1)! : null;
    after = last && { id: last.id, nextAt: last.recurrence!.nextAt! };
    return last !== null;
  }

  async function goOn(now: number): Promise<boolean> {
    const begun = await begunDates(reader, DATES_AT_ONCE, afterDate);
    afterDate = begun.length === DATES_AT_ONCE ? begun.at(-1)! : null;
    let isMoreLeft = afterDate !== null;
    for (const date of begun)
      try {
        if (await making.goOn(date, now)) isMoreLeft = true;
      } catch (error) {
        report(error, date.sendingId);
      }
    return isMoreLeft;
  }

  return every('assignments.recur', RECUR_EVERY_MS, async (now) => {
    const more = [await begin(now), await goOn(now)];
    return more.includes(true);
  });
}
