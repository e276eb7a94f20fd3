import { expect } from 'chai';
import type { ExecutionError } from '../../contract/executions.ts';
import type { RequestView } from '../../contract/requests.ts';
import { readTenant } from '../../sandbox/tenant.ts';
import { answered, asking, publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { eventually, type Client, type TestProductOptions } from '../support/product.ts';

function withAuthors() {
  const tenant = readTenant();
  for (const person of tenant.people) if (person.key === 'radia') person.appRoles = ['Author'];
  return tenant;
}

const SALARY = 'EUR 85,000';
const user = (id: string) => ({ kind: 'user', id });

forEachDatabase((_, openUrl) =>
  describe('The error message of a failed expression', () => {
    const options: TestProductOptions = { config: { key: '5'.repeat(64) }, sandboxOptions: { tenant: withAuthors() } };
    before(async () => {
      options.databaseUrl = await openUrl();
    });
    const stage = useStage(options);
    let id: string;

    before(async () => {
      const variables = [{ name: 'salary', type: 'text' }];
      const flow = asking({
        id: 'pay',
        human: { inputType: 'form', prompt: 'How much?', assignees: { users: ['grace@sandbox.test'] }, variables },
      });
      const facts = [{ label: 'Sum', kind: 'number', value: '$number(ask.values.salary)' }];
      const assignees = { users: ['frances@sandbox.test'] };
      flow.nodes.push(
        { id: 'approve', type: 'human', config: { inputType: 'approval', prompt: 'Fine?', assignees, facts } },
        { id: 'sum', type: 'set', config: { values: { total: '$number(ask.values.salary)' } } },
      );
      flow.edges = [
        { from: 'start', to: 'ask' },
        { from: 'ask', to: 'approve' },
        { from: 'approve', to: 'sum' },
        { from: 'sum', to: 'end' },
      ];
      await publish(stage.radia, flow);
      const lists = { owners: [user('radia@sandbox.test')], readers: [user('tim@sandbox.test')], starters: 'everyone' };
      expect((await stage.radia.call('PUT', '/flows/pay/access', { ...lists, version: 1 })).status).to.equal(200);
      id = await stage.product.run(stage.alan, 'pay');
      await stage.product.reached(stage.alan, id, 'waiting');
      await answered(stage.grace, `${id}-ask`, { values: { salary: SALARY } });
      await eventually(async () => (await stage.product.inbox(stage.frances))[0]);
      await answered(stage.frances, `${id}-approve`, 'approved');
      await stage.product.reached(stage.alan, id, 'failed');
    });

    const errorsFor = async (client: Client): Promise<(ExecutionError | null | undefined)[]> => {
      const view = await stage.product.execution(client, id);
      const { body } = await client.call<RequestView>('GET', `/requests/${id}-approve`);
      return [view.error, view.timeline.find(({ nodeId }) => nodeId === 'sum')?.error, body.remarks?.[0]?.error];
    };

    it('is shown to owners of the flow', async () => {
      for (const error of await errorsFor(stage.radia)) expect(error?.message).to.contain(SALARY);
    });

    it('quotes no answer to starters and readers, who see only its code', async () => {
      for (const client of [stage.alan, stage.tim]) {
        const errors = await errorsFor(client);
        expect(JSON.stringify(errors)).not.to.contain(SALARY);
        for (const error of errors.slice(0, 2)) expect(error).to.include({ code: 'expression_failed' });
        const { body } = await client.call('GET', '/executions?flowId=pay');
        expect(JSON.stringify(body)).to.contain('expression_failed').and.not.to.contain(SALARY);
      }
    });
  }),
);
