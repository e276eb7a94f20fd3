import type { FlowDefinition } from '../../contract/flows.ts';
import type { Client, TestProduct } from '../../test/support/product.ts';
import { PROMPT } from '../company.ts';

const AT_ONCE = 32;

export const ADA = { name: 'Ada Lovelace', email: 'ada@sandbox.test' };

export interface Questions {
  /** The request whose form holds a long list of options. */
  formId: string;
}

/** Fills Ada's inbox with approvals, and one form that was asked last. */
export async function askOften(
  product: TestProduct,
  { times, options }: { times: number; options: number },
): Promise<Questions> {
  const ada = await product.as(ADA.email);
  await save(ada, flowOf('approval', { inputType: 'approval' }));
  await save(ada, flowOf('form', { inputType: 'form', variables: variablesOf(options) }));
  for (let left = times; left > 0; left -= AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, left) }, () => product.run(ada, 'approval')));
  const formId = await product.run(ada, 'form');
  await product.reached(ada, formId, 'waiting');
  return { formId: `${formId}-ask` };
}

async function save(author: Client, definition: FlowDefinition): Promise<void> {
  const { status, body } = await author.call('POST', '/flows', definition);
  if (status !== 201) throw new Error(`the flow was not saved: ${JSON.stringify(body)}`);
}

const flowOf = (id: string, question: object): FlowDefinition => ({
  id,
  name: `Budget ${id}`,
  nodes: [
    { id: 'start', type: 'start', config: {} },
    {
      id: 'ask',
      type: 'human',
      name: 'The budget',
      config: { prompt: PROMPT, assignees: { users: [ADA.email] }, channels: [], ...question },
    },
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [
    { from: 'start', to: 'ask' },
    { from: 'ask', to: 'end' },
  ],
});

const variablesOf = (options: number): object[] => [
  { name: 'amount', type: 'number', label: 'Amount', required: true },
  { name: 'reason', type: 'textarea', label: 'Reason' },
  {
    name: 'place',
    type: 'select',
    label: 'Place',
    options: Array.from({ length: options }, (_, n) => ({ value: `p${n}`, label: `Place ${n}` })),
  },
];
