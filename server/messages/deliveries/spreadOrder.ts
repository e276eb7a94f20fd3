import type { Knex } from 'knex';
import type { Person } from '../../../contract/people.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { advanceOrder, insertDeliveries, type DueOrder, type NewDelivery } from './deliveryStore.ts';
import type { Subjects } from './subject.ts';

/** People per unit, so that other writers do not wait long. */
const PEOPLE_AT_ONCE = 500;

/** An order with its next recipients. */
interface Part {
  order: DueOrder;
  people: Person[];
}

/** Null: these are the last recipients. */
const spreadToOf = ({ people }: Part): string | null => (people.length === PEOPLE_AT_ONCE ? people.at(-1)!.id : null);

/** Creates one delivery per recipient of these orders. Other servers may work on them too: each part is done once. */
export async function spreadOrders(
  orders: DueOrder[],
  at: number,
  { units, subjects }: { units: UnitOfWork; subjects: Subjects },
): Promise<void> {
  let left = orders;
  while (left.length > 0) {
    const parts = await Promise.all(
      left.map(async (order): Promise<Part> => {
        const page = { after: order.spreadTo, limit: PEOPLE_AT_ONCE };
        return { order, people: await subjects.of(order.kind).recipients(order.subjectId, page) };
      }),
    );
    left = [];
    for (const together of inUnits(parts))
      left.push(...(await units.run(({ trx }) => spread(trx, subjects, together, at))));
  }
}

/** Spreads these parts unless another server was faster; returns the orders that are not finished. */
async function spread(db: Knex, subjects: Subjects, parts: Part[], at: number): Promise<DueOrder[]> {
  const deliveries: NewDelivery[] = [];
  const left: DueOrder[] = [];
  for (const part of parts) {
    const spreadTo = spreadToOf(part);
    if (!(await advanceOrder(db, part.order, spreadTo))) continue;
    const { kind, subjectId, channel } = part.order;
    deliveries.push(...part.people.map(({ id: person }) => ({ kind, subjectId, channel, person })));
    if (spreadTo !== null) left.push({ ...part.order, spreadTo });
  }
  await insertDeliveries(db, subjects.kinds, deliveries, at);
  return left;
}

/** Groups parts into units, always in the same order, so that servers never deadlock. */
function inUnits(parts: Part[]): Part[][] {
  const key = ({ order }: Part) => `${order.subjectId} ${order.channel}`;
  const units: Part[][] = [];
  let count = Infinity;
  for (const part of [...parts].sort((a, b) => (key(a) < key(b) ? -1 : 1))) {
    if (count + part.people.length > PEOPLE_AT_ONCE) {
      units.push([]);
      count = 0;
    }
    units.at(-1)!.push(part);
    count += part.people.length;
  }
  return units;
}
