import type { Knex } from 'knex';
import type { InboxTab } from '../../contract/notifications.ts';
import type { RequestStatus } from '../../contract/requests.ts';
import { changeRows, given, selectRows } from '../foundation/database/rows.ts';
import { isPostgres, query } from '../foundation/database/statements.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../foundation/schedule/loops.ts';
import { changeInboxes } from '../messages/notifications/inboxes.ts';
import { batchOf, changesOf, keyOf, movesOf, fileAgainAt, type Filed, type Unfiled } from './filingRules.ts';

const TICK_MS = 250;
const REQUESTS_AT_ONCE = 500;
/** Size of one unit: other writers wait for it. */
const NOTIFICATIONS_AT_ONCE = 1000;

/**
 * Counts changes of requests in everybody's inbox. Raising, answering and closing a request touch no inbox: reads add
 * what is not filed yet (`inboxStates.ts`), and this loop keeps that small.
 */
export function createFiling({ units, reader }: { units: UnitOfWork; reader: Knex }): Loop {
  return every('inboxes.file', TICK_MS, async (now) => {
    if (!(await isDue(reader, now))) return false;
    return units.run(({ trx }) => fileSome(trx, now));
  });
}

async function isDue(reader: Knex, now: number): Promise<boolean> {
  return (
    (await reader('requests').whereRaw('version > filed_version').where('file_at', '<=', now).first('id')) !== undefined
  );
}

/** @returns whether more may be due */
export async function fileSome(db: Knex, now: number, most = NOTIFICATIONS_AT_ONCE): Promise<boolean> {
  const unfiled = await takeUnfiled(db, now);
  const batch = batchOf(unfiled, most);
  if (batch.length === 0) return false;
  const notifications = await notificationsOf(db, batch, most, now);
  const unread = await refile(db, movesOf(batch, notifications));
  await changeInboxes(db, changesOf(batch, notifications, unread));
  if (batch.length === 1 && notifications.length === most)
    await storePlace(db, batch[0]!, notifications.at(-1)!.person);
  else await storeFiled(db, batch, now);
  return unfiled.length === REQUESTS_AT_ONCE || batch.length < unfiled.length || notifications.length === most;
}

interface UnfiledRow {
  id: string;
  status: RequestStatus;
  assignee_count: number;
  filed_version: number;
  version: number;
  after: string;
}

/**
 * Takes unfiled requests and locks their rows: none is answered or closed while its notifications are counted, and no
 * other server files it.
 */
async function takeUnfiled(db: Knex, now: number): Promise<Unfiled[]> {
  const lock = isPostgres(db) ? 'for no key update skip locked' : '';
  const rows = await query<UnfiledRow>(
    db,
    `select id, status, assignee_count, filed_version, coalesce(filing_version, version) as version, coalesce(filing_after, '') as after
     from requests where version > filed_version and file_at <= ? order by file_at limit ${REQUESTS_AT_ONCE} ${lock}`,
    [now],
  );
  return rows.map(({ assignee_count: assigneeCount, filed_version: filedVersion, ...row }) => ({
    ...row,
    assigneeCount,
    filedVersion,
  }));
}

interface FiledRow {
  request_id: string;
  person: string;
  filed_as: InboxTab | null;
  snoozed_until: number | null;
  answered_at: number | null;
}

async function notificationsOf(db: Knex, batch: Unfiled[], most: number, now: number): Promise<Filed[]> {
  const rows = await selectRows<FiledRow>(
    db,
    { id: 'text', after: 'text' },
    batch.map(({ id, after }) => ({ id, after })),
    {
      select: 'notifications.subject_id as request_id, notifications.person, filed_as, snoozed_until, answered_at',
      rest: `join notifications on notifications.subject_id = given.id and notifications.person > given.after
        order by notifications.subject_id, notifications.person limit ${most}`,
    },
  );
  return rows.map((row) => ({
    requestId: row.request_id,
    person: row.person,
    filedAs: row.filed_as,
    isAwake: row.snoozed_until === null || row.snoozed_until <= now,
    hasAnswered: row.answered_at !== null,
  }));
}

/** @returns those that their person has not read as of now: they may have been read since they were selected */
async function refile(db: Knex, moves: ReturnType<typeof movesOf>): Promise<Set<string>> {
  if (moves.length === 0) return new Set();
  const { sql, bindings } = given(
    db,
    { request_id: 'text', person: 'text', filed_as: 'text' },
    moves.map(({ requestId, person, to }) => ({ request_id: requestId, person, filed_as: to })),
  );
  const rows = await query<{ requestId: string; person: string; is_read: number }>(
    db,
    `update notifications set filed_as = given.filed_as from ${sql}
     where notifications.subject_id = given.request_id and notifications.person = given.person
     returning notifications.subject_id as "requestId", notifications.person as person, is_read`,
    bindings,
  );
  return new Set(rows.filter(({ is_read: isRead }) => isRead === 0).map(keyOf));
}

async function storePlace(db: Knex, { id, version }: Unfiled, after: string): Promise<void> {
  await db('requests').where({ id }).update({ filing_version: version, filing_after: after });
}

async function storeFiled(db: Knex, batch: Unfiled[], now: number): Promise<void> {
  await changeRows(
    db,
    'requests',
    { id: 'text', version: 'integer', file_at: 'integer' },
    batch.map((request) => ({ id: request.id, version: request.version, file_at: fileAgainAt(request, now) })),
    {
      set: 'filed_version = given.version, filing_version = null, filing_after = null, file_at = given.file_at',
      where: 'requests.id = given.id',
    },
  );
}
