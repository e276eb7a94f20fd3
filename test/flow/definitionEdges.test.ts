import { expect } from 'chai';
import { chooseEdge } from '../../server/flow/definition.ts';
import { createExpressions } from '../../server/flow/expressions.ts';
import type { NodeError } from '../../server/flow/nodeType.ts';
import { compiled, flow } from './flows.ts';

const service = createExpressions({ count: 1 });
const expressions = service.of({ author: 'ada', execution: 'one' });
after(() => service.close());

const asking = compiled(
  flow({ go: 'start', ask: 'ask', small: 'end', large: 'end', other: 'end', late: 'end', failed: 'end' }, [
    'go > ask',
    'ask > other',
    ['ask > failed', { on: 'error' }],
    ['ask > late', { on: 'timeout' }],
    ['ask > small', { when: 'amount < 100' }],
    ['ask > large', { when: 'amount > 50' }],
  ]),
);

const goingOn = (amount: unknown, code?: string) =>
  chooseEdge(
    asking,
    { nodeId: 'ask', status: code === undefined ? 'completed' : 'failed', error: code === undefined ? null : { code } },
    { amount },
    expressions,
  );

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing failed',
    (error: NodeError) => error.code,
  );

describe('The next edge', () => {
  it('is the first edge whose condition is true', async () => expect((await goingOn(70))?.to).to.equal('small'));
  it('is a later edge when the first is not true', async () => expect((await goingOn(700))?.to).to.equal('large'));
  it('is the edge without a condition if none is true, wherever it is in the list', async () =>
    expect((await goingOn(undefined))?.to).to.equal('other'));
  it('after a time-out is the edge for time-outs', async () =>
    expect((await goingOn(70, 'human_input_timeout'))?.to).to.equal('late'));
  it('after another failure is the edge for failures', async () =>
    expect((await goingOn(70, 'http_status'))?.to).to.equal('failed'));

  it('after a time-out is the edge for failures if there is none for time-outs', async () => {
    const { edgesFrom } = compiled(
      flow({ go: 'start', ask: 'ask', done: 'end' }, ['go > ask > done', ['ask > done', { on: 'error' }]]),
    );
    const timedOut = { nodeId: 'ask', status: 'failed', error: { code: 'human_input_timeout' } } as const;
    expect((await chooseEdge({ edgesFrom }, timedOut, {}, expressions))?.on).to.equal('error');
  });

  it('after an uncaught failure is none', async () => {
    const { edgesFrom } = compiled(flow({ go: 'start', ask: 'ask', done: 'end' }, ['go > ask > done']));
    const failed = { nodeId: 'ask', status: 'failed', error: { code: 'http_status' } } as const;
    expect(await chooseEdge({ edgesFrom }, failed, {}, expressions)).to.equal(null);
  });

  it('fails if no condition is true and there is no other edge', async () => {
    const { edgesFrom } = compiled(flow({ go: 'start', done: 'end' }, [['go > done', { when: 'false' }]]));
    const completed = { nodeId: 'go', status: 'completed', error: null } as const;
    expect(await codeOf(chooseEdge({ edgesFrom }, completed, {}, expressions))).to.equal('no_edge');
  });

  it('fails if a condition is neither true nor false', async () => {
    const { edgesFrom } = compiled(flow({ go: 'start', done: 'end' }, [['go > done', { when: 'amount' }]]));
    const completed = { nodeId: 'go', status: 'completed', error: null } as const;
    expect(await codeOf(chooseEdge({ edgesFrom }, completed, { amount: 1 }, expressions))).to.equal(
      'expression_failed',
    );
    expect(await codeOf(chooseEdge({ edgesFrom }, completed, {}, expressions))).to.equal('no_edge');
    const failure = await chooseEdge({ edgesFrom }, completed, { amount: 1 }, expressions).catch(
      (error: unknown) => error,
    );
    expect(failure).to.deep.include({ values: { why: 'condition', node: 'go', next: 'done' } });
  });
});
