import type { Knex } from 'knex';
import type { InboxCounts } from '../../contract/inboxPages.ts';
import type { InboxTab } from '../../contract/notifications.ts';
import { gathered } from '../foundation/database/gathered.ts';
import { given } from '../foundation/database/rows.ts';
import { isPostgres, query } from '../foundation/database/statements.ts';
import { IS_AWAKE, momentsOf, STATUS } from './inboxStatus.ts';

/** What a client needs to know about an inbox without reading it. */
export interface InboxState {
  person: string;
  /** Changes whenever anything in the inbox does: a client with another version has missed something. */
  version: string;
  counts: InboxCounts;
}

/**
 * Limit of unsettled requests, which reads check one by one: their latest version is not filed yet (`filing.ts`), their
 * time is over but they are not closed yet, or a snooze has just ended (`waking.ts`). They are few and soon settled.
 * With more than this of any kind, inboxes lag behind until they are filed; then their versions change.
 */
const MOST_UNSETTLED = 1000;
const UNSETTLED_COLUMNS =
  'id, flow_id, visit_key, status, expires_at, version, filed_version, filing_version, filing_after';

/** A table named `unsettled`, for a WITH clause. Binds the current time twice. */
export const UNSETTLED = `unsettled as (
  select ${UNSETTLED_COLUMNS} from (select ${UNSETTLED_COLUMNS} from requests where version > filed_version order by file_at limit ${MOST_UNSETTLED}) as unfiled
  union
  select ${UNSETTLED_COLUMNS} from (select ${UNSETTLED_COLUMNS} from requests where status = 'waiting' and expires_at <= ? order by expires_at limit ${MOST_UNSETTLED}) as overdue
  union
  select ${UNSETTLED_COLUMNS} from requests where id in
    (select subject_id from notifications where filed_as = 'snoozed' and snoozed_until <= ? order by snoozed_until limit ${MOST_UNSETTLED}))`;

/** Up to this many people, notifications are looked up per person; above, all those of a request are scanned. */
const FEW = 20;

/**
 * The notifications of these people about unsettled requests. Neither database can estimate how few these requests are:
 * the lateral join and the cross join keep it from starting with all notifications of the people. Binds the people
 * once.
 */
export function unsettledOf(db: Knex, people: number): string {
  if (isPostgres(db))
    return `unsettled cross join lateral
      (select subject_id, person, email, created_at, is_read, answered_at, filed_as, snoozed_until, due_at from notifications where subject_id = unsettled.id and person = any(?) offset 0) as notifications`;
  const person = people <= FEW ? 'notifications.person' : '+notifications.person'; // the plus avoids the primary key
  return `unsettled cross join notifications on notifications.subject_id = unsettled.id and ${person} in (select value from json_each(?))`;
}

export const peopleBinding = (db: Knex, people: string[]): Knex.RawBinding =>
  isPostgres(db) ? people : JSON.stringify(people);

const counted = (condition: string): string => `sum(case when ${condition} then 1 else 0 end)`;
/** For each counter: its new value, the part that is filed already, and the statuses whose conditions bind times. */
const COUNTERS: Record<keyof InboxCounts, { is: string; was: string; moments: InboxTab[] }> = {
  pending: { is: STATUS.pending, was: `filed_as = 'pending'`, moments: ['pending'] },
  unread: {
    is: `${STATUS.pending} and is_read = 0`,
    was: `filed_as = 'pending' and is_read = 0`,
    moments: ['pending'],
  },
  completed: { is: STATUS.completed, was: `filed_as = 'completed'`, moments: ['completed'] },
  expired: { is: STATUS.expired, was: `filed_as = 'expired'`, moments: ['expired'] },
  snoozed: { is: STATUS.snoozed, was: `filed_as = 'snoozed'`, moments: ['snoozed'] },
};
const NAMES = Object.keys(COUNTERS) as (keyof InboxCounts)[];
const added = (is: string, was: string): string => `${counted(is)} - ${counted(was)}`;

type StateRow = { person: string; changes: number; overdue: number } & InboxCounts;

/** Snoozed notifications have no counter: they are few (`MOST_SNOOZED`). */
const SNOOZED = `(select count(*) from notifications where notifications.person = given.person and filed_as = 'snoozed')`;

/**
 * The inboxes of these people, in one statement: filed and unfiled changes must be from the same moment. The version is
 * the number of changes that an inbox has seen, filed or not, including those of the person's assignments, and how many
 * of its questions are overdue. The end of a snooze is a change too.
 */
export async function inboxStates(db: Knex, people: string[], now: number): Promise<Map<string, InboxState>> {
  if (people.length === 0) return new Map();
  const { sql, bindings } = given(
    db,
    { person: 'text' },
    people.map((person) => ({ person })),
  );
  const inUnfiled = NAMES.map((name) => `${added(COUNTERS[name].is, COUNTERS[name].was)} as ${name}`);
  const inAll = NAMES.map(
    (name) =>
      `${name === 'snoozed' ? SNOOZED : `coalesce(inboxes.${name}, 0)`} + coalesce(unfiled.${name}, 0) as ${name}`,
  );
  const rows = await query<StateRow>(
    db,
    `with ${UNSETTLED},
     unfiled as (select notifications.person as person,
       sum(version - case when notifications.person <= filing_after then filing_version else filed_version end) + ${counted(IS_AWAKE)} as changes,
       ${counted(`status = 'waiting' and expires_at <= ?`)} as overdue, ${inUnfiled.join(', ')}
       from ${unsettledOf(db, people.length)} group by notifications.person)
     select given.person as person, coalesce(inboxes.changes, 0) + coalesce(unfiled.changes, 0) + coalesce(assignment_inboxes.changes, 0) as changes, coalesce(overdue, 0) as overdue,
       ${inAll.join(', ')}
     from ${sql} left join inboxes on inboxes.person = given.person left join unfiled on unfiled.person = given.person
       left join assignment_inboxes on assignment_inboxes.person = given.person`,
    [
      ...[now, now, now, now], // for `unsettled` twice; awake; overdue
      ...NAMES.flatMap((name) => COUNTERS[name].moments.flatMap((tab) => momentsOf(tab, now))),
      peopleBinding(db, people),
      ...bindings,
    ],
  );
  return new Map(rows.map((row) => [row.person, toState(row)]));
}

function toState({ person, changes, overdue, ...row }: StateRow): InboxState {
  const counts = Object.fromEntries(NAMES.map((name) => [name, Number(row[name])])) as InboxCounts;
  return { person, version: `${Number(changes)}.${Number(overdue)}`, counts };
}

const gatheredStates = gathered(async (db, asked: { person: string; now: number }[]) => {
  const people = [...new Set(asked.map(({ person }) => person))];
  const states = await inboxStates(db, people, Math.max(...asked.map(({ now }) => now)));
  return asked.map(({ person }) => states.get(person)!);
});

export const inboxState = (db: Knex, person: string, now: number): Promise<InboxState> =>
  gatheredStates(db, { person, now });
