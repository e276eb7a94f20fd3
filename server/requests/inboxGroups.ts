import type { Knex } from 'knex';
import { query } from '../foundation/database/statements.ts';
import { groupKeyIn, placeOf } from './inboxOrder.ts';
import { peopleBinding, UNSETTLED, unsettledOf } from './inboxStates.ts';
import { momentsOf, STATUS } from './inboxStatus.ts';
import { findInbox, findUnplaced, type InboxEntry } from './inboxStore.ts';
import { stateAt } from './requestRules.ts';

/** Equal questions that wait for one person. */
export interface InboxGroup {
  key: string;
  count: number;
  /** The one that is due first. */
  first: InboxEntry;
}

/** Limit of questions that are read one by one, because they are not filed yet. */
const MOST_LOOSE = 1000;

/**
 * The pending questions in groups, earliest due first. They are counted in the index that sorts them; only the first
 * entry of each group is read.
 */
export async function findGroups(db: Knex, person: string, most: number, now: number): Promise<InboxGroup[]> {
  const counted = await countGroups(db, person, now);
  const loose = await findLoose(db, person, now);
  const unplaced = new Set(await findUnplaced(db, { person, status: 'pending', sort: 'due' }));
  loose.forEach((id) => unplaced.delete(id)); // already counted
  const ids = [...counted.flatMap(({ first }) => first ?? []), ...loose, ...unplaced];
  if (ids.length === 0) return [];
  const entries = await findInbox(db, { person, sort: 'due', ids: [...new Set(ids)], limit: ids.length }, now);
  const firsts = new Map<string, InboxEntry>();
  const counts = new Map(counted.map(({ key, count }) => [key, Number(count)]));
  for (const entry of entries.filter((each) => isPending(each, now))) {
    const { groupKey } = placeOf(entry.request, entry.createdAt);
    if (!firsts.has(groupKey)) firsts.set(groupKey, entry);
    if (unplaced.has(entry.request.id)) counts.set(groupKey, (counts.get(groupKey) ?? 0) + 1);
  }
  return [...firsts].map(([key, first]) => ({ key, first, count: Math.max(1, counts.get(key) ?? 1) })).slice(0, most);
}

/** Checked per entry: as an SQL condition it would make the database start with all waiting requests. */
const isPending = ({ request, answeredAt, snoozedUntil }: InboxEntry, now: number): boolean =>
  answeredAt === null && stateAt(request, now) === 'waiting' && (snoozedUntil ?? 0) <= now;

interface Counted {
  key: string;
  count: number;
  first: string | null;
}

/** `first` excludes unsettled requests, which `findLoose` finds. */
async function countGroups(db: Knex, person: string, now: number): Promise<Counted[]> {
  const key = groupKeyIn(db, 'unsettled');
  const own = `notifications.person = ? and filed_as = 'pending' and due_at > ?`;
  const moments = momentsOf('pending', now);
  return query<Counted>(
    db,
    `with ${UNSETTLED},
     parts as (
       select group_key, count(*) as n from notifications where ${own} group by group_key
       union all
       select ${key} as group_key, sum(case when ${STATUS.pending} then 1 else 0 end - case when filed_as = 'pending' and due_at > ? then 1 else 0 end) as n
       from ${unsettledOf(db, 1)} group by ${key}),
     groups as (select group_key, sum(n) as n from parts where group_key is not null group by group_key having sum(n) > 0)
     select group_key as key, n as count, (select subject_id from notifications where ${own} and notifications.group_key = groups.group_key
       and subject_id not in (select id from unsettled) order by due_at, subject_id limit 1) as first
     from groups`,
    [now, now, person, now, ...moments, now, peopleBinding(db, [person]), person, now],
  );
}

async function findLoose(db: Knex, person: string, now: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    `with ${UNSETTLED} select unsettled.id as id from ${unsettledOf(db, 1)} where ${STATUS.pending}
     order by unsettled.expires_at limit ${MOST_LOOSE}`,
    [now, now, peopleBinding(db, [person]), ...momentsOf('pending', now)],
  );
  return rows.map(({ id }) => id);
}
