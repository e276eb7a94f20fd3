import { expect } from 'chai';
import type { FlowNode, FlowSummary, SavedFlow } from '../../contract/flows.ts';
import { asking, publish, useStage } from '../scenarios/support.ts';

type Value = FlowNode['config'][string];

describe('Hidden start variables (behaviour 2.6)', () => {
  const stage = useStage();

  it('are injected, and told to nobody who may only start the flow', async () => {
    const city: Value = { name: 'city', type: 'text' };
    const variables: Value[] = [{ name: 'limit', type: 'hidden', label: 'Most that we pay', value: 900 }, city];
    const human = { inputType: 'text', prompt: 'Up to {{ limit }} in {{ city }}?', assignees: { starter: true } };
    const id = await publish(stage.ada, asking({ id: 'hiding', human, variables }));
    const { body } = await stage.grace.call<{ items: FlowSummary[] }>('GET', '/flows');
    const shown = body.items.find((flow) => flow.id === id)!;
    expect(shown.variables).to.deep.equal([{ name: 'limit', type: 'hidden' }, city]);

    const saved = await stage.ada.call<SavedFlow>('GET', `/flows/${id}`);
    expect(saved.body.nodes[0]!.config, 'their author sees them').to.deep.equal({ variables });
    const execution = await stage.product.run(stage.grace, id, { city: 'Bonn' });
    await stage.product.reached(stage.grace, execution, 'waiting');
    const [asked] = await stage.product.inbox(stage.grace);
    expect(asked!.prompt).to.equal('Up to 900 in Bonn?');
  });
});
