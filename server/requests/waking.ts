import type { Knex } from 'knex';
import { query } from '../foundation/database/statements.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../foundation/schedule/loops.ts';
import { changeInboxes } from '../messages/notifications/inboxes.ts';
import { wokenIn } from './snoozeRules.ts';
import { givenKeys, OF_GIVEN, takeNotifications } from './inboxLock.ts';

const TICK_MS = 1000;
const AT_ONCE = 1000;
const AWAKE = `filed_as = 'snoozed' and snoozed_until <= ?`;

/**
 * Files ended snoozes as pending and notifies the people. Reads already take the end into account (`inboxStates.ts`),
 * so nothing is late if very many end at once or this server stalls.
 */
export const createWaking = (parts: { units: UnitOfWork; reader: Knex; signals: Signals }): Loop =>
  every('inboxes.wake', TICK_MS, async (now) => {
    const { units, reader, signals } = parts;
    if (!(await reader('notifications').whereRaw(AWAKE, [now]).first('subject_id'))) return false;
    return units.run(async ({ trx, afterCommit }) => {
      const { people, hasMore } = await wakeSome(trx, now);
      afterCommit(() => people.forEach((person) => signals.publish('notification', person)));
      return hasMore;
    });
  });

interface Woken {
  people: string[];
  hasMore: boolean;
}

export async function wakeSome(db: Knex, now: number, most = AT_ONCE): Promise<Woken> {
  const keys = await takeNotifications(db, `${AWAKE} order by snoozed_until`, [now], most);
  if (keys.length === 0) return { people: [], hasMore: false };
  const { sql, bindings } = givenKeys(db, keys);
  const rows = await query<{ person: string; is_read: number }>(
    db,
    `update notifications set filed_as = 'pending', snoozed_until = null from ${sql}
     where ${OF_GIVEN} and filed_as = 'snoozed' returning notifications.person as person, is_read`,
    bindings,
  );
  const changes = wokenIn(rows.map(({ person, is_read: isRead }) => ({ person, isRead: isRead === 1 })));
  await changeInboxes(db, changes);
  return { people: changes.map(({ person }) => person), hasMore: keys.length === most };
}
