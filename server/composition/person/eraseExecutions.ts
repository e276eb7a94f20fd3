import { setTimeout as sleep } from 'node:timers/promises';
import { query, type Db } from '../../foundation/database/statements.ts';
import { changesOf, lockedRow, rewriteWhere, type Erasing } from './eraseRows.ts';
import { heldExecution, holdExecution, releaseExecution } from './erasureStore.ts';
import { rewriting } from './personRules.ts';
import { conditionOf, type Condition, type TableRow } from './personRows.ts';

/** A running execution holds its context in memory, and would write it back over what was erased. */
export class StillRunning extends Error {
  constructor(ids: string[]) {
    super(
      `These executions name the person and are running: ${ids.join(', ')}. Call again when they wait or have ended.`,
    );
    this.name = 'StillRunning';
  }
}

const EXECUTIONS_AT_ONCE = 200;
const LOOKS = 20;
const LOOK_EVERY_MS = 250;

const OF_REQUESTS = 'request_id in (select id from requests where execution_id = executions.id)';

/** Tables whose rows belong to an execution, and how; `executions` itself is done last. */
const PARTS: Record<string, string> = {
  requests: 'execution_id = executions.id',
  responses: OF_REQUESTS,
  files: OF_REQUESTS,
  execution_steps: 'execution_id = executions.id',
};

/**
 * Removes the person from every execution connected with them. Their names are replaced only in executions that also
 * contain their id or address.
 *
 * @throws StillRunning
 */
export async function eraseInExecutions(erasing: Erasing): Promise<void> {
  await finishHeld(erasing);
  let running: string[] = [];
  for await (const ids of connected(erasing))
    for (const id of ids) if (!(await eraseInOne(erasing, id))) running.push(id);
  for (let look = 0; running.length > 0; look++) {
    if (look === LOOKS) throw new StillRunning(running);
    await sleep(LOOK_EVERY_MS);
    const before = running;
    running = [];
    for (const id of before) if (!(await eraseInOne(erasing, id))) running.push(id);
  }
}

/** Finishes what an interrupted command, or one that runs beside this one, has begun. @throws StillRunning */
export async function finishHeld(erasing: Erasing): Promise<void> {
  for (let look = 0; ; look++) {
    const held = await heldExecution(erasing.reader, erasing.known.id);
    if (held === null || (await eraseInOne(erasing, held))) return;
    if (look === LOOKS) throw new StillRunning([held]);
    await sleep(LOOK_EVERY_MS);
  }
}

/** Executions with the person in any of their rows. */
async function* connected({ reader, known }: Erasing): AsyncGenerator<string[]> {
  const own = conditionOf('executions', known)!;
  const parts = Object.entries(PARTS).map(([table, of]) => existsIn(table, of, conditionOf(table, known)!));
  const asked = existsIn(
    'notifications',
    `subject_id in (select id from requests where execution_id = executions.id)`,
    {
      sql: 'person = ?',
      bindings: [known.id],
    },
  );
  const conditions = [own, ...parts, asked];
  const sql = conditions.map((each) => `(${each.sql})`).join(' or ');
  const bindings = conditions.flatMap((each) => each.bindings);
  for (let after = ''; ;) {
    const ids: string[] = await reader('executions')
      .where('id', '>', after)
      .orderBy('id')
      .limit(EXECUTIONS_AT_ONCE)
      .pluck('id');
    if (ids.length === 0) return;
    const last = ids.at(-1)!;
    const found = await query<{ id: string }>(
      reader,
      `select id from executions where id > ? and id <= ? and (${sql}) order by id`,
      [after, last, ...bindings],
    );
    if (found.length > 0) yield found.map(({ id }) => id);
    after = last;
  }
}

const existsIn = (table: string, of: string, { sql, bindings }: Condition): Condition => ({
  sql: `exists (select 1 from ${table} where ${of} and (${sql}))`,
  bindings,
});

/** @returns false while it is running */
async function eraseInOne(erasing: Erasing, id: string): Promise<boolean> {
  const { units, reader, known } = erasing;
  const before: TableRow | undefined = await reader('executions').where({ id }).first();
  if (before?.['status'] === 'running') return false;
  while (await units.run(({ trx }) => holdExecution(trx, known.id, id))) await finishHeld(erasing);
  for (const [table, of] of Object.entries(PARTS)) {
    const { sql, bindings } = conditionOf(table, known, true)!;
    const ofThis = of.replace('executions.id', '?');
    await rewriteWhere(erasing, table, { sql: `${ofThis} and (${sql})`, bindings: [id, ...bindings] }, true);
  }
  if (before?.['chat_id']) await eraseInLog(erasing, before);
  return units.run(({ trx }) => eraseOnRow(trx, erasing, id, before?.['epoch']));
}

/** The execution's messages in its starter's chat. */
async function eraseInLog({ units, reader, known, pseudonym }: Erasing, execution: TableRow): Promise<void> {
  const { id, chat_id, started_by: person } = execution;
  const words = rewriting(known, pseudonym, true);
  const said: string[] = await reader('chat_messages').where({ chat_id, person, execution_id: id }).pluck('id');
  for (const messageId of said)
    await units.run(async ({ trx }) => {
      const message = await lockedRow(trx, 'chat_messages', { id: messageId });
      const content = message?.['content'] as string | undefined;
      const next = content && words.text(content);
      if (next !== content) await trx('chat_messages').where({ id: messageId }).update({ content: next });
    });
}

/** Raises the epoch, so that the next claim reads the history again instead of a server's cache. */
async function eraseOnRow(db: Db, erasing: Erasing, id: string, epoch: unknown): Promise<boolean> {
  const row = await lockedRow(db, 'executions', { id });
  if (row && (row['status'] === 'running' || row['epoch'] !== epoch)) return false;
  const changes = row ? changesOf('executions', row, erasing, rewriting(erasing.known, erasing.pseudonym, true)) : {};
  const isAsleep = row?.['status'] === 'waiting';
  if (row && (isAsleep || Object.keys(changes).length > 0))
    await db('executions')
      .where({ id })
      .update({ ...changes, ...(isAsleep && { epoch: Number(row['epoch']) + 1 }) });
  await releaseExecution(db, erasing.known.id, id);
  return true;
}
