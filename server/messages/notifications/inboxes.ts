import type { Knex } from 'knex';
import { given, type Columns } from '../../foundation/database/rows.ts';
import { query } from '../../foundation/database/statements.ts';

/** What changes in one person's inbox: how often, and how many notifications are counted there under each status. */
export interface InboxChange {
  person: string;
  changes: number;
  pending: number;
  /** Of the pending ones. */
  unread: number;
  completed: number;
  expired: number;
}

const COLUMNS: Columns = {
  person: 'text',
  changes: 'integer',
  pending: 'integer',
  unread: 'integer',
  completed: 'integer',
  expired: 'integer',
};
const COUNTS = Object.keys(COLUMNS).filter((name) => name !== 'person');

/** Adds to the counters of inboxes, one row per person, in the order of the people, so that units never wait in a circle. */
export async function changeInboxes(db: Knex, changes: InboxChange[]): Promise<void> {
  if (changes.length === 0) return;
  const { sql, bindings } = given(
    db,
    COLUMNS,
    changes.map((change) => ({ ...change })),
  );
  const names = Object.keys(COLUMNS).join(', ');
  await query(
    db,
    `insert into inboxes (${names}) select ${names} from ${sql} where true order by person
     on conflict (person) do update set ${COUNTS.map((name) => `${name} = inboxes.${name} + excluded.${name}`).join(', ')}`,
    bindings,
  );
}
