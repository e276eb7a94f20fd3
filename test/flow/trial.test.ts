import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import type { Problem } from '../../contract/problem.ts';
import type { TriedFlow } from '../../contract/trials.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';

const sample = (name: string) =>
  JSON.parse(readFileSync(`samples/${name}.json`, 'utf8')) as { nodes: object[]; edges: object[] };

/** Nothing of it may leave a trace. */
describe('trying a flow', () => {
  let product: TestProduct;
  let ada: Client;
  let grace: Client;

  before(async () => {
    product = await startProduct();
    ada = await product.as('ada@sandbox.test');
    grace = await product.as('grace@sandbox.test');
  });
  after(() => product.close());

  const tryIt = async (body: object) => (await ada.call<TriedFlow>('POST', '/flows/try', body)).body;

  it('goes as far as it can without an answer, and says what it would ask', async () => {
    const tried = await tryIt({ definition: sample('expense-approval'), variables: { amount: 1234.5 } });
    expect(tried.status).to.equal('needs');
    expect(tried.steps.map(({ visitKey }) => visitKey)).to.deep.equal(['start']);
    expect(tried.needs).to.have.length(1);
    expect(tried.needs[0]).to.deep.include({ visitKey: 'approve', kind: 'answer', timesOut: true });
    expect(tried.needs[0]!.asks!.prompt).to.include('1,234.50 euro');
  });

  it('follows the edge of the answer, and shows what would be said', async () => {
    for (const [value, node] of [
      ['approved', 'tellApproved'],
      ['rejected', 'tellRejected'],
    ] as const) {
      const tried = await tryIt({
        definition: sample('expense-approval'),
        variables: { amount: 1 },
        given: { approve: { kind: 'answer', values: { value } } },
      });
      expect(tried.status).to.equal('completed');
      expect(tried.steps.map(({ nodeId }) => nodeId)).to.deep.equal(['start', 'approve', node, 'end']);
      expect(tried.steps.at(-2)!.would[0]!.text).to.include('Ada Lovelace');
      expect(tried.context['end']).to.deep.equal({ paid: value === 'approved' });
    }
  });

  it('follows failures, and asks in both branches of a fork', async () => {
    const late = await tryIt({
      definition: sample('expense-approval'),
      variables: { amount: 1 },
      given: { approve: { kind: 'failure', code: 'human_input_timeout' } },
    });
    expect([late.status, late.error?.code]).to.deep.equal(['failed', 'human_input_timeout']);
    const both = await tryIt({ definition: forked(), given: {} });
    expect(both.needs.map(({ visitKey }) => visitKey)).to.have.members(['one', 'two']);
    const given = { kind: 'answer', values: { value: 'Yes' } };
    const done = await tryIt({ definition: forked(), given: { one: given, two: given } });
    expect([done.status, done.context['end']]).to.deep.equal(['completed', 'YesYes']);
  });

  it('shows a question as people would see it, and accepts the comment that an answer requires', async () => {
    const definition = {
      id: 'why',
      name: 'Why',
      nodes: [
        { id: 'start', type: 'start', config: {} },
        {
          id: 'ask',
          type: 'human',
          config: {
            inputType: 'choice',
            prompt: '**Which?**',
            assignees: { starter: true },
            options: [{ label: 'Colours', options: [{ value: 'red', comment: 'required' }, { value: 'blue' }] }],
            facts: [{ label: 'Amount', kind: 'number', value: '6 * 7' }],
          },
        },
        { id: 'end', type: 'end', config: { output: 'ask.comment' } },
      ],
      edges: [
        { from: 'start', to: 'ask' },
        { from: 'ask', to: 'end' },
      ],
    };
    const [need] = (await tryIt({ definition })).needs;
    expect(need!.asks).to.deep.include({
      title: 'Which?',
      facts: [{ label: 'Amount', kind: 'number', value: 42 }],
      comment: { required: false },
    });
    const answer = (values: object, comment?: string) => ({
      definition,
      given: { ask: { kind: 'answer', values, ...(comment !== undefined && { comment }) } },
    });
    const refused = await ada.call<Problem>('POST', '/flows/try', answer({ value: 'red' }));
    expect([refused.status, Object.keys(refused.body.fields!)]).to.deep.equal([422, ['given.ask.comment']]);
    expect((await tryIt(answer({ value: 'red' }, 'Because.'))).context['end']).to.equal('Because.');
    expect((await tryIt(answer({ value: 'blue' }))).status).to.equal('completed');
  });

  it('calls nobody: the author supplies the results of calls', async () => {
    const definition = {
      id: 'caller',
      name: 'Caller',
      nodes: [
        { id: 'start', type: 'start', config: {} },
        { id: 'call', type: 'http', config: { url: 'https://example.org/{{ 1 + 1 }}', outputVariable: 'found' } },
        { id: 'end', type: 'end', config: { output: 'found.body' } },
      ],
      edges: [
        { from: 'start', to: 'call' },
        { from: 'call', to: 'end' },
      ],
    };
    const tried = await tryIt({ definition });
    expect(tried.needs[0]).to.deep.include({
      kind: 'output',
      would: [{ field: 'url', text: 'https://example.org/2' }],
    });
    const done = await tryIt({ definition, given: { call: { kind: 'output', output: { body: 'Hi' } } } });
    expect(done.context).to.deep.include({ end: 'Hi', found: { body: 'Hi' } });
  });

  it('ends even in a loop', async () => {
    const definition = {
      id: 'rounds',
      name: 'Rounds',
      nodes: [
        { id: 'start', type: 'start', config: {} },
        { id: 'rest', type: 'delay', config: { for: 'PT1H' } },
        { id: 'end', type: 'end', config: {} },
      ],
      edges: [
        { from: 'start', to: 'rest' },
        { from: 'rest', to: 'end', when: 'false' },
        { from: 'rest', to: 'rest' },
      ],
    };
    const tried = await tryIt({ definition });
    expect([tried.status, tried.error?.code, tried.error?.nodeId]).to.deep.equal(['failed', 'too_many_steps', 'rest']);
  });

  it('names the step whose result is too large', async () => {
    const node = {
      id: 'fill',
      type: 'set',
      config: { values: { a: '$pad("", 600000, "x")', b: '$pad("", 600000, "x")' } },
    };
    const ends = [
      { id: 'start', type: 'start', config: {} },
      { id: 'end', type: 'end', config: {} },
    ];
    const edges = [
      { from: 'start', to: 'fill' },
      { from: 'fill', to: 'end' },
    ];
    const tried = await tryIt({ definition: { id: 'large', name: 'Large', nodes: [...ends, node], edges } });
    expect([tried.status, tried.error?.code, tried.error?.nodeId]).to.deep.equal([
      'failed',
      'context_too_large',
      'fill',
    ]);
  });

  it('ends when the same person starts another, and says when to retry', async () => {
    const SOME_MS = '$map([1..400], function($v) { $v & $v })'; // far below its own limit: only another trial ends this one
    const steps = Array.from({ length: 400 }, (_, n) => `s${n}`);
    const ids = ['start', ...steps, 'end'];
    const slow = {
      id: 'slow',
      name: 'Slow',
      nodes: [
        { id: 'start', type: 'start', config: {} },
        ...steps.map((id) => ({ id, type: 'set', config: { values: { x: SOME_MS } } })),
        { id: 'end', type: 'end', config: {} },
      ],
      edges: ids.slice(1).map((to, n) => ({ from: ids[n]!, to })),
    };
    let isOver = false;
    const first = ada.call<Problem>('POST', '/flows/try', { definition: slow }).finally(() => (isOver = true));
    // Several, because the first of them may arrive before the slow trial has begun.
    while (!isOver) {
      const other = await tryIt({ definition: sample('expense-approval'), variables: { amount: 1 } });
      expect(other.status).to.equal('needs');
    }
    const { status, body, headers } = await first;
    expect([status, body.code]).to.deep.equal([429, 'limit_reached']);
    expect(headers.get('retry-after')).to.equal('10');
  });

  it('refuses what people would be refused, and what cannot be saved, by field', async () => {
    const refusals = [
      { definition: sample('expense-approval'), variables: {} },
      {
        definition: sample('expense-approval'),
        variables: { amount: 1 },
        given: { approve: { kind: 'answer', values: { value: 'perhaps' } } },
      },
      {
        definition: sample('expense-approval'),
        variables: { amount: 1 },
        given: { end: { kind: 'answer', values: {} } },
      },
      { definition: { id: 'x' } },
    ];
    const fields = ['variables.amount', 'given.approve.value', 'given.end', 'nodes'];
    for (const [n, body] of refusals.entries()) {
      const { status, body: problem } = await ada.call<{ fields: object }>('POST', '/flows/try', body);
      expect(status).to.equal(422);
      expect(Object.keys(problem.fields)).to.include(fields[n]);
    }
  });

  it('is for authors, asks nobody and stores nothing', async () => {
    expect((await grace.call('POST', '/flows/try', { definition: {} })).status).to.equal(403);
    expect((await grace.call('POST', '/flows/check', {})).status).to.equal(403);
    expect((await grace.call('GET', '/node-types')).status).to.equal(403);
    expect(await product.inbox(ada)).to.deep.equal([]);
    expect((await ada.call<{ items: unknown[] }>('GET', '/executions')).body.items).to.deep.equal([]);
    expect((await ada.call<{ items: unknown[] }>('GET', '/flows')).body.items).to.deep.equal([]);
  });

  it('checks an unfinished flow without storing it', async () => {
    const checked = async (body: object) =>
      (await ada.call<{ fields: object; checks: object }>('POST', '/flows/check', body)).body;
    expect(await checked(sample('two-signatures'))).to.deep.equal({ fields: {}, checks: {} });
    expect((await checked({})).fields).to.include.keys('id', 'name', 'nodes', 'edges');
    const { nodes, ...rest } = sample('expense-approval');
    const broken = { ...rest, nodes: nodes.slice(1) };
    expect((await checked(broken)).checks)
      .to.have.property('nodes')
      .with.property('id', 'oneStart');
    expect((await ada.call('POST', '/flows/check', [] as unknown)).status).to.equal(422);
  });
});

function forked() {
  const ask = { inputType: 'text', prompt: '?', assignees: { users: ['grace@sandbox.test'] } };
  return {
    id: 'forked',
    name: 'Forked',
    nodes: [
      { id: 'start', type: 'start', config: {} },
      { id: 'both', type: 'parallel', config: {} },
      { id: 'one', type: 'human', config: ask },
      { id: 'two', type: 'human', config: ask },
      { id: 'met', type: 'join', config: {} },
      { id: 'end', type: 'end', config: { output: 'one.value & two.value' } },
    ],
    edges: [
      { from: 'start', to: 'both' },
      { from: 'both', to: 'one' },
      { from: 'both', to: 'two' },
      { from: 'one', to: 'met' },
      { from: 'two', to: 'met' },
      { from: 'met', to: 'end' },
    ],
  };
}
