import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { FlowDefinition } from '../../contract/flows.ts';
import { VARIABLE_TYPES } from '../../contract/variables.ts';
import { createMessageNode } from '../../server/chats/messageNode.ts';
import { checkDefinition, type CompiledFlow } from '../../server/flow/definition.ts';
import { createExpressions } from '../../server/flow/expressions.ts';
import type { NodeType } from '../../server/flow/nodeType.ts';
import { createHumanNode, type HumanNodeParts } from '../../server/requests/humanNode.ts';
import type { HumanConfig } from '../../server/requests/humanConfig.ts';
import { NODE_TYPES } from './flows.ts';

const SAMPLES = new URL('../../samples/', import.meta.url);

/** Nothing runs here, so nodes get no dependencies. */
const nodeTypes: ReadonlyMap<string, NodeType> = new Map([
  ...NODE_TYPES,
  ['human', createHumanNode({} as HumanNodeParts)],
  ['message', createMessageNode({} as Parameters<typeof createMessageNode>[0])],
]);

function sample(id: string): CompiledFlow {
  const definition = FlowDefinition.parse(JSON.parse(readFileSync(new URL(`${id}.json`, SAMPLES), 'utf8')));
  const checked = checkDefinition(definition, nodeTypes);
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults, null, 2));
  return checked.flow;
}

const asked = (flow: CompiledFlow): HumanConfig =>
  [...flow.nodes.values()].find(({ type }) => type.type === 'human')!.config as HumanConfig;

const ada = { displayName: 'Ada' };

/** Node, its expression or template, the context, and the result. */
const SPOKEN: [id: string, node: string, field: string, context: Record<string, unknown>, said: string][] = [
  ['expense-approval', 'approve', 'prompt', { amount: 1234.5 }, 'An expense of 1,234.50 euro is waiting'],
  [
    'expense-approval',
    'tellApproved',
    'text',
    { amount: 5, approve: { respondedBy: ada } },
    'Ada approved the expense of 5.00',
  ],
  [
    'expense-approval',
    'tellRejected',
    'text',
    { amount: 5, approve: { respondedBy: ada } },
    'Ada rejected the expense of 5.00',
  ],
  ['two-signatures', 'sign', 'prompt', {}, 'Please sign the contract.'],
  ['two-signatures', 'sign', 'prompt', { contract: 'the lease' }, 'Please sign the lease.'],
  [
    'two-signatures',
    'tellRefused',
    'text',
    { sign: { counts: { responses: 2, values: { rejected: 1 } } } },
    '1 of 2 refused',
  ],
  ['ask-my-manager', 'ask', 'prompt', {}, 'May I take Friday off?'],
  ['ask-my-manager', 'tellAnswer', 'text', { manager: ada, ask: { value: 'talk' } }, 'Ada says: let us talk about it.'],
  ['incident-report', 'report', 'prompt', { system: 'the mail' }, 'Please report what happened to the mail.'],
  ['incident-report', 'report', 'prompt', {}, 'Please report what happened.'],
];

describe('The samples', () => {
  const service = createExpressions({ count: 1 });
  const expressions = service.of({ author: 'ada', execution: 'one' });
  after(() => service.close());

  const ids = readdirSync(SAMPLES).filter((file) => file.endsWith('.json'));
  for (const id of ['ask-my-manager', 'expense-approval', 'incident-report', 'two-signatures'])
    it(`hold ${id}, a valid flow`, () => {
      expect(ids).to.include(`${id}.json`);
      expect(sample(id).definition.id).to.equal(id);
    });

  it('start an expense approval with the one number it needs', () =>
    expect(
      sample('expense-approval').variables.map(({ name, type, required }) => [name, type, required]),
    ).to.deep.equal([['amount', 'number', true]]));

  it('need no other input to start', () => {
    for (const id of ['ask-my-manager', 'incident-report', 'two-signatures'])
      expect(sample(id).variables.filter(({ required }) => required)).to.deep.equal([]);
  });

  it('show every type of variable in one form that any channel can send', () => {
    const variables = asked(sample('incident-report')).variables!;
    expect(new Set(variables.map(({ type }) => type))).to.deep.equal(new Set(VARIABLE_TYPES));
    const required = variables.filter((variable) => variable.required).map(({ type }) => type);
    expect(required).to.not.include('file');
    expect(required).to.not.include('password');
    expect(required.length).to.be.within(1, 6);
  });

  for (const [id, node, field, context, said] of SPOKEN)
    it(`say "${said}"`, async () => {
      const config = sample(id).nodes.get(node)!.config as Record<string, string>;
      expect(await expressions.render(config[field]!, context)).to.include(said);
    });

  for (const [values, expected] of [
    [{ approved: 2 }, true],
    [{ approved: 1, rejected: 1 }, false],
    [{ rejected: 2 }, false],
  ] as const)
    it(`count signatures: ${JSON.stringify(values)}`, async () => {
      const { expression } = sample('two-signatures').nodes.get('allSigned')!.config as { expression: string };
      expect(await expressions.evaluate(expression, { sign: { counts: { responses: 2, values } } })).to.equal(expected);
    });
});
