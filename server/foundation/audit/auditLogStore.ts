import { setImmediate as breathe } from 'node:timers/promises';
import type { Knex } from 'knex';
import { query } from '../database/statements.ts';
import { isPrefix, leadOf, restOf, type AuditSearch, type Lead } from './auditFilterRules.ts';
import { CONTENT, type SealedContent } from './chain.ts';

/** A row with its place in the chain, if it has one. */
export interface LoggedRow extends SealedContent {
  position: number | null;
  hash: string | null;
}

/** The last row of a page. */
export interface AuditPlace {
  at: number;
  seq: number;
}

export interface AuditPageQuery {
  /** Absent: starts with the newest. */
  after?: AuditPlace;
  limit: number;
}

/** How many rows one call searches beyond the index, and how many it reads at a time. */
const MOST_SEARCHED = 2000;
const SEARCHED_AT_ONCE = 200;

/**
 * Rows of the audit, newest first, and the place where the next page starts; null: this is the last page. A page may be
 * short or empty, because one call searches only so many rows.
 */
export async function findAudit(
  db: Knex,
  search: AuditSearch,
  { after, limit }: AuditPageQuery,
): Promise<{ rows: LoggedRow[]; next: AuditPlace | null }> {
  const actions = search.action === undefined ? null : await actionsIn(db, search.action);
  const lead = leadOf(search, actions);
  const isWanted = restOf(search, actions, lead);
  if (!isWanted) return cut(await newest(db, lead, search, { after, limit: limit + 1 }), limit);
  const found: LoggedRow[] = [];
  for (let searched = 0; searched < MOST_SEARCHED; searched += SEARCHED_AT_ONCE) {
    const some = await newest(db, lead, search, { after, limit: SEARCHED_AT_ONCE });
    found.push(...some.filter(isWanted));
    if (found.length > limit || some.length < SEARCHED_AT_ONCE) return cut(found, limit);
    after = placeOf(some.at(-1)!);
    await breathe(); // between two reads the event loop serves others
  }
  return { rows: found, next: after! };
}

function cut(found: LoggedRow[], limit: number) {
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? placeOf(rows.at(-1)!) : null };
}

const placeOf = ({ at, seq }: LoggedRow): AuditPlace => ({ at, seq });

/** The rows a lead finds. For several actions, reads the newest rows of each and returns the newest of all. */
async function newest(db: Knex, lead: Lead, search: AuditSearch, page: AuditPageQuery): Promise<LoggedRow[]> {
  if (lead.by === 'time') return rowsBy(db, search, page);
  if (lead.by !== 'action') return rowsBy(db, search, page).where(lead.by, lead.is);
  const found = await Promise.all(lead.among.map((action) => rowsBy(db, search, page).where({ action })));
  return found
    .flat()
    .sort((a, b) => b.at - a.at || b.seq - a.seq)
    .slice(0, page.limit);
}

function rowsBy(db: Knex, { from, to }: AuditSearch, { after, limit }: AuditPageQuery): Knex.QueryBuilder {
  const rows = db('audit').select([...CONTENT, 'position', 'hash']);
  const end = after ?? (to === undefined ? null : { at: to, seq: 0 });
  if (end) void rows.whereRaw('(at, seq) < (?, ?)', [end.at, end.seq]);
  if (from !== undefined) void rows.where('at', '>=', from);
  return rows
    .orderBy([
      { column: 'at', order: 'desc' },
      { column: 'seq', order: 'desc' },
    ])
    .limit(limit);
}

const actionsIn = async (db: Knex, action: string): Promise<string[]> =>
  isPrefix(action) ? (await knownActions(db)).filter((each) => each.startsWith(action)) : [action];

/** All actions in the audit: one index lookup per action, however many rows each has. */
const KNOWN_ACTIONS = `with recursive known (action) as (
  select (select min(action) from audit)
  union all
  select (select min(audit.action) from audit where audit.action > known.action) from known where known.action is not null
) select action from known where action is not null`;

async function knownActions(db: Knex): Promise<string[]> {
  const rows = await query<{ action: string }>(db, KNOWN_ACTIONS, []);
  return rows.map(({ action }) => action);
}

/** The newest row with an action; null: there is none. */
export async function newestOf(db: Knex, action: string): Promise<LoggedRow | null> {
  const [row] = await newest(db, { by: 'action', among: [action] }, {}, { limit: 1 });
  return row ?? null;
}
