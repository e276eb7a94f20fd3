import { expect } from 'chai';
import { asking, expectProblem, publish, useStage } from '../scenarios/support.ts';

const variables = [
  { name: 'contact', type: 'user' },
  { name: 'team', type: 'multiuser' },
  { name: 'circle', type: 'group' },
];
const human = { inputType: 'text', prompt: 'Well?', assignees: { variable: 'contact' }, channels: ['email'] };

describe('people and groups that a flow is started with', () => {
  const stage = useStage();
  const graph = () => stage.product.sandbox.graph;
  const start = (flowId: string, given: object) =>
    stage.ada.call('POST', `/flows/${flowId}/executions`, { variables: given });

  before(async () => {
    await publish(stage.ada, asking({ id: 'contact', human, variables }));
    await publish(stage.ada, asking({ id: 'stranger', human: { ...human, allowExternalEmail: true }, variables }));
  });
  afterEach(() => graph().meddle(null));

  it('are refused by field if the directory does not know them, before anything runs', async () => {
    const given = { contact: 'nobody@sandbox.test', team: ['grace@sandbox.test', 'no-one'], circle: 'No such group' };
    const { fields } = expectProblem(await start('contact', given), 422, 'validation_failed');
    expect(fields).to.have.all.keys('variables.contact', 'variables.team', 'variables.circle');
    expect(fields!['variables.team']).to.include('no-one').and.not.include('grace');
    expect((await start('contact', { contact: 'grace@sandbox.test' })).status).to.equal(201);
  });

  it('may be outside of the directory if a question of the flow may go there', async () => {
    expect((await start('stranger', { contact: 'nobody@example.test' })).status).to.equal(201);
  });

  it('are not refused while the directory cannot be asked', async () => {
    graph().meddle(() => ({ status: 403 }));
    expect((await start('contact', { contact: 'nobody.yet@sandbox.test' })).status).to.equal(201);
  });
});
