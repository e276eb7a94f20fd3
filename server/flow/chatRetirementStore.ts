import type { Knex } from 'knex';
import { selectRows, type Columns } from '../foundation/database/rows.ts';
import { retirementIn } from '../foundation/retirementStore.ts';
import { nameOfLog, type OwnLog } from './beginRules.ts';

export const chatRetirement = retirementIn('chats', 'chat');

const LOG: Columns = { chat_id: 'text', person: 'text' };

/**
 * Those of these logs that cannot be begun, by `nameOfLog`: the chat is retired, and the person has neither written
 * nor started anything in it.
 */
export async function closedAmong(db: Knex, logs: readonly OwnLog[]): Promise<Set<string>> {
  const rows = logs.map(({ chatId, person }) => ({ chat_id: chatId, person }));
  const found = await selectRows<{ chat_id: string; person: string }>(db, LOG, rows, {
    select: 'given.chat_id as chat_id, given.person as person',
    rest: `join chats on chats.id = given.chat_id
      where retired_at is not null
        and not exists (select 1 from chat_messages
          where chat_id = given.chat_id and person = given.person and log_id = '')
        and not exists (select 1 from executions
          where chat_id = given.chat_id and started_by = given.person and log_id is null)`,
  });
  return new Set(found.map(({ chat_id: chatId, person }) => nameOfLog({ chatId, person })));
}
