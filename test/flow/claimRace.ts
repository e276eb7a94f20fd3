import type { Knex } from 'knex';
import { openDatabase } from '../../server/foundation/database/connection.ts';
import { createUnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import type { TestStore } from '../support/openStore.ts';
import { randomNumbers, shuffled } from '../support/random.ts';

type Claiming = (trx: Knex, ids: string[], owner: string) => Promise<{ id: string }[]>;

/** Two servers claim all of these, forty at a time and in any order. @returns the ids that either has won */
export async function raceForClaims(store: TestStore, ids: string[], claim: Claiming): Promise<string[]> {
  const other = await openDatabase(store.url);
  const servers = [store.units, createUnitOfWork(other.writer)];
  const won: string[] = [];
  const random = randomNumbers(3);
  await Promise.all(
    servers.flatMap((units, owner) =>
      Array.from({ length: 8 }, async () => {
        const some = shuffled(ids, random);
        for (let n = 0; n < some.length; n += 40) {
          const held = await units.run(({ trx }) => claim(trx, some.slice(n, n + 40), String(owner)));
          won.push(...held.map(({ id }) => id));
        }
      }),
    ),
  );
  await other.close();
  return won;
}
