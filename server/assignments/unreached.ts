import type { Knex } from 'knex';
import type { Assignment } from '../../contract/assignments.ts';
import { selectRows } from '../foundation/database/rows.ts';

/** Marks the sent assignments that nobody has started and whose assignees no message has reached. */
export async function withUnreached(db: Knex, assignments: Assignment[]): Promise<Assignment[]> {
  const waiting = assignments.filter(({ senderActions, startedAt }) => senderActions.length > 0 && startedAt === null);
  const found = await unreachedAmong(
    db,
    waiting.map(({ id }) => id),
  );
  return assignments.map((each) => (found.has(each.id) ? { ...each, isUnreached: true } : each));
}

/**
 * Assignments about which a message has failed for good, while none got through or is under way, alone or in a digest.
 */
export async function unreachedAmong(db: Knex, ids: string[]): Promise<Set<string>> {
  const rows = await selectRows<{ id: string }>(
    db,
    { id: 'text' },
    ids.map((id) => ({ id })),
    {
      select: 'distinct given.id as id',
      rest: `join assignment_notices as notice on notice.assignment_id = given.id and notice.scope = 'inbound'
        join deliveries as failed on failed.subject_id in (notice.id, notice.digest_id) and failed.state = 'failed'
        where not exists (select 1 from assignment_notices as told
          join deliveries as other on other.subject_id in (told.id, told.digest_id)
          where told.assignment_id = given.id and told.scope = 'inbound' and other.state <> 'failed')`,
    },
  );
  return new Set(rows.map(({ id }) => id));
}
