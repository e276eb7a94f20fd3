import type { Knex } from 'knex';
import type { Address } from '../../../contract/channel.ts';

/** Where a channel has met a person; null: it has not. */
export async function findAddress(db: Knex, channel: string, person: string): Promise<Address | null> {
  const row = await db('addresses').where({ channel, person }).first('address');
  return row ? (JSON.parse(row.address) as Address) : null;
}

export async function putAddress(
  db: Knex,
  { channel, person, address, at }: { channel: string; person: string; address: Address; at: number },
): Promise<void> {
  const row = { channel, person, address: JSON.stringify(address), updated_at: at };
  await db('addresses').insert(row).onConflict(['channel', 'person']).merge();
}
