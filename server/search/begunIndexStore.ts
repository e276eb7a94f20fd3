import type { Db } from '../foundation/database/statements.ts';

/** The name of the index that was begun last; `current` where none is stored yet, and from then on. */
export async function begunIndex(trx: Db, current: string): Promise<string> {
  await trx('begun_index').insert({ id: 1, name: current }).onConflict('id').ignore();
  const row: { name: string } = await trx('begun_index').first('name');
  return row.name;
}

export const storeBegunIndex = async (trx: Db, name: string): Promise<void> =>
  void (await trx('begun_index').update({ name }));
