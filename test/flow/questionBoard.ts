import type { Knex } from 'knex';
import { z } from 'zod';
import { failure } from '../../contract/failures.ts';
import type { Engine } from '../../server/flow/engine.ts';
import { wakeExecutions } from '../../server/flow/leaseStore.ts';
import { NodeError, type NodeContext, type NodeType, type WaitRecord } from '../../server/flow/nodeType.ts';
import { lockInOrder, lockRows } from '../../server/foundation/database/rows.ts';
import type { Unit } from '../../server/foundation/database/unitOfWork.ts';

const TABLE = 'toy_questions';
const QuestionConfig = z.strictObject({ timeoutMs: z.number().optional() });
const WorkConfig = z.strictObject({ fails: z.boolean().optional() });

export interface Question {
  id: string;
  executionId: string;
  visitKey: string;
  state: 'open' | 'answered' | 'late' | 'withdrawn';
  output: string | null;
}

export const answerOf = (visitKey: string): string => `the answer to ${visitKey}`;

/**
 * Questions in a table of their own, which are answered, time out and are withdrawn under the same locks as real ones,
 * and nodes that work until they are released.
 */
export class QuestionBoard {
  /** How often each visit of a node that works has begun: `{executionId}/{visitKey}`. */
  runs = new Map<string, number>();
  /** Whether nodes that start to work are held up until they are released. */
  isHolding = false;
  private held: (() => void)[] = [];

  readonly types: readonly NodeType[] = [
    {
      type: 'question',
      displayName: 'Toy',
      configSchema: QuestionConfig,
      effect: 'repeatable',
      isInstant: true,
      waits: true,
      looksBack: true,
      timesOut: true,
      run: async ({ config, now }: NodeContext<z.infer<typeof QuestionConfig>>) => ({
        kind: 'wait',
        record: { expiresAt: config.timeoutMs === undefined ? null : now + config.timeoutMs },
      }),
      write: ({ trx }, records) => insertQuestions(trx, records),
      async resume({ trx }, visits) {
        const ids = visits.map(({ executionId, visitKey }) => `${executionId}/${visitKey}`);
        const found = new Map((await trx(TABLE).whereIn('id', ids)).map((row) => [row.id, row]));
        return ids.map((id) => {
          const { state, output } = found.get(id) ?? { state: 'open' };
          if (state === 'answered') return { output };
          if (state === 'late') return { error: failure('human_input_timeout') };
          if (state === 'withdrawn') return { error: failure('human_input_cancelled') };
          return null;
        });
      },
      async cancel({ trx }, executionIds) {
        const ids = await trx(TABLE).whereIn('execution_id', executionIds).where({ state: 'open' }).pluck('id');
        await lockInOrder(trx, TABLE, ids);
        await trx(TABLE).whereIn('id', ids).where({ state: 'open' }).update({ state: 'withdrawn' });
      },
    },
    this.worker('call', 'repeatable'),
    this.worker('send', 'once'),
  ];

  async open(db: Knex): Promise<void> {
    if (await db.schema.hasTable(TABLE)) return;
    await db.schema.createTable(TABLE, (table) => {
      table.text('id').primary();
      table.text('execution_id');
      table.text('visit_key');
      table.text('state');
      table.text('output');
      table.bigInteger('expires_at');
    });
  }

  async clear(db: Knex): Promise<void> {
    await db(TABLE).delete();
  }

  async all(db: Knex): Promise<Question[]> {
    const rows = await db(TABLE).orderBy('id');
    return rows.map(({ id, execution_id: executionId, visit_key: visitKey, state, output }) => {
      return { id, executionId, visitKey, state, output };
    });
  }

  /** Answers a question as the broker does. False: it is closed already. */
  async answer(
    unit: Unit,
    engine: Engine,
    { id, executionId, visitKey }: Question,
    { at, takesIn }: { at: number; takesIn: boolean },
  ): Promise<boolean> {
    const { trx } = unit;
    await lockRows(trx, TABLE, [id]);
    const answered = await trx(TABLE)
      .where({ id, state: 'open' })
      .where((still) => void still.whereNull('expires_at').orWhere('expires_at', '>', at))
      .update({ state: 'answered', output: answerOf(visitKey) });
    if (answered === 0) return false;
    const left = takesIn ? await engine.takeIn(unit, [executionId]) : [executionId];
    await wakeExecutions(trx, left, at);
    unit.afterCommit(() => engine.take(left));
    return true;
  }

  /** Closes questions without an answer, and wakes those that wait for them. */
  async close(
    { trx, afterCommit }: Unit,
    engine: Engine,
    ids: string[],
    { state, at }: { state: 'late' | 'withdrawn'; at: number },
  ): Promise<void> {
    await lockInOrder(trx, TABLE, ids);
    const rows = await trx(TABLE)
      .whereIn('id', ids)
      .where({ state: 'open' })
      .update({ state })
      .returning('execution_id');
    const woken = rows.map((row: { execution_id: string }) => row.execution_id);
    await wakeExecutions(trx, woken, at);
    afterCommit(() => engine.takeLater(woken));
  }

  async expired(db: Knex, at: number): Promise<string[]> {
    return db(TABLE).where({ state: 'open' }).where('expires_at', '<=', at).pluck('id');
  }

  /** Lets one node go on. */
  release(which: number): void {
    const [letGo] = this.held.splice(which % Math.max(this.held.length, 1), 1);
    letGo?.();
  }

  releaseAll(): void {
    for (const letGo of this.held.splice(0)) letGo();
  }

  private worker(type: string, effect: NodeType['effect']): NodeType {
    return {
      type,
      displayName: 'Toy',
      configSchema: WorkConfig,
      effect,
      isInstant: false,
      waits: false,
      run: async ({ executionId, visitKey, config, begin }: NodeContext<z.infer<typeof WorkConfig>>) => {
        if (effect === 'once') await begin();
        const key = `${executionId}/${visitKey}`;
        this.runs.set(key, (this.runs.get(key) ?? 0) + 1);
        if (this.isHolding) await new Promise<void>((resolve) => this.held.push(resolve));
        if (config.fails) throw new NodeError('toy_failed', 'the toy failed');
        return { kind: 'output', output: `the result of ${visitKey}` };
      },
    };
  }
}

async function insertQuestions(db: Knex, records: WaitRecord[]): Promise<void> {
  const rows = records.map(({ executionId, visitKey, record }) => ({
    id: `${executionId}/${visitKey}`,
    execution_id: executionId,
    visit_key: visitKey,
    state: 'open',
    expires_at: (record as { expiresAt: number | null }).expiresAt,
  }));
  if (rows.length > 0) await db(TABLE).insert(rows);
}
