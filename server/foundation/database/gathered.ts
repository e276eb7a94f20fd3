import { createBatcher, type Batcher } from './batcher.ts';
import { selectRows } from './rows.ts';
import type { Db } from './statements.ts';

/** Looked up by one statement; what it comes to for each key, in the order of the keys. */
type Read<Key, Found> = (db: Db, keys: Key[]) => Promise<Found[]>;

async function afterThisTurn<T>(work: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => setImmediate(resolve));
  return work();
}

/**
 * Reads of a kind that come in one turn of the event loop, or while one of them is under way, share a statement: many
 * callers cost hardly more than one. In a unit each goes at once, for it reads what the unit has written.
 */
export function gathered<Key, Found>(read: Read<Key, Found>): (db: Db, key: Key) => Promise<Found> {
  const batchers = new WeakMap<Db, Batcher<Key, Found>>();
  return async (db, key) => {
    if (db.isTransaction) return (await read(db, [key]))[0]!;
    let batcher = batchers.get(db);
    if (!batcher)
      batchers.set(db, (batcher = createBatcher({ within: afterThisTurn, perform: (keys) => read(db, keys) })));
    return batcher.add(key);
  };
}

/**
 * The rows that are found under an id, gathered.
 *
 * @param statement joins its tables to `given.id`
 */
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
