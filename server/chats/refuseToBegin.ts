import type { Knex } from 'knex';
import { chatRetired } from '../flow/chatRetired.ts';
import { closedAmong } from '../flow/chatRetirementStore.ts';
import type { LogKey } from './chatStore.ts';

/** @throws ProblemError chat_retired if this is a person's own log of a retired chat, and nothing is in it yet */
export async function refuseToBegin(db: Knex, { chatId, person, logId }: LogKey): Promise<void> {
  if (logId === null && (await closedAmong(db, [{ chatId, person }])).size > 0) throw chatRetired();
}
