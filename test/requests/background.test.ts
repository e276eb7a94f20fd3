import { expect } from 'chai';
import type { FlowDefinition } from '../../contract/flows.ts';
import type { RequestView } from '../../contract/requests.ts';
import { aRequest, seedWaiting } from '../support/seeds.ts';
import { answered, asking, expectProblem, publish, useStage } from '../scenarios/support.ts';

const THREE = { users: ['grace@sandbox.test'], groups: ['legal@sandbox.test'] };

describe('the background of a question (behaviour 1)', () => {
  const stage = useStage();
  const view = async (by: 'ada' | 'grace' | 'radia' | 'frances' | 'tim', request: string) =>
    (await stage[by].call<RequestView>('GET', `/requests/${request}`)).body;
  const started = async (definition: FlowDefinition) => {
    const execution = await stage.product.run(stage.ada, await publish(stage.ada, definition));
    await stage.product.reached(stage.ada, execution, 'waiting');
    return `${execution}-ask`;
  };

  it('tells why the caller is asked: by name, as a member of a group, or as the starter', async () => {
    const request = await stage.ask({
      inputType: 'approval',
      prompt: 'Why me?',
      assignees: { ...THREE, users: ['grace@sandbox.test'], starter: true },
    });
    expect((await view('grace', request)).askedAs).to.deep.equal({ kind: 'person' });
    expect((await view('radia', request)).askedAs).to.deep.equal({ kind: 'group', name: 'Legal' });
    expect((await view('ada', request)).askedAs).to.deep.equal({ kind: 'starter' });
  });

  it('gives no reason to a person who is not asked', async () => {
    const request = await stage.ask({ inputType: 'approval', prompt: 'Not you', assignees: THREE });
    expect((await view('ada', request)).askedAs).to.equal(null);
    expectProblem(await stage.tim.call('GET', `/requests/${request}`), 404, 'not_found');
  });

  it('tells who else is asked, and who has answered, but not the answers', async () => {
    const request = await stage.ask({ inputType: 'approval', prompt: 'Who?', assignees: THREE, strategy: 'all' });
    await answered(stage.radia, request, 'approved');
    const states = (await view('grace', request)).assignees.map(({ displayName, respondedAt, answer }) => [
      displayName,
      respondedAt !== null,
      answer,
    ]);
    expect(states).to.have.deep.members([
      ['Grace Hopper', false, null],
      ['Radia Perlman', true, null],
      ['Frances Allen', false, null],
    ]);
  });

  it('tells what each answer leads to, in the version of the flow that asks', async () => {
    const definition = asking({ id: 'leads-on', human: { inputType: 'approval', prompt: 'Trip?', assignees: THREE } });
    const flow: FlowDefinition = {
      ...definition,
      nodes: [...definition.nodes, { id: 'book', type: 'set', name: 'Book the trip', config: { values: { a: '1' } } }],
      edges: [
        { from: 'start', to: 'ask' },
        { from: 'ask', to: 'book', when: 'ask.value = "approved"' },
        { from: 'ask', to: 'end' },
        { from: 'book', to: 'end' },
      ],
    };
    const request = await started(flow);
    expect((await view('grace', request)).next).to.deep.equal([
      {
        when: { kind: 'answer', field: 'value', values: ['approved'] },
        places: [{ kind: 'node', name: 'Book the trip' }],
      },
      { when: { kind: 'answer', field: 'value', values: ['rejected'] }, places: [{ kind: 'end' }] },
      { when: { kind: 'timeout' }, places: [{ kind: 'failure' }] },
    ]);
    const joint = await stage.ask({ inputType: 'approval', prompt: 'All?', assignees: THREE, strategy: 'all' });
    expect((await view('grace', joint)).next![0]).to.deep.equal({
      when: { kind: 'always' },
      places: [{ kind: 'end' }],
    });
  });

  it('links to the execution and the flow if the caller may see them', async () => {
    const request = await stage.ask({ inputType: 'approval', prompt: 'More?', assignees: THREE }, stage.alan);
    expect((await view('grace', request)).mayOpen).to.deep.equal({ execution: false, flow: false });
    expect((await view('ada', request)).mayOpen).to.deep.equal({ execution: true, flow: true });
    const own = (await stage.alan.call<RequestView>('GET', `/requests/${request}`)).body.mayOpen;
    expect(own).to.deep.equal({ execution: true, flow: false });
  });

  it("is small for an older server's question, which is still shown", async () => {
    const grace = (await stage.grace.call<{ id: string }>('GET', '/me')).body.id;
    const id = '01JQ0000000000000000000001';
    await stage.services.ground.units.run(({ trx }) => seedWaiting(trx, id, [grace]));
    const { body } = await stage.grace.call<RequestView>('GET', `/requests/${aRequest(id).id}`);
    expect(body).to.include({ askedAs: null });
    expect(body).to.not.have.property('next');
  });
});
