// npm run pictures: takes the pictures of README.md and docs/ again, of the product as it is now. Look at each before
// you commit it.
import type { Chat } from '../../contract/chats.ts';
import type { FlowDefinition, FlowNode } from '../../contract/flows.ts';
import { chatOn } from '../desktop/support/screens/chat.ts';
import { flowEditorOn } from '../desktop/support/screens/flowEditor.ts';
import { inboxOn } from '../desktop/support/screens/inbox.ts';
import { questionIn } from '../desktop/support/screens/question.ts';
import { openSlack } from '../scenarios/slackSupport.ts';
import { openTeams, startClient } from '../scenarios/teamsSupport.ts';
import { asking, publish } from '../scenarios/support.ts';
import { eventually } from '../support/product.ts';
import { openStage, type Stage } from './stage.ts';

const HEIGHT = 860;
const DAY_MS = 24 * 60 * 60_000;
const ADA = 'ada@sandbox.test';
const GRACE = 'grace@sandbox.test';
const TIM = 'tim@sandbox.test';

const named = (...labels: string[]) => labels.map((label) => ({ value: label, label }));

/** Tim's expense, about which Ada is asked on every channel. @returns the execution's id */
async function claim({ product }: Stage, amount: number): Promise<string> {
  const tim = await product.as(TIM);
  const id = await product.run(tim, 'expense-approval', { amount });
  await product.reached(tim, id, 'waiting');
  return id;
}

/** The inbox, an execution, a flow and its drawing, as Ada sees them. */
async function takeClient(stage: Stage): Promise<void> {
  const execution = await claim(stage, 1250);
  await claim(stage, 89.9);
  await claim(stage, 182.4);
  const inbox = await stage.signIn('Ada Lovelace', '#/notifications', HEIGHT);
  await inboxOn(inbox).rows.first().click();
  await questionIn(inbox).approve.waitFor();
  await stage.take(inbox, 'question');

  const seen = await stage.signIn('Ada Lovelace', `#/executions/${execution}`, HEIGHT);
  await seen.getByRole('button', { name: 'Cancel execution' }).waitFor();
  await seen.locator('.react-flow__node').first().waitFor();
  await stage.take(seen, 'execution');

  const flow = await stage.signIn('Ada Lovelace', '#/flows/expense-approval', HEIGHT);
  await flow.locator('.react-flow__node').first().waitFor();
  await stage.take(flow, 'flow');

  const drawing = await stage.signIn('Ada Lovelace', '#/flows/expense-approval/edit', HEIGHT);
  await flowEditorOn(drawing).openStep('Approve the expense');
  await flowEditorOn(drawing).panel.waitFor();
  await stage.take(drawing, 'drawing');
}

/** The mail about an expense in Ada's mailbox. */
async function takeMail({ product, open, take }: Stage): Promise<void> {
  const { mail } = product.sandbox;
  const { id } = await eventually(async () => mail.mails().find(({ subject }) => subject.includes('1,250.00')));
  const page = await open(HEIGHT);
  await page.goto(`${mail.url}/mail/${id}`);
  await take(page, 'mail');
}

async function takeForm({ product, signIn, take }: Stage): Promise<void> {
  const grace = await product.as(GRACE);
  const id = await product.run(grace, 'incident-report', { system: 'the mail gateway' });
  const { waitingFor } = await product.reached(grace, id, 'waiting');
  const page = await signIn('Grace Hopper', `#/notifications/${waitingFor[0]!.requestId}`, HEIGHT);
  await questionIn(page).send.waitFor();
  await take(page, 'form');
}

/** `start > offer > budget > ask > end`: two messages, and the question. */
function offsite(): FlowDefinition {
  const human = {
    inputType: 'choice',
    prompt: 'Where shall it be?',
    options: named('By the sea', 'In the hills', 'In town'),
    assignees: { users: [GRACE] },
  };
  const { nodes, ...flow } = asking({ id: 'offsite', human });
  const [start, ask, end] = nodes as [FlowNode, FlowNode, FlowNode];
  start.config = { variables: [{ name: 'message', type: 'textarea', required: true }] };
  const say = (id: string, text: string): FlowNode => ({ id, type: 'message', config: { text } });
  const offer = say('offer', 'I will ask around. This is what we offer: https://intranet.example/offsites');
  const budget = say('budget', 'The budget is approved. One thing is open:');
  const inOrder = [start, offer, budget, ask, end];
  const edges = inOrder.slice(1).map(({ id }, n) => ({ from: inOrder[n]!.id, to: id }));
  return { ...flow, name: 'Plan an offsite', nodes: inOrder, edges };
}

async function takeChat({ product, signIn, take }: Stage): Promise<void> {
  await publish(await product.as(ADA), offsite());
  const grace = await product.as(GRACE);
  const { body } = await grace.call<Chat>('POST', '/chats', { name: 'Offsite in spring', flowId: 'offsite' });
  const page = await signIn('Grace Hopper', `#/chats/${body.id}`, HEIGHT);
  await chatOn(page).composer.fill('We need two days outside in April, for twelve people.');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'In the hills' }).waitFor();
  await take(page, 'chat');
}

/** What Ada assigned to the group that Tim belongs to. */
async function takeAssignments({ product, signIn, take }: Stage): Promise<void> {
  const ada = await product.as(ADA);
  const { items } = (await ada.call<{ items: Chat[] }>('GET', '/chats')).body;
  const assign = (name: string, days: number, terms: object) =>
    ada.call('POST', '/assignments', {
      chatId: items.find((chat) => chat.name === name)!.id,
      principals: [{ kind: 'group', id: 'Finance' }],
      dueAt: new Date(Date.now() + days * DAY_MS).toISOString(),
      ...terms,
    });
  await assign('Safety quiz', 2, { criterion: 'flow_passed', retryBudget: 2 });
  const note = 'Please read it to the end, and ask if something is not clear.';
  await assign('Travel policy', 6, { criterion: 'manual', note, allowDelegation: true });
  const page = await signIn('Tim Berners-Lee', '#/assignments', 560);
  await page.getByText('Safety quiz').waitFor();
  await take(page, 'assignments');
}

/** One expense is approved, another waits. */
async function takeTeams(stage: Stage): Promise<void> {
  const client = await startClient(stage.product, 'ada');
  try {
    const { page, card } = await openTeams(stage.browser, client.url);
    await claim(stage, 64);
    await card('64.00 euro').getByRole('button', { name: 'Approve' }).click();
    await card('64.00 euro').getByText('Answered in').waitFor();
    await claim(stage, 1234.5);
    await card('1,234.50 euro').getByRole('button', { name: 'Approve' }).waitFor();
    // it has no name
    await page.getByText('Log Panel').locator('xpath=ancestor::*[.//button][1]//button').last().click();
    await stage.take(page, 'teams');
  } finally {
    await client.close();
  }
}

const DESK = {
  inputType: 'form',
  prompt: 'Which desk shall we order for the new office?',
  channels: ['slack'],
  assignees: { users: [ADA] },
  variables: [
    { name: 'supplier', type: 'select', label: 'Supplier', required: true, options: named('Acme Office', 'Linden') },
    { name: 'extras', type: 'multiselect', label: 'Extras', options: named('Assembly', 'Delivery to the desk') },
    {
      name: 'most',
      type: 'number',
      label: 'Most it may cost',
      placeholder: 'In euro',
      required: true,
      validation: { max: 500 },
    },
    { name: 'more', type: 'textarea', label: 'Anything else we should know?' },
  ],
};

/** A form in a modal, with one field that needs correction. */
async function takeSlack(stage: Stage): Promise<void> {
  const { page, message, modal } = await openSlack(stage.browser, { slack: stage.slack, complaints: [] }, 'ada');
  await page.setViewportSize({ width: 1400, height: 960 });
  await publish(await stage.product.as(ADA), { ...asking({ id: 'desks', human: DESK }), name: 'New office' });
  await stage.product.run(await stage.product.as(GRACE), 'desks');
  await message('Which desk').getByRole('button', { name: 'Open Form' }).click();
  await modal.getByLabel('Supplier').selectOption({ label: 'Acme Office' });
  await modal.getByLabel('Assembly').check();
  await modal.getByLabel('Most it may cost').fill('620');
  await modal.getByRole('button', { name: 'Submit Response' }).click();
  await modal.getByText('at most 500').waitFor();
  await stage.take(page, 'slack');
}

const stage = await openStage();
try {
  for (const each of [takeClient, takeMail, takeForm, takeChat, takeAssignments, takeTeams, takeSlack])
    await each(stage);
} finally {
  await stage.close();
}
