import { expect } from 'chai';
import { executionRetention } from '../../server/flow/executionRetention.ts';
import { checkpointExecutions, reviveExecution } from '../../server/flow/executionStore.ts';
import { insertSteps } from '../../server/flow/stepStore.ts';
import type { Db } from '../../server/foundation/database/statements.ts';
import { KEEP_MS, createRetention, type RetentionRow } from '../../server/foundation/schedule/retention.ts';
import { createTokenRetention } from '../../server/messages/deliveries/tokenRetention.ts';
import { answerBatch } from '../../server/requests/answerBatch.ts';
import { promptTemplateRetention, requestRetention } from '../../server/requests/requestRetention.ts';
import { closeRequests } from '../../server/requests/requestStore.ts';
import { readSchema } from '../foundation/database/schemaReport.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { REQUEST_KIND } from '../../server/requests/requestSubject.ts';
import { NOW, aCheckpoint, aStep, aSubmission, requestIdOf, seedToken, seedWaiting } from '../support/seeds.ts';

const tokenRetention = createTokenRetention([REQUEST_KIND]);
const ROWS = [tokenRetention, promptTemplateRetention, requestRetention, executionRetention];
const OVER = NOW + 5000;

describe('retention of stored data', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    const db = () => store.db.writer;
    const idsIn = (table: string, column: string): Promise<string[]> =>
      db()(table).distinct().orderBy(column).pluck(column);
    const purge = ({ purge: run }: RetentionRow<Db>, before: number, limit = 500) =>
      store.units.run(({ trx }) => run(trx, before, limit));

    async function purgeAll(row: RetentionRow<Db>, before: number, limit = 500): Promise<number[]> {
      const counts: number[] = [];
      do counts.push(await purge(row, before, limit));
      while (counts.at(-1)! > 0);
      return counts.slice(0, -1);
    }

    /** An answered request of a running execution, with everything that belongs to a request. */
    async function seedAnswered(id: string, people = ['ada', 'grace']): Promise<void> {
      const requestId = requestIdOf(id);
      await seedWaiting(db(), id, people);
      const tokenHash = await seedToken(db(), requestId, people[0]!);
      const nudge = { id: `n-${id}`, request_id: requestId, sent_by: 'ada', display_name: 'Ada', at: NOW };
      await db()('nudges').insert(nudge);
      await db()('offered_options').insert({ request_id: requestId, variable: 'v', value: 'x' });
      await db()('request_files').insert({ request_id: requestId, file_id: `f-${id}` });
      await store.units.run(({ trx }) => answerBatch(trx, [aSubmission(requestId, people[0]!, { tokenHash })], NOW));
    }

    async function end(id: string, status: 'completed' | 'failed' = 'completed', endedAt = OVER): Promise<void> {
      const error = status === 'failed' ? { code: 'broken', message: '' } : null;
      await checkpointExecutions(db(), [aCheckpoint(id, { status, endedAt, error })]);
    }

    const REQUEST_TABLES: [table: string, column: string][] = [
      ['requests', 'id'],
      ['prompt_templates', 'request_id'],
      ['notifications', 'subject_id'],
      ['responses', 'request_id'],
      ['offered_options', 'request_id'],
      ['delivery_orders', 'subject_id'],
      ['deliveries', 'subject_id'],
      ['tokens', 'request_id'],
      ['nudges', 'request_id'],
      ['request_files', 'request_id'],
    ];

    it('knows every table that refers to a request', async () => {
      const referring = (await readSchema(store.db)).filter(
        ({ references, columns }) =>
          references.some((each) => /-> (requests|deliveries) /.test(each)) ||
          columns.some(({ name }) => name === 'subject_kind'), // it may be a request
      );
      const known = REQUEST_TABLES.map(([table]) => table).filter((table) => table !== 'requests');
      expect(referring.map(({ name }) => name)).to.have.members(known);
    });

    it('deletes expired tokens and prompt templates, of finished executions only', async () => {
      for (const id of ['over', 'unfinished']) await seedAnswered(id);
      await seedWaiting(db(), 'young', ['ada'], { expiresAt: OVER });
      await seedToken(db(), requestIdOf('young'), 'ada', OVER);
      await end('over');
      await end('young');
      for (const [row, table] of [
        [tokenRetention, 'tokens'],
        [promptTemplateRetention, 'prompt_templates'],
      ] as const) {
        expect(await purgeAll(row, NOW + 999), 'a moment before').to.deep.equal([]);
        expect(await purgeAll(row, NOW + 1000)).to.deep.equal([1]);
        expect(await idsIn(table, 'request_id')).to.deep.equal(['unfinished', 'young'].map(requestIdOf));
      }
      await end('unfinished');
      expect(await purgeAll(tokenRetention, OVER, 1)).to.deep.equal([1, 1]);
    });

    it('deletes closed requests with everything that belongs to them, and nothing of others', async () => {
      for (const id of ['over', 'unfinished']) await seedAnswered(id);
      await seedAnswered('young');
      await db()('requests')
        .where({ id: requestIdOf('young') })
        .update({ closed_at: OVER });
      await seedWaiting(db(), 'open', ['ada']);
      for (const id of ['over', 'young', 'open']) await end(id);
      expect(await purgeAll(requestRetention, NOW - 1), 'a moment before').to.deep.equal([]);
      expect(await purgeAll(requestRetention, NOW)).to.deep.equal([11]);
      const whole = ['unfinished', 'young'].map(requestIdOf);
      for (const [table, column] of REQUEST_TABLES) {
        const shared = ['requests', 'notifications', 'prompt_templates', 'delivery_orders'].includes(table);
        const left = shared ? [requestIdOf('open'), ...whole] : whole;
        expect(await idsIn(table, column), table).to.deep.equal(left);
      }
    });

    it('deletes a request with very many assignees in units of few rows', async () => {
      const people = Array.from({ length: 1200 }, (_each, n) => `p${n}`);
      await seedAnswered('big', people);
      await seedAnswered('small');
      for (const id of ['big', 'small']) await end(id);
      const counts = await purgeAll(requestRetention, OVER, 500);
      expect(Math.max(...counts)).to.equal(500);
      expect(counts.reduce((a, b) => a + b)).to.equal(1200 + 2 + 2 * 9);
      for (const [table] of REQUEST_TABLES) expect(await db()(table), table).to.have.length(0);
    });

    it('deletes cancelled and timed-out requests as well', async () => {
      for (const [id, status] of [
        ['a', 'cancelled'],
        ['b', 'timed_out'],
      ] as const) {
        await seedWaiting(db(), id, ['ada']);
        await closeRequests(db(), [requestIdOf(id)], status, '', NOW);
        await end(id);
      }
      await purgeAll(requestRetention, NOW);
      expect(await db()('requests')).to.have.length(0);
    });

    it('deletes finished executions with their steps, after their requests', async () => {
      for (const id of ['over', 'kept', 'running']) await seedAnswered(id);
      await end('over');
      await end('kept');
      await db()('requests')
        .where({ id: requestIdOf('kept') })
        .update({ closed_at: OVER });
      for (const id of ['over', 'kept', 'running']) await addSteps(id, 1200);
      expect(await purgeAll(executionRetention, OVER), 'their requests are kept').to.deep.equal([]);
      await purgeAll(requestRetention, NOW);
      expect(await purgeAll(executionRetention, OVER - 1), 'a moment before').to.deep.equal([]);
      expect(await purgeAll(executionRetention, OVER)).to.deep.equal([500, 500, 201]);
      expect(await idsIn('executions', 'id')).to.deep.equal(['kept', 'running']);
      expect(await idsIn('execution_steps', 'execution_id')).to.deep.equal(['kept', 'running']);
    });

    it('lets nobody retry an execution whose steps are being deleted', async () => {
      await seedAnswered('failed');
      await end('failed', 'failed');
      await addSteps('failed', 30);
      await purgeAll(requestRetention, OVER);
      expect(await purge(executionRetention, OVER, 10)).to.equal(10);
      expect(await reviveExecution(db(), 'failed', OVER)).to.equal(false);
      expect(await purgeAll(executionRetention, OVER, 10)).to.deep.equal([10, 10, 1]);
    });

    it('leaves retried executions alone', async () => {
      await seedAnswered('retried');
      await end('retried', 'failed');
      await reviveExecution(db(), 'retried', OVER);
      for (const row of ROWS) expect(await purgeAll(row, OVER * 2), row.name).to.deep.equal([]);
    });

    it('is one job for all, in an order that leaves no dangling references', async () => {
      for (const id of ['a', 'b']) await seedAnswered(id);
      await seedAnswered('running');
      await end('a');
      await end('b', 'failed');
      const failures: unknown[] = [];
      const retention = createRetention<Db>({
        rows: ROWS,
        inUnit: (work) => store.units.run(({ trx }) => work(trx)),
        now: () => 0,
        report: (error) => failures.push(error),
      });
      expect(await retention.tick(NOW + KEEP_MS.tokens)).to.deep.equal({
        tokens: 0,
        promptTemplates: 0,
        requests: 0,
        executions: 0,
      });
      const all = await retention.tick(OVER + KEEP_MS.executions);
      expect(all).to.include({ tokens: 2, promptTemplates: 2, executions: 2 });
      expect(failures).to.deep.equal([]);
      for (const [table, column] of REQUEST_TABLES)
        expect(await idsIn(table, column), table).to.deep.equal([requestIdOf('running')]);
    });

    async function addSteps(executionId: string, count: number): Promise<void> {
      const steps = Array.from({ length: count }, (_each, n) => ({ executionId, seq: n + 1, step: aStep(`n.${n}`) }));
      await insertSteps(db(), steps);
    }
  });
});
