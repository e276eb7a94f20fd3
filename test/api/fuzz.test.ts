import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Problem } from '../../contract/problem.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { TestProductOptions } from '../support/product.ts';
import { tableNames } from '../support/openStore.ts';
import { answered, asking, executionOf, mailedLink, notificationOf, publish, useStage } from '../scenarios/support.ts';
import type { Targets } from './shotBodies.ts';
import { shots, type Shot } from './shots.ts';

/** On each database. */
const SHOTS = 5000;
const SEEDS = { SQLite: 20_260_301, PostgreSQL: 20_260_302 };
const AT_ONCE = 16;

interface Hit {
  status: number;
  type: string;
  body: string;
}

describe('10,000 malformed requests', function () {
  this.timeout(120_000);

  forEachDatabase((name, openUrl) => {
    const options: TestProductOptions = { config: { key: '0'.repeat(64) } };
    before(async () => {
      options.databaseUrl = await openUrl();
    });
    const stage = useStage(options);
    const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const faults: unknown[] = [];
    const note = (error: unknown) => void faults.push(error);
    let targets: Targets;

    before(async () => {
      process.on('unhandledRejection', note);
      targets = await furnish();
    });
    after(() => {
      process.off('unhandledRejection', note);
      agent.destroy();
    });

    /** Something real to aim at. What the question wants no shot can guess. */
    async function furnish(): Promise<Targets> {
      const human = {
        inputType: 'form',
        prompt: 'What is the code?',
        assignees: { users: ['grace@sandbox.test'] },
        variables: [{ name: 'code', type: 'text', required: true, validation: { regex: 'Z{40}' } }],
      };
      const variables = [{ name: 'amount', type: 'number', required: true, validation: { min: 7, max: 7 } }];
      const flowId = await publish(stage.ada, asking({ id: 'target', human, variables }));
      const [open, ended] = await Promise.all([1, 2].map(() => stage.product.run(stage.alan, flowId, { amount: 7 })));
      await stage.product.reached(stage.alan, ended!, 'waiting');
      await answered(stage.grace, `${ended}-ask`, { values: { code: 'Z'.repeat(40) } });
      await stage.product.reached(stage.alan, ended!, 'completed');
      const request = `${open}-ask`;
      await stage.tick();
      const chat = await stage.alan.call<{ id: string }>('POST', '/chats', { name: 'Target' });
      const link = await mailedLink(stage.product, 'grace@sandbox.test', request);
      const people = ['grace', 'tim', 'alan'].map((name) => stage.product.sandbox.tokenFor(`${name}@sandbox.test`));
      const { promptTemplateId } = await notificationOf(stage.product, stage.grace, request);
      return {
        tokens: [...(await Promise.all(people)), await stage.product.sandbox.tokenFor('ada@sandbox.test'), ''],
        ids: {
          '/flows': [flowId],
          '/executions': [ended!], // to cancel one that runs would not be malformed
          '/requests': [request],
          '/user/notifications': [request, `${ended}-ask`],
          '/prompts': [promptTemplateId],
          '/chats': [chat.body.id],
          '/directory': ['10000000-0000-4000-8000-000000000003'],
        },
        mailToken: new URL(link).searchParams.get('token')!,
        executionId: executionOf(request),
        endedId: ended!,
      };
    }

    function fire({ method, path, headers, body }: Shot): Promise<Hit> {
      return new Promise((resolve, reject) => {
        const { hostname, port } = new URL(stage.product.url);
        const request = http.request({ agent, hostname, port, method, path, headers, timeout: 20_000 }, (response) => {
          const type = response.headers['content-type'] ?? '';
          const answer = (text: string) => resolve({ status: response.statusCode!, type, body: text });
          if (type.startsWith('text/event-stream')) {
            response.destroy();
            return answer('');
          }
          buffer(response).then((bytes) => answer(bytes.toString('utf8')), reject);
        });
        request.on('timeout', () => request.destroy(new Error('no answer')));
        request.on('error', (error: NodeJS.ErrnoException) => {
          // to bytes that are no HTTP the server answers without knowing that it was HEAD
          if (method === 'HEAD' && error.code === 'HPE_CLOSED_CONNECTION') resolve({ status: 400, type: '', body: '' });
          else reject(error);
        });
        request.end(body);
      });
    }

    /** What is wrong with an answer; null: nothing. */
    function wrongWith({ method }: Shot, { status, type, body }: Hit): string | null {
      if (status >= 500) return `${status}`;
      if (status < 400 || method === 'HEAD') return null;
      if (type.startsWith('text/html')) return null; // the response page speaks to people
      if (!type.startsWith('application/problem+json')) return `${status} as ${type}`;
      const { code, fields, status: said } = JSON.parse(body) as Problem;
      if (typeof code !== 'string' || said !== status) return `${status} without a code`;
      return status === 422 && Object.keys(fields ?? {}).length === 0 ? '422 without a field' : null;
    }

    async function countRows(): Promise<Record<string, number>> {
      const { reader } = stage.services;
      const tables = (await tableNames(stage.services.database)).filter((name) => !name.startsWith('audit'));
      const counts = tables.map(
        async (table) => [table, Number((await reader(table).count({ n: '*' }).first())!['n'])] as const,
      );
      return Object.fromEntries(await Promise.all(counts));
    }

    it('get no 5xx, an answer that says what is wrong, and nothing stored', async () => {
      const rows = await countRows();
      const volley = fc.sample(shots(targets), { numRuns: SHOTS, seed: SEEDS[name] });
      const wrong: string[] = [];
      const statuses: Record<number, number> = {};
      const queue = [...volley];
      const shooter = async () => {
        for (let shot = queue.pop(); shot; shot = queue.pop()) {
          const hit = await fire(shot).catch((error: Error): Hit => ({ status: 599, type: '', body: error.message }));
          statuses[hit.status] = (statuses[hit.status] ?? 0) + 1;
          const reason = wrongWith(shot, hit);
          if (reason) wrong.push(`${reason}: ${JSON.stringify(shot).slice(0, 400)} -> ${hit.body.slice(0, 300)}`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, shooter));

      expect(wrong.slice(0, 5), `${wrong.length} of ${SHOTS}`).to.deep.equal([]);
      expect(faults).to.deep.equal([]);
      expect(await countRows()).to.deep.equal(rows);
      for (const status of [400, 401, 403, 404, 409, 410, 415, 422])
        expect(statuses[status] ?? 0, `answers with ${status} among ${JSON.stringify(statuses)}`).to.be.above(5);
      expect((await stage.grace.call('GET', '/me')).status, 'still well').to.equal(200);
    });

    it('get 413 when they are larger than anything should be', async () => {
      const rows = await countRows();
      const large = 'x'.repeat(1024 * 1024 + 1);
      const headers = { authorization: `Bearer ${targets.tokens[0]}`, 'content-type': 'application/json' };
      for (const path of [
        '/api/chats',
        '/api/flow/human-response',
        `/api/user/notifications/${targets.executionId}-ask/respond`,
      ]) {
        const hit = await fire({ method: 'POST', path, headers, body: JSON.stringify({ name: large }) });
        expect([hit.status, (JSON.parse(hit.body) as Problem).code]).to.deep.equal([413, 'payload_too_large']);
      }
      const form = { method: 'POST', path: '/api/flow/external-response', body: `token=${large.slice(0, 70_000)}` };
      const urlencoded = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
      expect((await fire({ ...form, headers: urlencoded })).status).to.equal(413);
      expect(await countRows()).to.deep.equal(rows);
    });
  });
});
