import type { Knex } from 'knex';
import { query } from '../foundation/database/statements.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../foundation/schedule/loops.ts';
import { givenKeys, OF_GIVEN, takeNotifications } from './inboxLock.ts';
import { groupKeyIn } from './inboxOrder.ts';

const TICK_MS = 1000;
const AT_ONCE = 1000;
const UNPLACED = `filed_as = 'pending' and due_at is null`;

/**
 * Stores the sort position of pending notifications that servers of an older version wrote, including all from before
 * the upgrade.
 */
export const createPlacing = ({ units, reader }: { units: UnitOfWork; reader: Knex }): Loop =>
  every('inboxes.place', TICK_MS, async () => {
    if (!(await reader('notifications').whereRaw(UNPLACED).first('subject_id'))) return false;
    return units.run(({ trx }) => placeSome(trx));
  });

/** @returns whether there may be more */
export async function placeSome(db: Knex, most = AT_ONCE): Promise<boolean> {
  const keys = await takeNotifications(db, UNPLACED, [], most);
  if (keys.length === 0) return false;
  const { sql, bindings } = givenKeys(db, keys);
  await query(
    db,
    `update notifications set due_at = requests.expires_at, group_key = ${groupKeyIn(db, 'requests')}
     from ${sql} join requests on requests.id = given.subject_id where ${OF_GIVEN}`,
    bindings,
  );
  return keys.length === most;
}
