import { expect } from 'chai';
import type { FlowDefinition } from '../../contract/flows.ts';
import { check } from '../../server/foundation/errors.ts';
import { compiled, flow, itIsRefusedFor, NODE_TYPES, refusalOf, type Refused } from './flows.ts';

const ENDS = { go: 'start', done: 'end' };

const REFUSED: Refused[] = [
  {
    because: 'no start',
    definition: flow({ done: 'end' }, []),
    field: 'nodes',
    fault: check('oneStart', { count: 0 }),
  },
  {
    because: 'two starts',
    definition: flow({ ...ENDS, also: 'start' }, ['go > done', 'also > done']),
    field: 'nodes',
    fault: check('oneStart', { count: 2 }),
  },
  {
    because: 'no end',
    definition: flow({ go: 'start', a: 'delay' }, ['go > a']),
    field: 'nodes',
    fault: check('noEnd'),
  },
  {
    because: 'an id twice',
    definition: {
      ...flow(ENDS, ['go > done']),
      nodes: [...flow(ENDS, []).nodes, { id: 'done', type: 'end', config: {} }],
    },
    field: 'nodes.done.id',
    fault: check('idTwice', { node: 'done' }),
  },
  {
    because: 'an unknown type',
    definition: flow({ ...ENDS, guess: 'oracle' }, ['go > guess > done']),
    field: 'nodes.guess.type',
    fault: check('unknownType', { type: 'oracle', types: [...NODE_TYPES.keys()].join(', ') }),
  },
  {
    because: 'a bad condition',
    definition: flow(ENDS, [['go > done', { when: 'amount >' }], 'go > done']),
    field: 'edges.0.when',
    fault: check('expressionUnfinished', { position: 8 }),
  },
  {
    because: 'an edge to nowhere',
    definition: flow(ENDS, ['go > done', ['go > lost', { when: 'true' }]]),
    field: 'edges.1.to',
    fault: check('unknownNode', { node: 'lost' }),
  },
  {
    because: 'an edge from nowhere',
    definition: flow(ENDS, ['go > done', 'lost > done']),
    field: 'edges.1.from',
    fault: check('unknownNode', { node: 'lost' }),
  },
  {
    because: 'an edge into the start',
    definition: flow({ ...ENDS, sleep: ['delay', { for: 1 }] }, [
      'go > sleep > go',
      ['sleep > done', { when: 'true' }],
    ]),
    field: 'edges.1.to',
    fault: check('leadsToStart', { node: 'go' }),
  },
  {
    because: 'an edge out of an end',
    definition: flow(ENDS, ['go > done', 'done > done']),
    field: 'edges.1.from',
    fault: check('leavesEnd', { node: 'done' }),
  },
  {
    because: 'a node nobody reaches',
    definition: flow({ ...ENDS, lonely: 'condition' }, ['go > done', 'lonely > done']),
    field: 'nodes.lonely',
    fault: check('unreachable', { node: 'lonely' }),
  },
  {
    because: 'a dead end',
    definition: flow({ ...ENDS, stop: 'condition' }, ['go > done', ['go > stop', { when: 'true' }]]),
    field: 'nodes.stop',
    fault: check('noWayOn', { node: 'stop' }),
  },
  {
    because: 'a dead end but for failures',
    definition: flow({ ...ENDS, stop: 'condition' }, ['go > stop', ['stop > done', { on: 'error' }]]),
    field: 'nodes.stop',
    fault: check('noWayOn', { node: 'stop' }),
  },
  {
    because: 'a wait that never leads to an end',
    definition: flow({ ...ENDS, a: ['delay', { for: 1 }], b: 'condition' }, [
      'go > done',
      ['go > a', { when: 'true' }],
      'a > b > a',
    ]),
    field: 'nodes.a',
    fault: check('noWayToEnd', { node: 'a' }),
  },
  {
    because: 'a loop without a wait',
    definition: flow({ ...ENDS, a: 'condition', b: 'condition' }, [
      'go > a > b',
      ['b > a', { when: 'true' }],
      'b > done',
    ]),
    field: 'nodes.a',
    fault: check('restlessLoop', { path: 'a → b → a' }),
  },
  {
    because: 'a node that leads to itself',
    definition: flow({ ...ENDS, a: 'condition' }, ['go > a > done', ['a > a', { when: 'true' }]]),
    field: 'nodes.a',
    fault: check('restlessLoop', { path: 'a → a' }),
  },
  {
    because: 'a loop in which the wait has failed',
    definition: flow({ ...ENDS, ask: 'ask' }, ['go > ask > done', ['ask > ask', { on: 'error' }]]),
    field: 'nodes.ask',
    fault: check('restlessLoop', { path: 'ask → ask' }),
  },
  {
    because: 'a time-out of what does not time out',
    definition: flow({ ...ENDS, a: ['delay', { for: 1 }] }, ['go > a > done', ['a > done', { on: 'timeout' }]]),
    field: 'edges.2.on',
    fault: check('noTimeout', { node: 'a', type: 'delay' }),
  },
  {
    because: 'two ways at once',
    definition: flow({ ...ENDS, also: 'end' }, ['go > done', 'go > also']),
    field: 'edges.1.when',
    fault: check('secondWay', { node: 'go' }),
  },
  {
    because: 'two ways after a failure',
    definition: flow({ ...ENDS, ask: 'ask', also: 'end' }, [
      'go > ask > done',
      ['ask > done', { on: 'error' }],
      ['ask > also', { on: 'error' }],
    ]),
    field: 'edges.3.on',
    fault: check('secondCatch', { node: 'ask' }),
  },
  {
    because: 'a condition on a failure',
    definition: flow({ ...ENDS, ask: 'ask' }, ['go > ask > done', ['ask > done', { on: 'error', when: 'true' }]]),
    field: 'edges.2.on',
    fault: check('whenAndOn', { node: 'ask' }),
  },
  {
    because: 'a join of nothing',
    definition: flow({ ...ENDS, meet: 'join' }, ['go > meet > done']),
    field: 'nodes.meet',
    fault: check('joinAlone', { node: 'meet' }),
  },
  {
    because: 'a join that one way reaches alone',
    definition: flow({ ...ENDS, fork: 'parallel', a: 'condition', meet: 'join' }, [
      ['go > meet', { when: 'true' }],
      'go > fork > a > meet',
      'fork > meet > done',
    ]),
    field: 'nodes.meet',
    fault: check('joinAlone', { node: 'meet' }),
  },
  {
    because: 'a second join for one parallel',
    definition: flow({ ...ENDS, fork: 'parallel', a: 'join', b: 'join' }, ['go > fork > a', 'fork > a > b > done']),
    field: 'nodes.b',
    fault: check('joinAlone', { node: 'b' }),
  },
  {
    because: 'a parallel of one',
    definition: flow({ ...ENDS, fork: 'parallel' }, ['go > fork > done']),
    field: 'nodes.fork',
    fault: check('parallelOfOne', { node: 'fork' }),
  },
  {
    because: 'a parallel with conditions',
    definition: flow({ ...ENDS, fork: 'parallel' }, ['go > fork > done', ['fork > done', { when: 'true' }]]),
    field: 'edges.2.when',
    fault: check('parallelCondition', { node: 'fork' }),
  },
  {
    because: 'a parallel that fails',
    definition: flow({ ...ENDS, fork: 'parallel' }, [
      'go > fork > done',
      'fork > done',
      ['fork > done', { on: 'error' }],
    ]),
    field: 'edges.3.on',
    fault: check('parallelFailure', { node: 'fork' }),
  },
];

describe('A flow is refused for', () => {
  itIsRefusedFor(REFUSED);

  it('everything that is wrong with it at once', () => {
    const definition = flow({ ...ENDS, sum: ['set', { values: {} }], guess: 'oracle' }, ['go > lost', 'sum > done']);
    expect(refusalOf(definition)).to.have.keys('nodes.sum.config.values', 'nodes.guess.type', 'edges.0.to');
  });
});

describe('A flow is accepted', () => {
  const accepted: Record<string, FlowDefinition> = {
    'with nothing in it': flow(ENDS, ['go > done']),
    'with a loop that waits': flow({ ...ENDS, ask: 'ask', look: 'condition' }, [
      'go > ask > look',
      ['look > ask', { when: 'again' }],
      'look > done',
    ]),
    'with a failure that is tried again after a while': flow(
      { ...ENDS, call: ['http', { url: 'https://x.test' }], sleep: ['delay', { for: 'PT1M' }] },
      ['go > call > done', ['call > sleep', { on: 'error' }], 'sleep > call'],
    ),
    'with a parallel in a parallel': flow(
      { ...ENDS, f: 'parallel', g: 'parallel', a: 'ask', b: 'ask', c: 'ask', inner: 'join', outer: 'join' },
      ['go > f > g > a > inner > outer > done', 'g > b > inner', 'f > c > outer'],
    ),
    'with branches that end on their own': flow({ ...ENDS, f: 'parallel', a: 'ask', b: 'ask', also: 'end' }, [
      'go > f > a > done',
      'f > b > also',
    ]),
    'with a time-out and a failure': flow({ ...ENDS, ask: 'ask', late: 'end', failed: 'end' }, [
      'go > ask > done',
      ['ask > late', { on: 'timeout' }],
      ['ask > failed', { on: 'error' }],
    ]),
    'when two nodes give the same variable': flow(
      { ...ENDS, a: ['ask', { outputVariable: 'answer' }], b: ['ask', { outputVariable: 'answer' }] },
      ['go > a > b > done'],
    ),
    'when it tells its assignment how it went': flow(
      { ...ENDS, grade: ['set', { values: { __assignmentPassed: 'true' } }] },
      ['go > grade > done'],
    ),
  };
  for (const [what, definition] of Object.entries(accepted))
    it(what, () => expect(refusalOf(definition)).to.deep.equal({}));

  it('and compiled: configs parsed, edges in order, start variables known', () => {
    const variables = [{ name: 'amount', type: 'number', required: true }];
    const definition = flow({ go: ['start', { variables }], sleep: ['delay', { for: 'PT1H' }], done: 'end' }, [
      ['go > done', { when: 'amount < 10' }],
      'go > sleep > done',
    ]);
    const { nodes, edgesFrom, startNodeId, variables: known } = compiled(definition);
    expect(startNodeId).to.equal('go');
    expect(known).to.deep.equal(variables);
    expect(nodes.get('sleep')?.config).to.deep.equal({ for: 3_600_000 });
    expect(edgesFrom.get('go')?.map(({ to }) => to)).to.deep.equal(['done', 'sleep']);
    expect(edgesFrom.get('done')).to.deep.equal([]);
  });
});
