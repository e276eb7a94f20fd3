import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { UserNotification } from '../../contract/notifications.ts';

const LOOK_EVERY_MS = 20;

/**
 * Unfinished executions that could go on right now: a server works on them, nobody is asked any more, an answer or the
 * end of a deadline has not entered them yet.
 */
export async function owedExecutions(db: Knex, now: number): Promise<string[]> {
  const requests = (trx: Knex) => trx('requests').whereRaw('requests.execution_id = executions.id');
  const entered = db('execution_steps').whereRaw(
    'execution_steps.execution_id = requests.execution_id and execution_steps.visit_key = requests.visit_key',
  );
  return db('executions')
    .whereIn('status', ['running', 'waiting'])
    .where((owed) =>
      owed
        .where({ status: 'running' })
        .orWhereNotExists(requests(db).where({ status: 'waiting' }))
        .orWhereExists(requests(db).where({ status: 'waiting' }).where('expires_at', '<=', now))
        .orWhereExists(requests(db).whereNot({ status: 'waiting' }).whereNotExists(entered)),
    )
    .pluck('id');
}

/** Resolves with how long it took until nothing was owed to these executions, or with what is owed after `withinMs`. */
export async function untilNothingIsOwed(
  db: Knex,
  withinMs: number,
  among?: ReadonlySet<string>,
): Promise<{ tookMs: number; owed: string[] }> {
  const startedAt = Date.now();
  for (;;) {
    const owed = (await owedExecutions(db, Date.now())).filter((id) => among?.has(id) ?? true);
    const tookMs = Date.now() - startedAt;
    if (owed.length === 0 || tookMs > withinMs) return { tookMs, owed };
    await sleep(LOOK_EVERY_MS);
  }
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
