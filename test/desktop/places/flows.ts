import { EXECUTION, flow } from '../support/samples.ts';
import { addStep, begin, click, openStep, point, unfold, write } from './steps.ts';
import type { Client } from '../browser/client.ts';
import { definitionOf } from './given.ts';
import type { Place } from './place.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';

/** As readers and starters of the flow see it. */
const reading = { ...flow, may: { start: false, read: true, change: false, share: false } };
const starting = { ...flow, may: { start: true, read: false, change: false, share: false } };

const retired = {
  ...flow,
  retiredAt: '2026-02-27T09:30:00.000Z',
  may: { start: false, read: true, change: false, share: true },
};
const other = { ...flow, id: 'travel-request', name: 'Travel request' };

const inNewFlow =
  (action: (client: Client) => Promise<unknown>) =>
  async (client: Client): Promise<void> => {
    await begin(client);
    await action(client);
  };
const openFirstStep = inNewFlow(openStep('Ask somebody'));

export const FLOWS: Place[] = [
  { name: 'flows', hash: '#/flows', words: 'Expense approval' },
  { name: 'no flows', hash: '#/flows', given: { flows: [] }, words: 'No flows yet' },
  { name: 'a flow', hash: '#/flows/expense-approval', words: 'Is that clear?' },
  { name: 'a flow in words', hash: '#/flows/expense-approval', open: unfold('in words'), words: 'The path ends here.' },
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
  { name: 'a flow to be started only', hash: '#/flows/expense-approval', given: { flows: [starting] }, words: 'Start' },
  { name: 'a flow to be retired', hash: '#/flows/expense-approval', open: click('Retire…'), words: 'Retire it' },
  {
    name: 'a retired flow',
    hash: '#/flows/expense-approval',
    given: { flows: [retired] },
    words: 'Retired on 27 Feb 2026',
  },
  {
    name: 'a retired flow to be read',
    hash: '#/flows/expense-approval',
    given: { flows: [{ ...retired, may: { ...retired.may, share: false } }] },
    words: 'Retired on 27 Feb 2026',
  },
  {
    name: 'a retired flow, not to be changed',
    hash: '#/flows/expense-approval/edit',
    given: { flows: [retired] },
    words: /^This flow is retired/,
  },
  { name: 'flows, some of them retired', hash: '#/flows', given: { flows: [other, retired] }, words: 'In use' },
  { name: 'retired flows', hash: '#/flows?tab=retired', given: { flows: [retired] }, words: 'Retired on 27 Feb 2026' },
  { name: 'no retired flows', hash: '#/flows?tab=retired', words: 'No retired flows' },
  { name: 'an earlier version', hash: '#/flows/expense-approval?version=2', words: 'This is version 2' },
  { name: 'a flow to be run', hash: '#/flows', open: click(/^Start/), words: 'Amount in €' },
  {
    name: 'a flow to be run, with faults',
    hash: '#/flows',
    open: click(/^Start/, /^Start$/),
    words: 'Enter a number.',
  },
  { name: 'a flow to be changed', hash: '#/flows/expense-approval/edit', words: 'Is that clear?' },
  {
    name: 'a flow to be changed, as text',
    hash: '#/flows/expense-approval/edit',
    open: ({ page }) => flowEditorOn(page).openText(),
    words: 'JSON',
  },
  { name: 'a step of a flow', hash: '#/new-flow', open: openFirstStep, words: 'How they answer' },
  {
    name: 'a field that a flow is started with, with its rules',
    hash: '#/new-flow',
    open: inNewFlow(async (client) => {
      await openStep('Start')(client);
      const { panel } = flowEditorOn(client.page);
      await panel.getByRole('button', { name: 'Add a field' }).click();
      await panel.getByLabel('Kind of field').last().selectOption('Yes or no');
      await panel.getByText('More', { exact: true }).last().click();
    }),
    words: 'As JSON, such as',
  },
  {
    name: 'a step that is a form',

    hash: '#/new-flow',
    open: async (client) => {
      await openFirstStep(client);
      await client.page.getByLabel('How they answer').selectOption('form');
      await client.page.getByRole('button', { name: 'Add a field' }).click();
    },
    words: 'Kind of field',
  },
  {
    name: 'a step with key figures',
    hash: '#/new-flow',
    open: async (client) => {
      await openFirstStep(client);
      await client.page.getByRole('button', { name: 'Add to Key figures' }).click();
      await client.page.getByLabel(/^Kind/).selectOption('money');
    },
    words: 'Currency',
  },
  {
    name: 'a step whose options are in groups',
    hash: '#/new-flow',
    open: async (client) => {
      await openFirstStep(client);
      await client.page.getByRole('button', { name: 'Add a group' }).click();
    },
    words: 'New group',
  },
  {
    name: 'a step that calls another system',
    hash: '#/new-flow',
    open: async (client) => {
      await addStep(client);
      await client.page.getByRole('button', { name: /^HTTP/ }).click();
      const headers = client.page.getByRole('group', { name: 'Headers', exact: true });
      for (let n = 0; n < 2; n += 1) await headers.getByRole('button', { name: 'Add', exact: true }).click();
    },
    words: 'Headers',
  },
  { name: 'steps to choose from', hash: '#/new-flow', open: addStep, words: 'Ask and tell people' },
  {
    name: 'a step to be connected',

    hash: '#/new-flow',
    open: async (client) => {
      await openFirstStep(client);
      await client.page.getByRole('button', { name: 'Connect with another step', exact: true }).click();
    },
    words: 'Connect “Ask somebody” with another step',
  },
  {
    name: 'what can stand in a definition',
    hash: '#/flows/expense-approval/edit',
    open: async ({ page }) => {
      await flowEditorOn(page).openText();
      await flowEditorOn(page).write('{ "nodes": [{ "type": "" }] }');
      for (let n = 0; n < 6; n += 1) await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Control+Space');
    },
    words: 'Decision',
  },
  {
    name: 'a definition that is searched',
    hash: '#/flows/expense-approval/edit',
    open: async ({ page }) => {
      await flowEditorOn(page).openText();
      await flowEditorOn(page).definition.press('ControlOrMeta+f');
      await page.keyboard.type('review');
    },
    words: 'Match case',
  },
  {
    name: 'a flow whose changes were not saved',
    hash: '#/flows/expense-approval/edit',
    kept: definitionOf(flow.id, { text: '{ "id": "expense-approval" }', madeOn: flow.version }),
    words: 'Your unsaved changes are back.',
  },
  { name: 'a new flow', hash: '#/new-flow', words: 'How would you like to begin?' },
  { name: 'a flow that was begun', hash: '#/new-flow', open: begin, words: 'Name of the flow' },
  { name: 'a flow to be tried', hash: '#/new-flow', open: inNewFlow(click('Try it')), words: 'Nobody is asked' },
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
    open: inNewFlow(click('Save')),
    words: '2 things need another look',
  },
  {
    name: 'a flow that somebody else has saved',
    hash: '#/flows/expense-approval/edit',
    given: {},
    open: async (client) => {
      await flowEditorOn(client.page).openText();
      await flowEditorOn(client.page).definition.press('Space');
      Object.assign(client.standIn.state.definitions[flow.id]!, { version: 5, name: 'Expenses' });
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
  { name: 'no flow', hash: '#/flows/none', words: 'This flow is not open to you' },
  { name: 'executions', hash: '#/executions', words: 'Expense 1,250.00' },
  {
    name: 'executions that are narrowed down',
    hash: '#/executions?status=waiting&q=expense&waitsFor=1~Grace+Hopper&from=2026-05-01',
    words: 'Started until',
  },
  {
    name: 'executions of which none fits',
    hash: '#/executions?q=nothing',
    given: { executions: [] },
    words: 'No matching executions',
  },
  { name: 'an execution pointed at', hash: '#/executions', open: point('link', /^Expense/), words: 'Failed' },
  { name: 'no executions', hash: '#/executions', given: { executions: [] }, words: 'Nothing has been started yet' },
  { name: 'an execution that waits', hash: `#/executions/${EXECUTION}`, words: 'waits for an answer from' },
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
