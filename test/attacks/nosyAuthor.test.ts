import { expect } from 'chai';
import { readTenant } from '../../sandbox/tenant.ts';
import { answered, asking, publish, respond, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { TestProductOptions } from '../support/product.ts';

/** Radia and Frances are authors, each of their own flows. */
function withAuthors() {
  const tenant = readTenant();
  for (const person of tenant.people) if (['radia', 'frances'].includes(person.key)) person.appRoles = ['Author'];
  return tenant;
}

const SECRET = 'The merger is off';

forEachDatabase((_, openUrl) =>
  describe('An author of other flows', () => {
    const options: TestProductOptions = { config: { key: '5'.repeat(64) }, sandboxOptions: { tenant: withAuthors() } };
    before(async () => {
      options.databaseUrl = await openUrl();
    });
    const stage = useStage(options);
    const world = {} as { flow: string; done: string; waiting: string; file: string; template: string };

    before(async () => {
      const variables = [
        { name: 'why', type: 'text' },
        { name: 'proof', type: 'file' },
      ];
      const human = { inputType: 'form', prompt: 'Why?', assignees: { users: ['grace@sandbox.test'] }, variables };
      world.flow = await publish(stage.radia, asking({ id: 'merger', human }));
      world.done = await stage.product.run(stage.alan, world.flow);
      world.waiting = await stage.product.run(stage.alan, world.flow);
      for (const id of [world.done, world.waiting]) await stage.product.reached(stage.alan, id, 'waiting');
      const query = new URLSearchParams({ requestId: `${world.done}-ask`, variable: 'proof', name: 'proof.txt' });
      const authorization = `Bearer ${await stage.product.sandbox.tokenFor('grace@sandbox.test')}`;
      const headers = { authorization, 'content-type': 'text/plain' };
      const sent = await fetch(`${stage.product.url}/api/files?${query}`, { method: 'POST', headers, body: SECRET });
      const file = (await sent.json()) as { id: string };
      world.file = file.id;
      await answered(stage.grace, `${world.done}-ask`, { values: { why: SECRET, proof: [file] } });
      await stage.product.reached(stage.alan, world.done, 'completed');
      world.template = (await stage.product.inbox(stage.grace)).find(
        ({ id }) => id === `${world.waiting}-ask`,
      )!.promptTemplateId;
    });

    const knock = async (method: string, path: string, body?: unknown) => {
      const authorization = `Bearer ${await stage.product.sandbox.tokenFor('frances@sandbox.test')}`;
      const response = await fetch(`${stage.product.url}/api${path}`, {
        method,
        headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return { status: response.status, text: await response.text() };
    };

    it('reads no context, answer, file or definition, and cancels, retries and changes nothing', async () => {
      const definition = asking({ id: world.flow, human: { inputType: 'text', prompt: '?' } });
      const tries: [method: string, path: string, body?: unknown][] = [
        ['GET', `/executions/${world.done}`],
        ['GET', `/executions/${world.waiting}`],
        ['POST', `/executions/${world.waiting}/cancel`],
        ['POST', `/executions/${world.done}/retry`],
        ['GET', `/requests/${world.done}-ask`],
        ['GET', `/prompts/${world.template}`],
        ['GET', `/files/${world.file}`],
        ['GET', `/flows/${world.flow}`],
        ['GET', `/flows/${world.flow}/versions`],
        ['GET', `/flows/${world.flow}/access`],
        ['PUT', `/flows/${world.flow}`, definition],
        [
          'PUT',
          `/flows/${world.flow}/access`,
          { owners: [{ kind: 'user', id: 'frances@sandbox.test' }], readers: [], starters: 'everyone', version: 1 },
        ],
      ];
      for (const [method, path, body] of tries) {
        const { status, text } = await knock(method, path, body);
        expect(status, `${method} ${path}`).to.be.oneOf([403, 404]);
        expect(text).to.not.contain(SECRET);
      }
      const listed = await knock('GET', '/executions?limit=200');
      expect(JSON.parse(listed.text)).to.deep.equal({ items: [], nextCursor: null });
      expect((await knock('GET', `/executions?flowId=${world.flow}`)).text).to.equal(listed.text);
      expect((await stage.product.execution(stage.radia, world.waiting)).status).to.equal('waiting');
    });

    it('leaves the flow to its owner, who sees everything, and to its assignees', async () => {
      const { context } = await stage.product.execution(stage.radia, world.done);
      expect(JSON.stringify(context)).to.contain(SECRET);
      expect((await respond(stage.grace, `${world.waiting}-ask`, { values: { why: 'So' } })).status).to.equal(200);
    });
  }),
);
