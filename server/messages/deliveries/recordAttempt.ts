import { createBatcher } from '../../foundation/database/batcher.ts';
import type { Unit, UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { recordResults, type ClaimedDelivery, type Result } from './claimStore.ts';
import { afterAttempt, nextFallback, outcomeOf, type Attempted, type AttemptOutcome } from './deliveryRules.ts';
import { insertDeliveries, type NewDelivery } from './deliveryStore.ts';
import type { Subjects } from './subject.ts';

interface Parts {
  units: UnitOfWork;
  subjects: Subjects;
  now(): number;
  random(): number;
  /** Called when the result of an attempt is on disk. */
  onAttempted?(channel: string, outcome: AttemptOutcome): void;
  /** Called when it is on disk that a channel has finally failed to reach a person. */
  onFailed?(subjectId: string): void;
}

export type RecordAttempt = (delivery: ClaimedDelivery, attempted: Attempted) => Promise<void>;

interface Recorded {
  result: Result;
  /** The fallback deliveries for people whom the channel has finally failed to reach. */
  instead: NewDelivery[];
}

/** Stores results of attempts; those that end at the same time share a unit. */
export function createRecordAttempt({ units, subjects, now, random, onAttempted, onFailed }: Parts): RecordAttempt {
  const recorded = createBatcher<Recorded, void, Unit>({
    within: units.run,
    async perform(items, { trx }) {
      await recordResults(
        trx,
        items.map(({ result }) => result),
        now(),
      );
      await insertDeliveries(
        trx,
        subjects.kinds,
        items.flatMap(({ instead }) => instead),
        now(),
      );
      return items.map(() => undefined);
    },
  });
  return async (delivery, attempted) => {
    const change = afterAttempt(attempted, delivery, { now: now(), random: random() });
    const result: Result = {
      delivery,
      change,
      address: attempted.kind === 'posted' ? attempted.address : null,
      isRewritten: attempted.kind === 'rewritten',
    };
    const instead = change.state === 'failed' ? await fallback(delivery, subjects) : [];
    await recorded.add({ result, instead });
    onAttempted?.(delivery.channel, outcomeOf(attempted, change));
    if (change.state === 'failed') onFailed?.(delivery.subjectId);
  };
}

async function fallback({ kind, subjectId, person, channel }: NewDelivery, subjects: Subjects): Promise<NewDelivery[]> {
  const next = nextFallback(await subjects.of(kind).fallbackOf(subjectId), channel);
  return next === null ? [] : [{ kind, subjectId, person, channel: next }];
}
