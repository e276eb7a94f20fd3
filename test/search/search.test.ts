// cspell:ignore holi
import { expect } from 'chai';
import type { ClientConfig } from '../../contract/client.ts';
import type { NodeTypeList } from '../../contract/nodeTypes.ts';
import type { SearchPage } from '../../contract/search.ts';
import type { TriedFlow } from '../../contract/trials.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { EVERYONE } from '../../server/search/searchIndex.ts';
import { LIFETIMES } from '../../server/people/directory/cachedDirectory.ts';
import { idOf } from '../people/tenant.ts';
import { expectProblem } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';
import { until } from '../support/until.ts';
import { aDocument } from './documents.ts';
import { finding } from './matrix.ts';

/** The directory knows people, but does not return group memberships. */
const withoutMemberships = ({ path }: { path: string }) =>
  path.includes('/transitiveMemberOf/') ? { status: 429, retryAfterSeconds: 3_600 } : null;

describe('searching documents', function () {
  this.timeout(60_000);

  forEachDatabase((_, openUrl) => {
    let sandbox: Sandbox;
    let product: TestProduct;
    let time = 0;
    let ada: Client;
    let radia: Client;
    let joan: Client;

    before(async () => {
      time = Date.now();
      const now = () => time;
      sandbox = await startSandbox({ portBase: 0, now, lifetimeSeconds: 24 * 3600 });
      product = await startProduct({ sandbox, openUrl, now, withLoops: false });
      [ada, radia, joan] = (await Promise.all(
        ['ada@sandbox.test', 'radia@sandbox.test', 'joan@fabrikam.test'].map((name) => product.as(name)),
      )) as [Client, Client, Client];
    });
    after(async () => {
      await product?.close();
      await sandbox?.close();
    });

    const id = (key: string): string => idOf(sandbox.tenant, key);
    const index = () => product.product.services.searchIndex;
    const search = (client: Client, body: object) => client.call<SearchPage>('POST', '/search', body);
    const idsFor = async (client: Client, query = 'holidays') => {
      const { status, body } = await search(client, { query });
      expect(status, JSON.stringify(body)).to.equal(200);
      return body.items.map((item) => item.id).sort();
    };
    const features = async () => (await ada.call<ClientConfig>('GET', '/client-config')).body.features;

    it('is off while there are no documents, and finds nothing', async () => {
      expect((await features()).search).to.equal(false);
      expect((await search(ada, { query: 'holidays' })).body).to.deep.equal({ items: [], nextCursor: null });
    });

    it('is on ten seconds after there are some', async () => {
      await index().put([
        aDocument({ id: 'all', modifiedAt: Date.UTC(2026, 0, 5) }),
        aDocument({ id: 'legal', readers: [id('legal')] }),
        aDocument({ id: 'guest', readers: [id('joan')] }),
        aDocument({ id: 'none', title: 'Secret', readers: [] }),
      ]);
      expect((await features()).search).to.equal(false);
      time += 10_000;
      await until(async () => (await features()).search);
    });

    it('returns title, address, time of change, and an excerpt in pieces', async () => {
      const { body } = await search(ada, { query: 'thirty days', limit: 1 });
      expect(body).to.deep.equal({
        items: [
          {
            id: 'all',
            title: 'Holidays',
            address: 'https://documents.test/all',
            excerpt: [
              { text: 'Everybody has ', isMatch: false },
              { text: 'thirty', isMatch: true },
              { text: ' ', isMatch: false },
              { text: 'days', isMatch: true },
              { text: '.', isMatch: false },
            ],
            modifiedAt: '2026-01-05T00:00:00.000Z',
          },
        ],
        nextCursor: null,
      });
    });

    it('returns to everybody their own documents, and to guests those that name them', async () => {
      expect(await idsFor(ada)).to.deep.equal(['all']);
      expect(await idsFor(radia)).to.deep.equal(['all', 'legal']);
      expect(await idsFor(joan)).to.deep.equal(['guest']);
      for (const client of [ada, radia, joan]) expect(await idsFor(client, 'secret')).to.deep.equal([]);
    });

    it('goes page by page', async () => {
      const first = (await search(radia, { query: 'holidays', limit: 1 })).body;
      const second = (await search(radia, { query: 'holidays', limit: 1, cursor: first.nextCursor })).body;
      expect([...first.items, ...second.items].map((item) => item.id)).to.deep.equal(['all', 'legal']);
      expect(second.nextCursor).to.equal(null);
    });

    it('names what is wrong with a call', async () => {
      const cases: [body: object, field: string][] = [
        [{}, 'query'],
        [{ query: '' }, 'query'],
        [{ query: '  ' }, 'query'],
        [{ query: 'x'.repeat(10_240) }, 'query'],
        [{ query: ['holidays'] }, 'query'],
        [{ query: 'x', limit: 0 }, 'limit'],
        [{ query: 'x', limit: 51 }, 'limit'],
        [{ query: 'x', limit: 1.5 }, 'limit'],
        [{ query: 'x', cursor: 'nonsense' }, 'cursor'],
        [{ query: 'x', cursor: Buffer.from('[1,-1,0]').toString('base64url') }, 'cursor'],
        [{ query: 'x', principals: [id('legal')] }, 'principals'],
      ];
      for (const [body, field] of cases) {
        const problem = expectProblem(await search(ada, body), 422, 'validation_failed');
        expect(Object.keys(problem.fields!), JSON.stringify(body).slice(0, 60)).to.deep.equal([field]);
      }
      expectProblem(await search(ada, { query: 'a\0b' }), 400, 'malformed');
    });

    it('takes operators as words, and ignores punctuation', async () => {
      for (const query of ['holidays OR secret', 'holidays*) OR (x', "holidays' | 'secret", 'title_words:holidays'])
        expect(await idsFor(ada, query), query).to.deep.equal([]);
      for (const query of ['&', '* ( ) : ^', '😀', '\u202e', '<->'])
        expect(await idsFor(ada, query), query).to.deep.equal([]);
      for (const query of ['"holidays', 'holidays*', '(holi', '-holidays'])
        expect(await idsFor(ada, query)).to.deep.equal(['all']);
    });

    it('ends two minutes after a person has left a group', async () => {
      const legal = sandbox.tenant.groups.find(({ key }) => key === 'legal')!;
      legal.members = legal.members.filter((key) => key !== 'radia');
      time += LIFETIMES.memberships.timeToLiveMs + 1;
      expect(await idsFor(radia)).to.deep.equal(['all']);
      legal.members.push('radia');
      time += LIFETIMES.memberships.timeToLiveMs + 1;
      expect(await idsFor(radia)).to.deep.equal(['all', 'legal']);
    });

    it('is not possible while the directory does not return group memberships', async () => {
      sandbox.graph.meddle(withoutMemberships);
      time += LIFETIMES.memberships.timeToLiveMs + 1;
      expectProblem(await search(radia, { query: 'holidays' }), 503, 'unavailable');
      sandbox.graph.meddle(null);
      expect(await idsFor(radia)).to.deep.equal(['all', 'legal']);
    });

    describe('in a flow', () => {
      const run = async (client: Client, flowId: string, words = '') => {
        const execution = await product.run(client, flowId, { words });
        const view = await product.reached(client, execution, 'completed', 'failed');
        return { view, seen: await product.execution(ada, execution) };
      };
      before(async () => {
        await index().put([aDocument({ id: 'all', modifiedAt: Date.UTC(2026, 0, 5) })]);
        expect(
          (await ada.call('POST', '/flows', finding('find', { query: '{{ words }}', outputVariable: 'found' }))).status,
        ).to.equal(201);
      });

      it("runs as the flow's starter, whoever wrote it", async () => {
        const ofRadia = (await run(radia, 'find', 'holidays thirty')).seen.context!;
        expect(ofRadia['find']).to.deep.equal({
          items: ['all', 'legal'].map((each) => ({
            title: 'Holidays',
            address: `https://documents.test/${each}`,
            excerpt: 'Everybody has thirty days.',
            modifiedAt: each === 'all' ? '2026-01-05T00:00:00.000Z' : '1970-01-01T00:00:01.000Z',
          })),
        });
        expect(ofRadia['found']).to.deep.equal(ofRadia['find']);
        const ofAda = (await run(ada, 'find', 'holidays')).seen.context!;
        expect((ofAda['find'] as { items: unknown[] }).items).to.have.length(1);
      });

      it('finds nothing if its words come out empty', async () =>
        expect((await run(ada, 'find', ' * ')).seen.context!['find']).to.deep.equal({ items: [] }));

      it('fails while the directory does not answer, and finds nothing without it', async () => {
        const definition = finding('later', { query: 'holidays' });
        definition.nodes.push({ id: 'wait', type: 'delay', config: { for: 'PT10M' } });
        definition.edges = [
          { from: 'start', to: 'wait' },
          { from: 'wait', to: 'find' },
          { from: 'find', to: 'end' },
        ];
        expect((await ada.call('POST', '/flows', definition)).status).to.equal(201);
        const execution = await product.run(radia, 'later', { words: '' });
        await product.reached(radia, execution, 'waiting');
        sandbox.graph.meddle(withoutMemberships);
        time += 11 * 60_000;
        const { background, work } = product.product.services;
        await background.loops.tick(time);
        await work.engine.settled();
        await until(
          async () =>
            (await product.product.services.ground.reader('executions').where({ id: execution }).first()).status ===
            'failed',
        );
        sandbox.graph.meddle(null);
        const failed = await product.execution(ada, execution);
        expect(failed.error).to.include({ code: 'directory_unavailable', nodeId: 'find' });
        expect(JSON.stringify(failed)).to.not.include('documents.test');
      });

      it('is skipped in a trial: the author supplies the results', async () => {
        const asked = await ada.call<TriedFlow>('POST', '/flows/try', {
          definition: finding('tried', { query: 'holidays {{ words }}' }),
          variables: { words: 'now' },
        });
        expect(asked.body.status).to.equal('needs');
        expect(asked.body.needs[0]).to.deep.include({
          visitKey: 'find',
          kind: 'output',
          would: [{ field: 'query', text: 'holidays now' }],
        });
        expect(JSON.stringify(asked.body)).to.not.include('documents.test');
        const output = { items: [] };
        const given = { find: { kind: 'output', output } };
        const done = await ada.call<TriedFlow>('POST', '/flows/try', {
          definition: finding('tried', { query: 'holidays' }),
          given,
        });
        expect(done.body.context['find']).to.deep.equal(output);
      });

      it('names what is wrong with its config', async () => {
        const refused = async (config: object) =>
          Object.keys(
            expectProblem(await ada.call('POST', '/flows', finding('wrong', config)), 422, 'validation_failed').fields!,
          );
        expect(await refused({})).to.deep.equal(['nodes.find.config.query']);
        expect(await refused({ query: '{{ (', limit: 5 })).to.deep.equal(['nodes.find.config.query']);
        expect(await refused({ query: 'x', limit: 51 })).to.deep.equal(['nodes.find.config.limit']);
        expect(await refused({ query: 'x', startedBy: 'grace' })).to.deep.equal(['nodes.find.config.startedBy']);
      });

      it('is in the list of node types, with a template', async () => {
        const { nodeTypes } = (await ada.call<NodeTypeList>('GET', '/node-types')).body;
        const type = nodeTypes.find((each) => each.type === 'search')!;
        expect(type).to.deep.include({ permission: null, waits: false, timesOut: false });
        expect(type.schema['properties']).to.have.nested.property('query.kind', 'template');
      });
    });

    it('sees replaced and removed documents at once', async () => {
      await index().put([aDocument({ id: 'all', readers: [id('grace')] })]);
      expect(await idsFor(ada)).to.deep.equal([]);
      await index().put([aDocument({ id: 'all', readers: [EVERYONE] })]);
      expect(await idsFor(ada)).to.deep.equal(['all']);
      await index().remove(['all']);
      expect(await idsFor(ada)).to.deep.equal([]);
    });
  });
});
