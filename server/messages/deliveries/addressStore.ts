import type { Knex } from 'knex';
import type { Address } from '../../../contract/channel.ts';

/** The address of a person on a channel; null if the channel has not met them. */
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
