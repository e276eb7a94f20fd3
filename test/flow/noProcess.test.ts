import { expect } from 'chai';
import { toProblemError } from '../../server/foundation/http/problem.ts';
import { NoProcess } from '../../server/flow/expressionProcess.ts';
import { createExpressions } from '../../server/flow/expressions.ts';
import { ROOT } from '../../server/flow/branchRules.ts';
import { setNode } from '../../server/flow/nodes/set.ts';
import { visitNode } from '../../server/flow/visitNode.ts';

describe('A node whose expressions get no process', () => {
  // a process that exits at once, as if the system had no room for it
  const expressions = createExpressions({ memoryMb: 'none' as unknown as number });
  after(() => expressions.close());

  it('does not fail: it is visited again', async () => {
    const node = { id: 'sum', type: 'set', config: {} };
    const branch = { id: ROOT, nodeId: 'sum', type: 'set', state: 'ready', visitKey: 'sum', enteredAt: 1 } as const;
    const starter = { id: 'ada', displayName: 'Ada', email: null, userPrincipalName: null };
    const held = {
      ...{ id: 'E', epoch: 1, flowId: 'f', flowVersion: 1, starter, chatId: null, logId: null, variables: {} },
      branches: [branch],
    };
    const visiting = visitNode(
      { node, type: setNode, config: { values: { sum: '$sum([1, 2])' } } },
      {
        ...{ branch, held, flowName: 'Flow', definition: { nodes: [node], edges: [] }, context: {}, storedContext: {} },
        expressions: expressions.of({ author: 'ada', execution: 'E' }),
        now: 1,
        signal: new AbortController().signal,
        begin: () => Promise.resolve(),
        report: () => expect.fail('it says nothing about the node'),
      },
    );
    expect(await visiting.catch((error: unknown) => error)).to.be.instanceOf(NoProcess);
  });

  it('is to be tried again by those who wait for the result, such as an author who tries a flow', async () => {
    const evaluating = expressions.of({ author: 'ada', execution: 'trial' }).evaluate('$sum([1, 2])', {});
    const { code, extra } = toProblemError(await evaluating.catch((error: unknown) => error));
    expect([code, extra.retryAfterSeconds]).to.deep.equal(['unavailable', 2]);
  });
});
