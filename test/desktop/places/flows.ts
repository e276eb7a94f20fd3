import { EXECUTION, flow } from '../support/samples.ts';
import { click, point, unfold, write } from './deeds.ts';
import { definitionOf } from './given.ts';
import type { Place } from './place.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';

/** As readers and starters of the flow see it. */
const reading = { ...flow, may: { start: false, read: true, change: false, share: false } };
const starting = { ...flow, may: { start: true, read: false, change: false, share: false } };

export const FLOWS: Place[] = [
  { name: 'flows', hash: '#/flows', words: 'Expense approval' },
  { name: 'no flows', hash: '#/flows', given: { flows: [] }, words: 'No flows yet' },
  { name: 'a flow', hash: '#/flows/expense-approval', words: 'Is that clear?' },
  { name: 'a flow in words', hash: '#/flows/expense-approval', open: unfold('in words'), words: 'The way ends here.' },
  { name: 'a flow as JSON', hash: '#/flows/expense-approval', open: unfold('(JSON)'), words: /"edges"/ },
  {
    name: 'who has access to a flow',
    hash: '#/flows/expense-approval',
    open: click('Access'),
    words: 'Groups of owners',
  },
  {
    name: 'who has access to a flow, to be read',
    hash: '#/flows/expense-approval',
    given: { flows: [reading] },
    open: click('Access'),
    words: 'Nobody',
  },
  {
    name: 'who is not to have access',
    hash: '#/flows/expense-approval',
    given: {
      refusals: {
        'PUT /flows/expense-approval/access': {
          code: 'validation_failed',
          status: 422,
          fields: { 'owners.0': 'Joan is a guest.' },
        },
      },
    },
    open: click('Access', 'Save'),
    words: 'Joan is a guest.',
  },
  { name: 'a flow to be started only', hash: '#/flows/expense-approval', given: { flows: [starting] }, words: 'Run' },
  { name: 'an earlier version', hash: '#/flows/expense-approval?version=2', words: 'This is version 2' },
  { name: 'a flow to be run', hash: '#/flows', open: click(/^Run/), words: 'Amount in €' },
  { name: 'a flow to be run, with faults', hash: '#/flows', open: click(/^Run/, 'Start'), words: 'Enter a number.' },
  { name: 'a flow to be changed', hash: '#/flows/expense-approval/edit', words: 'Is that clear?' },
  {
    name: 'a flow whose changes were not saved',
    hash: '#/flows/expense-approval/edit',
    kept: definitionOf(flow.id, { text: '{ "id": "expense-approval" }', madeOn: flow.version }),
    words: 'Your unsaved changes are back.',
  },
  { name: 'a new flow', hash: '#/new-flow', words: 'Ask somebody' },
  { name: 'a flow that is no JSON', hash: '#/new-flow', open: write('{'), words: 'This is not JSON yet' },
  {
    name: 'a flow with faults',
    hash: '#/new-flow',
    given: {
      refusals: {
        'POST /flows': {
          code: 'validation_failed',
          status: 422,
          fields: { 'nodes.0.id': 'It is not clear.', name: 'Give one.' },
        },
      },
    },
    open: click('Save'),
    words: '2 things need another look',
  },
  {
    name: 'a flow that somebody else has saved',
    hash: '#/flows/expense-approval/edit',
    given: {},
    open: async (client) => {
      await flowEditorOn(client.page).definition.press('Space');
      client.standIn.state.definitions[flow.id]!.version = 5;
      await click('Save')(client);
    },
    words: /^Version 5 has been saved/,
  },
  {
    name: 'a flow for its owners only',
    hash: '#/flows/expense-approval/edit',
    given: { flows: [reading] },
    words: /^Only authors who own/,
  },
  { name: 'a flow for authors only', hash: '#/new-flow', given: { roles: [] }, words: 'Only authors' },
  { name: 'no flow', hash: '#/flows/none', words: 'There is no such flow' },
  { name: 'executions', hash: '#/executions', words: 'Expense approval' },
  { name: 'an execution pointed at', hash: '#/executions', open: point('link', /^Expense/), words: 'Failed' },
  { name: 'no executions', hash: '#/executions', given: { executions: [] }, words: 'Nothing has run yet' },
  { name: 'an execution that waits', hash: `#/executions/${EXECUTION}`, words: 'waits for an answer of' },
  {
    name: 'an execution that failed',
    hash: '#/executions/failed',
    open: unfold('Execution context'),
    words: 'Try again',
  },
  {
    name: 'an execution to be cancelled',
    hash: `#/executions/${EXECUTION}`,
    open: click('Cancel execution'),
    words: 'Keep it running',
  },
  { name: 'no execution', hash: '#/executions/none', words: 'It does not exist' },
];
