import { given, selectRows, type Columns } from '../../foundation/database/rows.ts';
import { isPostgres, query, type Db } from '../../foundation/database/statements.ts';

/** One channel and one person; a row exists while an attempt is under way. */
export interface Conversation {
  channel: string;
  person: string;
}

/** A taken conversation. `busyUntil` fences it: nobody can take it again before then. */
export interface TakenConversation extends Conversation {
  busyUntil: number;
}

const COLUMNS: Columns = { channel: 'text', person: 'text', busy_until: 'integer' };

export const conversationKey = ({ channel, person }: Conversation): string => `${channel} ${person}`;

/** Always in the same order, so that servers never deadlock. */
const toRows = (conversations: Conversation[], busyUntil: (each: Conversation) => number) =>
  conversations
    .map((each) => ({ channel: each.channel, person: each.person, busy_until: busyUntil(each) }))
    .sort((a, b) => (conversationKey(a) < conversationKey(b) ? -1 : 1));

/** Takes the conversations that are free; returns the keys of those taken. */
export async function takeConversations(
  db: Db,
  conversations: Conversation[],
  now: number,
  busyUntil: number,
): Promise<Set<string>> {
  if (conversations.length === 0) return new Set();
  const { sql, bindings } = given(
    db,
    COLUMNS,
    toRows(conversations, () => busyUntil),
  );
  const taken = await query<Conversation>(
    db,
    `insert into conversations (channel, person, busy_until) select channel, person, busy_until from ${sql} where true
     on conflict (channel, person) do update set busy_until = excluded.busy_until where conversations.busy_until <= ?
     returning channel, person`,
    [...bindings, now],
  );
  return new Set(taken.map(conversationKey));
}

/** Leaves conversations alone that another attempt has taken since. */
export async function releaseConversations(db: Db, taken: TakenConversation[]): Promise<void> {
  if (taken.length === 0) return;
  const rows = toRows(taken, (each) => (each as TakenConversation).busyUntil);
  if (isPostgres(db) && rows.length > 1)
    await selectRows(db, COLUMNS, rows, {
      select: 'conversations.person',
      rest: `join conversations using (channel, person) order by channel, person for update of conversations`,
    });
  const { sql, bindings } = given(db, COLUMNS, rows);
  await query(
    db,
    `delete from conversations where (channel, person, busy_until) in (select channel, person, busy_until from ${sql})`,
    bindings,
  );
}
