import { createBatcher, type Batcher } from './batcher.ts';
import { selectRows } from './rows.ts';
import type { Db } from './statements.ts';

/** Looks up all keys with one statement. @returns the result for each key, in their order */
type Read<Key, Found> = (db: Db, keys: Key[]) => Promise<Found[]>;

/**
 * Reads of one kind that are called together, or while one of them is under way, share a statement: many cost hardly
 * more than one. Inside a unit each runs at once, because it must see the unit's writes.
 */
export function gathered<Key, Found>(read: Read<Key, Found>): (db: Db, key: Key) => Promise<Found> {
  const batchers = new WeakMap<Db, Batcher<Key, Found>>();
  return async (db, key) => {
    if (db.isTransaction) return (await read(db, [key]))[0]!;
    let batcher = batchers.get(db);
    if (!batcher) batchers.set(db, (batcher = createBatcher({ perform: (keys) => read(db, keys) })));
    return batcher.add(key);
  };
}

/** The rows of an id, gathered. @param statement joins its tables to `given.id` */
export const gatheredById = <Row>({ select, rest }: Record<'select' | 'rest', string>) =>
  gathered(async (db, ids: string[]) => {
    const rows = await selectRows<Row & { given_n: number }>(
      db,
      { n: 'integer', id: 'text' },
      ids.map((id, n) => ({ n, id })),
      { select: `given.n as given_n, ${select}`, rest },
    );
    const found = ids.map((): Row[] => []);
    for (const row of rows) found[row.given_n]!.push(row);
    return found;
  });
