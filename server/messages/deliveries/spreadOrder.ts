import type { Knex } from 'knex';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { recipientsOf } from '../notifications/notificationStore.ts';
import { advanceOrder, insertDeliveries, type DueOrder } from './deliveryStore.ts';

/** People of one unit, so that nobody who writes waits long for it. */
const PEOPLE_AT_ONCE = 500;

/** Makes one delivery per person of an order's subject. Another server may do the same: each part is done once. */
export async function spreadOrder(
  order: DueOrder,
  at: number,
  { units, reader }: { units: UnitOfWork; reader: Knex },
): Promise<void> {
  const { subjectId, channel } = order;
  let spreadTo: string | null = order.spreadTo;
  while (spreadTo !== null) {
    const after: string = spreadTo;
    const people = await recipientsOf(reader, subjectId, { after, limit: PEOPLE_AT_ONCE });
    const next = people.length === PEOPLE_AT_ONCE ? people.at(-1)!.id : null;
    const isMine = await units.run(async ({ trx }) => {
      if (!(await advanceOrder(trx, { subjectId, channel, spreadTo: after }, next))) return false;
      await insertDeliveries(
        trx,
        people.map(({ id: person }) => ({ subjectId, channel, person })),
        at,
      );
      return true;
    });
    spreadTo = isMine ? next : null;
  }
}
