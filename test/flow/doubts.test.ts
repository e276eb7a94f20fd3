import { expect } from 'chai';
import type { CheckedFlow } from '../../contract/nodeTypes.ts';
import type { Problem } from '../../contract/problem.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';

describe('checking a flow that could be saved', () => {
  let product: TestProduct;
  let ada: Client;

  before(async () => {
    product = await startProduct();
    ada = await product.as('ada@sandbox.test');
  });
  after(() => product.close());

  it('names undefined variables at their field, but accepts the flow', async () => {
    const definition = {
      id: 'doubtful',
      name: 'Doubtful',
      title: '{{ starter.displayName }}, {{ amount }}, {{ sum }}',
      nodes: [
        { id: 'start', type: 'start', config: { variables: [{ name: 'amount', type: 'number' }] } },
        { id: 'sum', type: 'set', config: { values: { total: '$map([1], function($n) { $n + amount })' } } },
        { id: 'tell', type: 'message', config: { text: '{{ total }} {{ $amount }} {{ amounts }}' } },
        { id: 'end', type: 'end', config: { output: 'tell.text' } },
      ],
      edges: [
        { from: 'start', to: 'sum' },
        { from: 'sum', to: 'tell', when: 'sums.value = 1' },
        { from: 'sum', to: 'tell' },
        { from: 'tell', to: 'end' },
      ],
    };
    const { body } = await ada.call<CheckedFlow>('POST', '/flows/check', definition);
    expect(body.fields).to.deep.equal({});
    expect(Object.entries(body.doubts!.checks).map(([field, { values }]) => [field, values])).to.deep.equal([
      ['title', { name: 'sum' }],
      ['nodes.tell.config.text', { name: '$amount' }],
      ['edges.1.when', { name: 'sums' }],
    ]);
    expect(body.doubts!.fields['edges.1.when']).to.equal('Nothing in this flow gives “sums” a value.');
    const { nodes } = definition;
    const calling = {
      ...definition,
      nodes: [...nodes.slice(0, 3), { ...nodes[3]!, config: { output: 'sum(total)' } }],
    };
    const refused = await ada.call<Problem>('POST', '/flows', calling);
    expect([refused.status, refused.body.fields]).to.deep.equal([
      422,
      {
        'nodes.end.config.output': 'There is no function “sum”. Functions begin with “$”, as in $sum(items).',
      },
    ]);
  });

  it('names settings that the type of their field does not use', async () => {
    const variables = [
      {
        name: 'reason',
        type: 'text',
        options: [{ value: 'a' }],
        columns: [{ name: 'b' }],
        validation: { max: 9, step: 2 },
      },
      { name: 'colour', type: 'multiselect', options: [{ value: 'a' }], variant: 'buttons', validation: { min: 1 } },
      { name: 'count', type: 'number', value: 5, validation: { regex: '^1', step: 2 } },
    ];
    const definition = {
      id: 'unused',
      name: 'Unused',
      nodes: [
        { id: 'start', type: 'start', config: { variables } },
        { id: 'end', type: 'end' },
      ],
      edges: [{ from: 'start', to: 'end' }],
    };
    const { body } = await ada.call<CheckedFlow>('POST', '/flows/check', definition);
    expect(body.fields).to.deep.equal({});
    const at = (place: string) => `nodes.start.config.variables.${place}`;
    expect(Object.keys(body.doubts!.fields)).to.have.members(
      ['0.options', '0.columns', '0.validation.step', '2.value', '2.validation.regex'].map(at),
    );
    expect(body.doubts!.fields[at('0.options')]).to.equal('Fields of the type “text” do not use this.');
    expect((await ada.call('POST', '/flows', definition)).status).to.equal(201);
  });
});
