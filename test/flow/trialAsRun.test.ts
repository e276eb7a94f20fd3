import { expect } from 'chai';
import type { TriedFlow } from '../../contract/trials.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';

describe('a trial of a flow', () => {
  let product: TestProduct;
  let ada: Client;

  before(async () => {
    product = await startProduct();
    ada = await product.as('ada@sandbox.test');
  });
  after(() => product.close());

  const tryIt = async (body: object) => (await ada.call<TriedFlow>('POST', '/flows/try', body)).body;

  it('resumes with an answer as it would be stored: with hidden variables, without blank ones', async () => {
    const variables = [
      { name: 'place', type: 'text' },
      { name: 'remark', type: 'text' },
      { name: 'case', type: 'hidden', value: 'Case {{ 40 + 2 }}' },
    ];
    const definition = {
      id: 'form',
      name: 'Form',
      nodes: [
        { id: 'start', type: 'start', config: {} },
        {
          id: 'ask',
          type: 'human',
          config: { inputType: 'form', prompt: '?', assignees: { starter: true }, variables },
        },
        {
          id: 'end',
          type: 'end',
          config: { output: '{ "case": ask.values.case, "isRemarked": $exists(ask.values.remark) }' },
        },
      ],
      edges: [
        { from: 'start', to: 'ask' },
        { from: 'ask', to: 'end' },
      ],
    };
    const given = { ask: { kind: 'answer', values: { place: 'Berlin', remark: ' ' } } };
    const tried = await tryIt({ definition, given });
    expect(tried.context['end']).to.deep.equal({ case: 'Case 42', isRemarked: false });
  });

  it('fails if a call could not be made as written, whatever its supplied result', async () => {
    const caller = (config: object) => ({
      id: 'caller',
      name: 'Caller',
      nodes: [
        { id: 'start', type: 'start', config: { variables: [{ name: 'word', type: 'text' }] } },
        { id: 'call', type: 'http', config: { url: 'https://example.org', ...config } },
        { id: 'end', type: 'end', config: {} },
      ],
      edges: [
        { from: 'start', to: 'call' },
        { from: 'call', to: 'end' },
      ],
    });
    const given = { call: { kind: 'output', output: { body: 'Hi' } } };
    for (const config of [
      { url: 'https://example.org/{{ $sum(word) }}' },
      { method: 'POST', json: '{ "total": $sum(word) }' },
    ])
      for (const more of [{}, { given }]) {
        const tried = await tryIt({ definition: caller(config), variables: { word: 'x' }, ...more });
        expect([tried.status, tried.error?.code, tried.error?.nodeId]).to.deep.equal([
          'failed',
          'expression_failed',
          'call',
        ]);
      }
    for (const [url, word, why] of [
      ['{{ "http" }}://example.org/{{ word }}', 'a', 'scheme'],
      ['https://example.org/{{ word }}', '..', 'dots'],
      ['{{ word }}', 'example.org', 'form'],
    ] as const) {
      const { error } = await tryIt({ definition: caller({ url }), variables: { word } });
      expect(error, url).to.deep.include({ code: 'http_bad_url', nodeId: 'call', values: { why } });
    }
    const inside = { definition: caller({ url: '{{ word }}' }), variables: { word: 'https://10.0.0.1/' } };
    expect((await tryIt(inside)).error).to.include({ code: 'http_address_refused', nodeId: 'call' });
  });

  it('shows the address of a call as it would be called', async () => {
    const definition = {
      id: 'called',
      name: 'Called',
      nodes: [
        { id: 'start', type: 'start', config: { variables: [{ name: 'word', type: 'text' }] } },
        { id: 'call', type: 'http', config: { url: 'https://example.org/{{ word }}' } },
        { id: 'end', type: 'end', config: {} },
      ],
      edges: [
        { from: 'start', to: 'call' },
        { from: 'call', to: 'end' },
      ],
    };
    const { needs } = await tryIt({ definition, variables: { word: 'a b/c' } });
    expect(needs[0]!.would).to.deep.equal([{ field: 'url', text: 'https://example.org/a%20b%2Fc' }]);
  });

  it('shows no field that its author left empty', async () => {
    const config = { prompt: 'Hi {{ nobody }}', instructions: '' };
    const definition = {
      id: 'model',
      name: 'Model',
      nodes: [
        { id: 'start', type: 'start', config: {} },
        { id: 'ask', type: 'llm', config },
        { id: 'end', type: 'end', config: {} },
      ],
      edges: [
        { from: 'start', to: 'ask' },
        { from: 'ask', to: 'end' },
      ],
    };
    expect((await tryIt({ definition })).needs[0]!.would).to.deep.equal([{ field: 'prompt', text: 'Hi ' }]);
  });
});
