import type { FlowDefinition, FlowNode } from '../contract/flows.ts';
import type { Person } from '../contract/people.ts';
import type { Directory } from '../server/people/directory/directory.ts';

export const personOf = (n: number): Person => ({
  id: `50000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  displayName: `Person ${n}`,
  email: `person${n}@sandbox.test`,
  userPrincipalName: `person${n}@sandbox.test`,
});

export const GROUP = { id: '60000000-0000-4000-8000-000000000001', displayName: 'Everyone', email: null };

/** An in-memory directory: people by number, and one group with the first of them. */
export function createCompany(size: number): Pick<Directory, 'personById' | 'membersOf' | 'groupByReference'> {
  const people = Array.from({ length: size }, (_, n) => personOf(n + 1));
  const byId = new Map(people.map((person) => [person.id, person]));
  return {
    personById: async (id) => byId.get(id) ?? null,
    groupByReference: async () => GROUP,
    membersOf: async () => people,
  };
}

export const CHANNELS = ['teams', 'email'];
export const PROMPT = 'Approve the budget of the quarter?'.repeat(8);
/** The variables that executions start with. */
export const VARIABLES = { round: 0, note: 'x'.repeat(200) };
export const VISITS = 8;
const THREE = [1, 2, 3].map((n) => personOf(n).id);

const ask = (id: string, assignees: object = { users: THREE }): FlowNode => ({
  id,
  type: 'human',
  name: 'Approve the budget',
  config: { inputType: 'approval', prompt: PROMPT, assignees: { ...assignees }, channels: CHANNELS, timeout: 'PT24H' },
});

/** Asks three people, increments a variable, and repeats until it has asked eight times: two expressions a round. */
export const LOOP: FlowDefinition = {
  id: 'loop',
  name: 'Ask, set, ask again',
  nodes: [
    { id: 'start', type: 'start', config: {} },
    ask('ask'),
    { id: 'count', type: 'set', config: { values: { round: 'round + 1' } } },
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [
    { from: 'start', to: 'ask' },
    { from: 'ask', to: 'count' },
    { from: 'count', to: 'ask', when: `round < ${VISITS}` },
    { from: 'count', to: 'end' },
  ],
};

const ASKS = Array.from({ length: VISITS }, (_, n) => `ask${n + 1}`);

/** The same eight questions in a row, with nothing to compute. */
export const CHAIN: FlowDefinition = {
  id: 'chain',
  name: 'Ask eight times',
  nodes: [
    { id: 'start', type: 'start', config: {} },
    ...ASKS.map((id) => ask(id)),
    { id: 'end', type: 'end', config: {} },
  ],
  edges: ['start', ...ASKS].map((from, n) => ({ from, to: ASKS[n] ?? 'end' })),
};

/** Asks everybody at once. */
export const ASK_EVERYONE: FlowDefinition = {
  id: 'everyone',
  name: 'Ask everyone',
  nodes: [
    { id: 'start', type: 'start', config: {} },
    ask('ask', { groups: [GROUP.id] }),
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [
    { from: 'start', to: 'ask' },
    { from: 'ask', to: 'end' },
  ],
};
