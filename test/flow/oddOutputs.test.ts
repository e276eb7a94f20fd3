import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { FlowNode } from '../../contract/flows.ts';
import { answered, asking, executionOf, expectProblem, publish, respond, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';

/** As expressions can produce them; a definition that contains such a character is refused. */
const ODD = { 'a NUL': '"Wei\\u0000rd"', 'half a character': '"Wei\\ud83drd"' };
const LEVELS = 100_000;
const LOOK_MS = 11_000;

describe('Results of expressions and calls that no database can store', () => {
  let calls = 0;
  let server: Server;
  before(async () => {
    server = createServer((_request, response) => {
      calls++;
      response.setHeader('content-type', 'application/json').end('['.repeat(LEVELS) + ']'.repeat(LEVELS));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(() => void server.close().closeAllConnections());

  forEachDatabase((_name, openUrl) => {
    const stage = useStage({ openUrl, config: { allowedPrivateHosts: ['127.0.0.1'] } });
    const human = { inputType: 'text', assignees: { users: ['grace@sandbox.test'] } };

    /** `start > node > end`; returns the execution after every loop has had its turn. */
    async function run(id: string, type: string, config: FlowNode['config']) {
      const node = { id: 'node', type, config };
      const flow = {
        ...asking({ id, human: {} }),
        edges: [
          { from: 'start', to: 'node' },
          { from: 'node', to: 'end' },
        ],
      };
      flow.nodes[1] = node;
      const executionId = await stage.product.run(stage.ada, await publish(stage.ada, flow));
      await stage.product.reached(stage.ada, executionId, 'completed', 'failed');
      for (let look = 0; look < 3; look++) await stage.after(LOOK_MS);
      return stage.product.execution(stage.ada, executionId);
    }

    for (const [what, expression] of Object.entries(ODD)) {
      const id = what.replaceAll(' ', '-').toLowerCase();

      it(`allow a question with ${what}, and resume with the answer`, async () => {
        const request = await stage.ask({ ...human, prompt: `{{ ${expression} }}?`, title: `{{ ${expression} }}` });
        await answered(stage.grace, request, 'Yes');
        expect(await stage.result(request)).to.include({ value: 'Yes' });
        expect((await stage.product.inbox(stage.grace)).find((each) => each.id === request)).to.include({
          prompt: 'Wei\ufffdrd?',
        });
      });

      it(`allow an answer to an older version's question with ${what}`, async () => {
        const request = await stage.ask({ ...human, prompt: 'Older?', outputVariable: 'older' });
        const escape = what === 'a NUL' ? '\\u0000' : '\\ud83d';
        const { reader, units } = stage.services.ground;
        const { body } = await reader('requests').where({ id: request }).first('body');
        const older = body.replace('Older?', `Older${escape}?`);
        await units.run(({ trx }) => trx('requests').where({ id: request }).update({ body: older }));
        await answered(stage.grace, request, 'Yes');
        const { context } = await stage.product.reached(stage.ada, executionOf(request), 'completed');
        expect(context!['older']).to.include({ value: 'Yes' });
      });

      it(`allow a message and a variable with ${what}`, async () => {
        expect(await run(`says-${id}`, 'message', { text: `{{ ${expression} }}` })).to.deep.include({
          status: 'completed',
        });
        const { status, context } = await run(`sets-${id}`, 'set', { values: { odd: expression } });
        expect([status, context!['odd']]).to.deep.equal(['completed', 'Wei\ufffdrd']);
      });
    }

    it('are refused as a list of options if they are nested too deep', async () => {
      const { port } = server.address() as AddressInfo;
      const optionsSource = { url: `http://127.0.0.1:${port}/` };
      const variables = [{ name: 'pick', label: 'Pick', type: 'select', optionsSource }];
      const request = await stage.ask({ ...human, inputType: 'form', prompt: 'Which?', variables });
      expectProblem(await respond(stage.grace, request, { values: { pick: 'a' } }), 503, 'unavailable');
    });

    it('fail once, and call once, if a response is nested too deep', async () => {
      calls = 0;
      const { port } = server.address() as AddressInfo;
      const { status, error } = await run('deep', 'http', { url: `http://127.0.0.1:${port}/` });
      expect([status, error!.code, calls]).to.deep.equal(['failed', 'nested_too_deep', 1]);
    });
  });
});
