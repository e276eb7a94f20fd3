import type { WaitDetails } from '../flow/executionView.ts';
import { gathered } from '../foundation/database/gathered.ts';
import { selectRows, toIso } from '../foundation/database/rows.ts';
import { firstUnanswered } from './sentStore.ts';

const NAMED = 20;
const NONE: ReadonlyMap<string, WaitDetails> = new Map();

interface OpenRow {
  id: string;
  execution_id: string;
  visit_key: string;
  assignee_count: number;
  answered_count: number;
  expires_at: number;
}

/**
 * Whom the open requests of an execution wait for, by visit key: those who were asked and have not answered. Whoever looks
 * at another one at the same time shares the statements.
 */
export const waitsOf = gathered(async (db, executionIds: string[]) => {
  const rows = await selectRows<OpenRow>(
    db,
    { id: 'text' },
    [...new Set(executionIds)].map((id) => ({ id })),
    {
      select: 'requests.id, execution_id, visit_key, assignee_count, answered_count, expires_at',
      rest: "join requests on requests.execution_id = given.id and status = 'waiting'",
    },
  );
  const people = await firstUnanswered(
    db,
    rows.map(({ id }) => id),
    NAMED,
  );
  const waits = new Map<string, Map<string, WaitDetails>>();
  for (const row of rows) {
    const { id, execution_id: executionId, assignee_count: asked, answered_count: answered } = row;
    const ofExecution = waits.get(executionId) ?? new Map<string, WaitDetails>();
    waits.set(executionId, ofExecution);
    ofExecution.set(row.visit_key, {
      requestId: id,
      people: people.get(id) ?? [],
      peopleCount: asked - answered,
      answered,
      until: toIso(row.expires_at),
    });
  }
  return executionIds.map((id) => waits.get(id) ?? NONE);
});
