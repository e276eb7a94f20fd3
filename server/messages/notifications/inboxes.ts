import type { Knex } from 'knex';
import { given, type Columns } from '../../foundation/database/rows.ts';
import { query } from '../../foundation/database/statements.ts';

/** The change of a person's inbox: the number of changes, and of each counter. */
export interface InboxChange {
  person: string;
  changes: number;
  pending: number;
  /** Part of the pending ones. */
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

/** Adds to the counters of inboxes. Rows are ordered by person, so that units never deadlock. */
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
