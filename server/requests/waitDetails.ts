import { NOBODY_UNREACHED, type Unreached } from '../../contract/unreached.ts';
import type { WaitDetails } from '../flow/executionView.ts';
import { gathered } from '../foundation/database/gathered.ts';
import { selectRows, toIso } from '../foundation/database/rows.ts';
import { toPerson, type RecipientRow } from '../messages/notifications/notificationStore.ts';
import { joinUnanswered, RECIPIENT } from './sentStore.ts';
import { firstUnreached } from './unreachedStore.ts';

const NAMED = 20;

interface OpenRequestRow {
  id: string;
  execution_id: string;
  visit_key: string;
  assignee_count: number;
  answered_count: number;
  expires_at: number;
  /** A message about it has failed for good. */
  has_failed: boolean | 0 | 1;
}

/** One row for each person whom a request waits for. */
type WaitRow = OpenRequestRow & (RecipientRow | { person: null });

/**
 * Whom the open requests of an execution wait for, by visit key: the assignees who have not answered. Concurrent calls
 * for other executions share the statement.
 */
export const waitsOf = gathered(async (db, executionIds: string[]) => {
  const waits = new Map(executionIds.map((id) => [id, new Map<string, WaitDetails>()]));
  const rows = await selectRows<WaitRow>(
    db,
    { id: 'text' },
    [...waits.keys()].map((id) => ({ id })),
    {
      select: `requests.id, execution_id, visit_key, assignee_count, answered_count, expires_at,
        exists (select 1 from deliveries where subject_id = requests.id and state = 'failed') as has_failed, ${RECIPIENT}`,
      rest: `join requests on requests.execution_id = given.id and status = 'waiting'
        ${joinUnanswered(db, 'requests.id', NAMED)} order by requests.id, person`,
    },
  );
  const failed = new Set(rows.filter((row) => row.has_failed).map(({ id }) => id));
  const unreached = await firstUnreached(db, [...failed]);
  for (const row of rows) {
    const ofExecution = waits.get(row.execution_id)!;
    const known = ofExecution.get(row.visit_key) ?? toWait(row, unreached.get(row.id));
    ofExecution.set(row.visit_key, known);
    if (row.person !== null) known.people.push(toPerson(row));
  }
  return executionIds.map((id): ReadonlyMap<string, WaitDetails> => waits.get(id)!);
});

const toWait = (
  { id, assignee_count: asked, answered_count: answered, expires_at }: OpenRequestRow,
  unreached: Unreached = NOBODY_UNREACHED,
): WaitDetails => ({
  requestId: id,
  people: [],
  peopleCount: asked - answered,
  answered,
  unreached,
  until: toIso(expires_at),
});
