import type { FlowDefinition, FlowEdge, FlowNode } from '../../contract/flows.ts';
import { FlowDefinition as Definition } from '../../contract/flows.ts';

export const STARTER = 'ada@sandbox.test';
export const PEOPLE = ['grace', 'alan', 'katherine', 'linus', 'tim', 'radia'].map((key) => `${key}@sandbox.test`);
const [GRACE, ALAN, KATHERINE, LINUS, TIM, RADIA] = PEOPLE as [string, string, string, string, string, string];

/** A flow, and the exact visits of a finished execution of it, each once. */
export interface ChaosFlow {
  definition: FlowDefinition;
  /** @param timedOut the visits that nobody answered in time */
  visits(timedOut: ReadonlySet<string>): string[];
  /** How many of ten executions use it. */
  share: number;
}

const human = (id: string, config: Record<string, unknown>) => ({
  id,
  type: 'human',
  config: { prompt: `Round and round: ${id}?`, timeout: 'P30D', channels: [], ...config },
});
const set = (id: string, expression: string) => ({
  id,
  type: 'set',
  config: { values: { [`${id}Value`]: expression } },
});
/** Its effect is a row that is stored with the checkpoint: one per execution, however often servers die. */
const say = { id: 'say', type: 'message', config: { text: 'It goes on.' } };

function flow(id: string, nodes: object[], edges: FlowEdge[]): FlowDefinition {
  const all = [{ id: 'start', type: 'start' }, ...nodes, { id: 'end', type: 'end' }] as FlowNode[];
  return Definition.parse({ id, name: id, nodes: all, edges });
}

const path = (...ids: string[]): FlowEdge[] => ids.slice(1).map((to, n) => ({ from: ids[n]!, to }));

/** One answer is enough; then it asks another person. */
const firstAnswer = flow(
  'first-answer',
  [
    human('ask', { inputType: 'approval', assignees: { users: [GRACE, ALAN] }, channels: ['email'] }),
    set('note', 'ask.value'),
    say,
    human('confirm', { inputType: 'text', assignees: { users: [KATHERINE, LINUS] } }),
    set('after', 'confirm.value'),
  ],
  path('start', 'ask', 'note', 'say', 'confirm', 'after', 'end'),
);

/** Everybody has to answer; then a delay follows. */
const everybody = flow(
  'everybody',
  [
    human('sign', { inputType: 'approval', strategy: 'all', assignees: { users: [ALAN, KATHERINE, TIM] } }),
    { id: 'rest', type: 'delay', config: { for: 300 } },
    set('note', 'sign.counts.responses'),
    say,
  ],
  path('start', 'sign', 'rest', 'note', 'say', 'end'),
);

/** Two questions at once; one branch calls another server. @param counter the call's target */
const sideBySide = (counter: string) =>
  flow(
    'side-by-side',
    [
      { id: 'fork', type: 'parallel' },
      human('left', { inputType: 'choice', options: ['red', 'blue'], assignees: { users: [LINUS, RADIA] } }),
      { id: 'tell', type: 'http', config: { method: 'POST', url: counter, json: '{ "said": left.value }' } },
      human('right', { inputType: 'text', strategy: 'all', assignees: { users: [TIM, GRACE] }, channels: ['email'] }),
      set('note', 'right.value'),
      { id: 'together', type: 'join' },
      say,
    ],
    [...path('start', 'fork', 'left', 'tell', 'together', 'say', 'end'), ...path('fork', 'right', 'note', 'together')],
  );

/** The question times out while servers die. */
const deadline = flow(
  'deadline',
  [
    human('ask', { inputType: 'approval', timeout: 2000, assignees: { users: [RADIA, ALAN] } }),
    set('note', 'ask.value'),
    set('late', '"nobody"'),
    say,
  ],
  [
    ...path('start', 'ask', 'note', 'say', 'end'),
    { from: 'ask', to: 'late', on: 'timeout' },
    { from: 'late', to: 'say' },
  ],
);

/** Nobody answers before its deadline, whenever that is. */
export const unanswered: ChaosFlow = {
  definition: flow(
    'unanswered',
    [human('ask', { inputType: 'approval', assignees: { users: PEOPLE } }), set('late', '"nobody"')],
    [...path('start', 'ask', 'end'), { from: 'ask', to: 'late', on: 'timeout' }, { from: 'late', to: 'end' }],
  ),
  visits: (timedOut) => ['start', 'ask', ...(timedOut.has('ask') ? ['late'] : []), 'end'],
  share: 1,
};

export const chaosFlows = (counter: string): ChaosFlow[] => [
  { definition: firstAnswer, share: 4, visits: () => ['start', 'ask', 'note', 'say', 'confirm', 'after', 'end'] },
  { definition: everybody, share: 2, visits: () => ['start', 'sign', 'rest', 'note', 'say', 'end'] },
  {
    definition: sideBySide(counter),
    share: 3,
    visits: () => ['start', 'fork', 'left', 'tell', 'right', 'note', 'together', 'say', 'end'],
  },
  {
    definition: deadline,
    share: 1,
    visits: (timedOut) => ['start', 'ask', timedOut.has('ask') ? 'late' : 'note', 'say', 'end'],
  },
];

/** The nodes whose effect is counted: by database rows, and by calls that arrived elsewhere. */
export const COUNTED = { message: 'say', call: 'tell' };
