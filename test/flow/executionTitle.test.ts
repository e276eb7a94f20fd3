import { expect } from 'chai';
import type { ExecutionSummary } from '../../contract/executions.ts';
import type { FlowDefinition } from '../../contract/flows.ts';
import { expectProblem, publish } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { eventually, startProduct, type Client, type TestProduct } from '../support/product.ts';

const FIELDS = [
  { name: 'amount', type: 'number' },
  { name: 'purpose', type: 'textarea' },
];
const flow = (id: string, title?: string): FlowDefinition => ({
  id,
  name: 'Expenses',
  ...(title !== undefined && { title }),
  nodes: [
    { id: 'begin', type: 'start', config: { variables: FIELDS } },
    { id: 'done', type: 'end', config: {} },
  ],
  edges: [{ from: 'begin', to: 'done' }],
});

forEachDatabase((_, openUrl) =>
  describe('titles of executions', () => {
    let product: TestProduct;
    let ada: Client;
    let flows = 0;

    before(async () => {
      product = await startProduct({ databaseUrl: await openUrl() });
      ada = await product.as('ada@sandbox.test');
    });
    after(() => product?.close());

    /** The title of an execution whose flow has this title template. */
    async function titled(title: string | undefined, variables: object): Promise<string | null> {
      const { id } = flow(`titled-${++flows}`);
      await publish(ada, flow(id, title));
      const started = await ada.call<{ executionId: string }>('POST', `/flows/${id}/executions`, { variables });
      expect(started.status).to.equal(201);
      const { body } = await ada.call<{ items: ExecutionSummary[] }>('GET', `/executions?flowId=${id}`);
      expect(body.items.map((each) => each.id)).to.deep.equal([started.body.executionId]);
      return body.items[0]!.title;
    }

    it('tell with what they were started, and by whom', async () => {
      const title = 'Expense {{ $formatNumber(amount, "#,##0.00") }} - {{ starter.displayName }}';
      expect(await titled(title, { amount: 4800.5 })).to.equal('Expense 4,800.50 - Ada Lovelace');
      expect(await titled('{{ purpose }}', { purpose: 'Two\n lines' })).to.equal('Two lines');
      expect(await titled(undefined, { amount: 1 })).to.equal(null);
    });

    it('are cut if they are long, and left out if they cannot be evaluated: the execution still starts', async () => {
      const long = await titled('{{ purpose }}', { purpose: 'x'.repeat(3000) });
      expect(long).to.match(/^x{199}…$/);
      expect(await titled('{{ $sum(purpose) }}', { purpose: 'no number' })).to.equal(null);
      expect(await titled('{{ missing }}', {})).to.equal(null);
    });

    it('are refused if the template is invalid, or uses a secret', async () => {
      for (const title of ['{{ amount', '{{ secret("key") }}', ' '.repeat(3)]) {
        const problem = expectProblem(
          await ada.call('POST', '/flows', flow('refused', title)),
          422,
          'validation_failed',
        );
        expect(problem.fields).to.have.keys('title');
      }
    });

    it('can be searched, with words of flow and starter, and with the filters of the list', async () => {
      const title = 'Trip to {{ purpose }}';
      await titled(title, { purpose: 'Ghent' });
      await titled(title, { purpose: 'Genoa' });
      const titles = async (query: string) =>
        (await ada.call<{ items: ExecutionSummary[] }>('GET', `/executions?${query}`)).body.items.map(
          (each) => each.title,
        );
      expect(await titles('q=ghent+expenses+ada')).to.deep.equal(['Trip to Ghent']);
      expect(await titles('q=trip&startedFrom=2999-01-01T00:00:00Z')).to.deep.equal([]);
      expect(await titles('q=trip&startedBefore=2999-01-01T00:00:00%2B02:00')).to.deep.equal([
        'Trip to Genoa',
        'Trip to Ghent',
      ]);
      expect(await titles('q=trip&startedBy=nobody')).to.deep.equal([]);
      for (const query of ['startedFrom=yesterday', 'status=lost', 'cursor=xyz', `q=${'x'.repeat(201)}`, 'order=1'])
        expectProblem(await ada.call('GET', `/executions?${query}`), 422, 'validation_failed');
      const { body } = await eventually(async () => {
        const counts = await ada.call<Record<string, number>>('GET', '/executions/counts');
        return counts.body['running'] === 0 ? counts : undefined;
      });
      expect(body).to.deep.equal({ waiting: 0, running: 0, failed: 0, cancelled: 0 });
      expectProblem(await ada.call('GET', '/executions/counts?status=failed'), 422, 'validation_failed');
    });
  }),
);
