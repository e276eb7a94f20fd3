import type { WaitDetails } from '../flow/executionView.ts';
import { gathered } from '../foundation/database/gathered.ts';
import { selectRows, toIso } from '../foundation/database/rows.ts';
import { toPerson, type RecipientRow } from '../messages/notifications/notificationStore.ts';
import { joinUnanswered, RECIPIENT } from './sentStore.ts';

const NAMED = 20;

interface OpenRequestRow {
  id: string;
  execution_id: string;
  visit_key: string;
  assignee_count: number;
  answered_count: number;
  expires_at: number;
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
      select: `requests.id, execution_id, visit_key, assignee_count, answered_count, expires_at, ${RECIPIENT}`,
      rest: `join requests on requests.execution_id = given.id and status = 'waiting'
        ${joinUnanswered(db, 'requests.id', NAMED)} order by requests.id, person`,
    },
  );
  for (const row of rows) {
    const ofExecution = waits.get(row.execution_id)!;
    const known = ofExecution.get(row.visit_key) ?? toWait(row);
    ofExecution.set(row.visit_key, known);
    if (row.person !== null) known.people.push(toPerson(row));
  }
  return executionIds.map((id): ReadonlyMap<string, WaitDetails> => waits.get(id)!);
});

const toWait = ({ id, assignee_count: asked, answered_count: answered, expires_at }: OpenRequestRow): WaitDetails => ({
  requestId: id,
  people: [],
  peopleCount: asked - answered,
  answered,
  until: toIso(expires_at),
});
