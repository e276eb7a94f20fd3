import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Branch } from '../../server/flow/branchRules.ts';
import type { UserNotification } from '../../contract/notifications.ts';

const LOOK_EVERY_MS = 20;

/** How long a server may take to notice a deadline: a poll every 2 s, and the duration of the poll. */
const CLOCK_GRACE_MS = 2500;

/**
 * Unfinished executions that should have continued: a server works on them, nobody is asked any more, an answer has not
 * entered them yet, or their time came a while ago.
 */
async function owedExecutions(db: Knex, now: number): Promise<string[]> {
  const past = now - CLOCK_GRACE_MS;
  const requests = (trx: Knex) => trx('requests').whereRaw('requests.execution_id = executions.id');
  const entered = db('execution_steps').whereRaw(
    'execution_steps.execution_id = requests.execution_id and execution_steps.visit_key = requests.visit_key',
  );
  return db('executions')
    .whereIn('status', ['running', 'waiting'])
    .where((owed) => {
      void owed
        .where({ status: 'running' })
        .orWhere('wake_at', '<=', past)
        .orWhere((idle) => void idle.whereNull('wake_at').whereNotExists(requests(db).where({ status: 'waiting' })))
        .orWhereExists(requests(db).where({ status: 'waiting' }).where('expires_at', '<=', past))
        .orWhereExists(requests(db).whereNot({ status: 'waiting' }).whereNotExists(entered));
    })
    .pluck('id');
}

/** Resolves with the time until all owed executions had continued, or with what is still owed after `withinMs`. */
export async function untilNothingIsOwed(db: Knex, withinMs: number): Promise<{ tookMs: number; owed: string[] }> {
  const startedAt = Date.now();
  let owed = await owedExecutions(db, startedAt);
  for (;;) {
    const tookMs = Date.now() - startedAt;
    if (owed.length === 0 || tookMs > withinMs) return { tookMs, owed };
    await sleep(LOOK_EVERY_MS);
    const now = new Set(await owedExecutions(db, Date.now()));
    owed = owed.filter((id) => now.has(id)); // what became due meanwhile gets its own time
  }
}

/** An execution's state, for finding out why it does not continue. */
export async function stateOf(db: Knex, id: string, now: number): Promise<string> {
  const { status, lease_owner, wake_seq, wake_seen, woken_at, wake_at, branches } = await db('executions')
    .where({ id })
    .first();
  const requests = await db('requests').where({ execution_id: id }).select('visit_key', 'status');
  const ago = (at: number | null) => (at === null ? null : `${now - at} ms ago`);
  const places = (JSON.parse(branches) as Branch[]).map(({ nodeId, state }) => `${nodeId} ${state}`);
  const wakes = `${wake_seen} of ${wake_seq} wakes seen, the last ${ago(woken_at)}`;
  return `${status}, held by ${lease_owner}, ${wakes}, at ${places.join(', ')}, due ${ago(wake_at)}, asked ${JSON.stringify(requests)}`;
}

/** A question that a person can still answer. */
export interface OpenQuestion {
  requestId: string;
  executionId: string;
  strategy: 'any' | 'all';
  inputType: UserNotification['inputType'];
  person: string;
}

export async function openQuestions(db: Knex): Promise<OpenQuestion[]> {
  const rows = await db('requests')
    .join('notifications', 'notifications.subject_id', 'requests.id')
    .where({ status: 'waiting', answered_at: null })
    .orderBy(['requests.id', 'person'])
    .select('requests.id', 'execution_id', 'strategy', 'body', 'email');
  return rows.map((row) => ({
    requestId: row.id,
    executionId: row.execution_id,
    strategy: row.strategy,
    inputType: (JSON.parse(row.body) as Pick<OpenQuestion, 'inputType'>).inputType,
    person: row.email,
  }));
}
