import { execution, notification } from '../support/samples.ts';
import type { StandInState } from '../support/standIn.ts';
import { until, visit, type Client } from './client.ts';
import { answersOnTheirWay, draftOf, everything, refusing } from './placesGiven.ts';

/** Somewhere in the client as somebody comes upon it: a page, a dialog, a list that is open. */
export interface Place {
  name: string;
  hash: string;
  /** What there is to do before it is there. */
  open?(client: Client): Promise<unknown>;
  /** What stands there. */
  words: string | RegExp;
  /** What the server knows in place of `everything`. */
  given?: Partial<StandInState>;
  /** What the browser has kept of earlier visits. */
  kept?: Record<string, unknown>;
}

const click =
  (...names: (string | RegExp)[]) =>
  async ({ page }: Client): Promise<void> => {
    for (const name of names) await page.getByRole('button', { name }).first().click();
  };
const unfold =
  (words: string) =>
  ({ page }: Client) =>
    page.getByText(words).click();
const type =
  (field: string, words: string) =>
  async ({ page }: Client): Promise<void> => {
    await page.getByRole('combobox', { name: field, exact: true }).click();
    if (words) await page.keyboard.type(words);
  };
const write =
  (words: string) =>
  async ({ page }: Client): Promise<void> => {
    await page.getByRole('textbox', { name: 'Definition as JSON' }).fill(words);
    await page.getByRole('button', { name: 'Save' }).click();
  };
const send = async ({ page }: Client): Promise<void> => {
  await page.getByRole('textbox', { name: /^Message to/ }).fill('I need a chair');
  await page.keyboard.press('Enter');
};
/** As another page of this browser would. */
const keep =
  (kept: Record<string, unknown>) =>
  async ({ page }: Client): Promise<void> => {
    for (const [name, value] of Object.entries(kept))
      await page.evaluate(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(JSON.stringify(value))})`);
    await page.evaluate('dispatchEvent(new StorageEvent("storage"))');
  };
const selectTwo = async ({ page }: Client): Promise<void> => {
  await page.getByRole('checkbox').nth(0).check();
  await page.getByRole('checkbox').nth(3).check();
};
const fieldAmiss = { code: 'validation_failed', status: 422 } as const;

const INBOX: Place[] = [
  { name: 'the inbox', hash: '#/notifications', words: 'From Linus Torvalds' },
  { name: 'what is completed', hash: '#/notifications?tab=completed', words: 'Grace Hopper answered' },
  { name: 'what has expired', hash: '#/notifications?tab=expired', words: 'Withdrawn' },
  { name: 'a filtered inbox', hash: '#/notifications?q=desk&due=week', words: 'From Linus Torvalds' },
  { name: 'a filter that finds nothing', hash: '#/notifications?q=nothing', words: 'Nothing found' },
  { name: 'an empty inbox', hash: '#/notifications', words: 'All caught up', given: { notifications: [] } },
  { name: 'a refused inbox', hash: '#/', words: 'Try again', given: refusing('GET /user/notifications') },
  {
    name: 'a question that came meanwhile',
    hash: '#/notifications',
    given: {},
    open: async ({ page, standIn }) => {
      await page.getByText('From Linus Torvalds').first().waitFor();
      standIn.state.notifications.push(notification({ id: 'fresh', createdAt: new Date().toISOString() }));
      standIn.tell({ event: 'notification_changed', data: { id: 'fresh' } });
    },
    words: '1 new',
  },
  { name: 'several selected', hash: '#/notifications', open: selectTwo, words: 'Mark as read' },
  {
    name: 'one answer for several',
    hash: '#/notifications',
    open: async (client) => {
      await selectTwo(client);
      await click('Approve')(client);
    },
    words: 'This cannot be taken back',
  },
  {
    name: 'what became of several',
    hash: '#/notifications',
    given: refusing('POST /user/notifications/soon/respond'),
    open: async (client) => {
      await selectTwo(client);
      await click('Approve', 'Send 2 answers')(client);
    },
    words: 'You are not allowed',
  },
];

const QUESTIONS: Place[] = [
  { name: 'an approval', hash: '#/notifications/approval', words: 'Everyone has to answer' },
  {
    name: 'what was said before',
    hash: '#/notifications/approval',
    open: unfold('What was said'),
    words: 'Hello there',
  },
  { name: 'a note to an answer', hash: '#/notifications/soon', open: click('Add a note'), words: 'Send answer' },
  { name: 'a long question', hash: '#/notifications/text', words: 'Send answer' },
  { name: 'a form of every type', hash: '#/notifications/form', words: 'Send answer' },
  {
    name: 'a form with faults',
    hash: '#/notifications/form',
    open: click('Add a row', 'Add an entry', 'Send answer'),
    words: 'fields need another look',
  },
  { name: 'an open list', hash: '#/notifications/form', open: type('Severity', ''), words: 'People cannot work' },
  { name: 'a picker that finds people', hash: '#/notifications/form', open: type('Owner', 'Ada'), words: /ada@/ },
  {
    name: 'a picker that finds nobody',
    hash: '#/notifications/form',
    open: type('Other teams', 'zzzz'),
    words: /^Nothing found/,
  },
  { name: 'a long list', hash: '#/notifications/many', open: type('Place', ''), words: 'Place 3' },
  {
    name: 'a search in a long list',
    hash: '#/notifications/many',
    open: type('Other places', '19'),
    words: 'Place 119',
  },
  { name: 'an answer that was begun', hash: '#/notifications/soon', kept: draftOf('soon'), words: 'You began this' },
  { name: 'an answer too late', hash: '#/notifications/late', kept: draftOf('late'), words: 'did not send' },
  { name: 'an answer on its way', hash: '#/notifications/soon', open: keep(answersOnTheirWay('soon')), words: 'Undo' },
  {
    name: 'answers on their way',
    hash: '#/flows',
    open: keep(answersOnTheirWay('soon', 'approval', 'form')),
    words: 'This question is closed',
  },
  { name: 'an answer of one’s own', hash: '#/notifications/done', words: 'You answered' },
  { name: 'an answer of somebody else', hash: '#/notifications/by-others', words: 'Who has answered' },
  { name: 'a question out of time', hash: '#/notifications/late', words: 'The time to answer ran out' },
  { name: 'a question that was withdrawn', hash: '#/notifications/stopped', words: 'no answer is needed' },
  { name: 'no question', hash: '#/notifications/none', words: 'This question is not in your inbox' },
];

const CHATS: Place[] = [
  { name: 'chats', hash: '#/chats', words: 'Open to everybody' },
  { name: 'no chats', hash: '#/chats', given: { chats: [] }, words: 'No chats yet' },
  { name: 'a new chat', hash: '#/chats', open: click('New chat'), words: 'Create chat' },
  { name: 'a new chat with faults', hash: '#/chats', open: click('New chat', 'Create chat'), words: /^Write/ },
  { name: 'a chat with questions', hash: '#/chats/office', words: 'What ai says' },
  {
    name: 'a chat in which nothing was said',
    hash: '#/chats/office',
    given: { messages: [], notifications: [] },
    words: 'Nothing has been said yet',
  },
  { name: 'a chat to be changed', hash: '#/chats/office', open: click('Edit'), words: 'Save' },
  { name: 'a form in a chat', hash: '#/chats/office', open: click('Open form'), words: 'What happened?' },
  { name: 'no chat', hash: '#/chats/none', words: 'This chat is not open to you' },
  {
    name: 'a message that was not sent',
    hash: '#/chats/office',
    given: refusing('POST /chats/office/messages'),
    open: send,
    words: 'Your message was not sent',
  },
  {
    name: 'a flow that a chat starts',
    hash: '#/chats/office',
    given: { refusals: { 'POST /chats/office/messages': { ...fieldAmiss, fields: { 'variables.amount': 'Enter.' } } } },
    open: send,
    words: 'The flow wants to know this',
  },
];

const FLOWS: Place[] = [
  { name: 'flows', hash: '#/flows', words: 'Expense approval' },
  { name: 'no flows', hash: '#/flows', given: { flows: [] }, words: 'No flows yet' },
  { name: 'a flow', hash: '#/flows/expense-approval', words: 'Is that clear?' },
  { name: 'a flow in words', hash: '#/flows/expense-approval', open: unfold('in words'), words: 'The way ends here.' },
  { name: 'a flow as JSON', hash: '#/flows/expense-approval', open: unfold('(JSON)'), words: /"edges"/ },
  { name: 'an earlier version', hash: '#/flows/expense-approval?version=2', words: 'This is version 2' },
  { name: 'a flow to be run', hash: '#/flows', open: click(/^Run/), words: 'Amount in €' },
  { name: 'a flow to be run, with faults', hash: '#/flows', open: click(/^Run/, 'Start'), words: 'Enter a number.' },
  { name: 'a flow to be changed', hash: '#/flows/expense-approval/edit', words: 'Is that clear?' },
  { name: 'a new flow', hash: '#/new-flow', words: 'Ask somebody' },
  { name: 'a flow that is no JSON', hash: '#/new-flow', open: write('{'), words: 'This is not JSON yet' },
  {
    name: 'a flow with faults',
    hash: '#/new-flow',
    given: {
      refusals: { 'POST /flows': { ...fieldAmiss, fields: { 'nodes.0.id': 'It is not clear.', name: 'Give one.' } } },
    },
    open: click('Save'),
    words: '2 things need another look',
  },
  { name: 'a flow for authors only', hash: '#/new-flow', given: { roles: [] }, words: 'Only authors' },
  { name: 'no flow', hash: '#/flows/none', words: 'There is no such flow' },
  { name: 'executions', hash: '#/executions', words: 'Expense approval' },
  { name: 'no executions', hash: '#/executions', given: { executions: [] }, words: 'Nothing has run yet' },
  { name: 'an execution that waits', hash: `#/executions/${execution().id}`, words: 'waits for an answer of' },
  {
    name: 'an execution that failed',
    hash: '#/executions/failed',
    open: unfold('Execution context'),
    words: 'Try again',
  },
  {
    name: 'an execution to be cancelled',
    hash: `#/executions/${execution().id}`,
    open: click('Cancel execution'),
    words: 'Keep it running',
  },
  { name: 'no execution', hash: '#/executions/none', words: 'It does not exist' },
];

const SHELL: Place[] = [
  { name: 'no page', hash: '#/nowhere', words: 'This address leads nowhere.' },
  { name: 'assignments', hash: '#/assignments', words: 'No assignments' },
  { name: 'an installation', hash: '#/admin', given: { roles: ['administrator'] }, words: 'Roles' },
  { name: 'its directory', hash: '#/admin/graphsecurity', given: { roles: ['administrator'] }, words: /^api:/ },
  { name: 'its channels', hash: '#/admin/notifications', given: { roles: ['administrator'] }, words: 'Slack' },
  {
    name: 'what it does without',
    hash: '#/admin/delegated',
    given: { roles: ['administrator'] },
    words: /^There is nothing to set/,
  },
  { name: 'its set-up', hash: '#/setup', given: { roles: ['administrator'] }, words: 'Server registration' },
  { name: 'a page for administrators', hash: '#/setup', words: 'Administrators only' },
  { name: 'the account', hash: '#/flows', open: click(/^Account of/), words: 'Sign out' },
  { name: 'the keys', hash: '#/flows', open: click(/^Account of/, 'Keyboard shortcuts'), words: 'Show this help' },
];

/** Every place there is: what holds for all of them is asked of all of them. One more is one more line. */
export const PLACES: readonly Place[] = [...INBOX, ...QUESTIONS, ...CHATS, ...FLOWS, ...SHELL];

/** Goes there, from a page on which nothing is. */
export async function goTo(client: Client, { hash, open, words, given, kept }: Place): Promise<void> {
  const { page, standIn } = client;
  await visit(client, '#/nowhere');
  await until(client, 'document.querySelector("[role=dialog], [role=alertdialog]") === null');
  if (given || kept) {
    Object.assign(standIn.state, everything(), given);
    await keep(kept ?? {})(client);
    await page.reload();
  }
  await visit(client, hash);
  await open?.(client);
  await page.getByText(words).locator('visible=true').first().waitFor();
}

/** Leaves nothing behind of what was given or kept for the place. */
export async function leave({ page, standIn }: Client, { given, kept }: Place): Promise<void> {
  await page.keyboard.press('Escape');
  await page.evaluate(`for (const name of Object.keys(localStorage))
    if (/^handback.(draft|outbox)/.test(name)) localStorage.removeItem(name)
    dispatchEvent(new StorageEvent('storage'))`);
  if (!given && !kept) return;
  Object.assign(standIn.state, everything());
  await page.reload();
}

/**
 * What is wider than there is room for: whatever scrolls sideways that is no table, drawing or definition, and whatever
 * can be pressed that lies beyond the edge of the page.
 */
export const TOO_WIDE = `[...document.querySelectorAll('body, body *')].filter((each) => {
  if (each.closest('textarea, .react-flow') || each.querySelector(':scope > table')) return false;
  const { overflowX } = getComputedStyle(each);
  const isScroller = each === document.body || overflowX === 'auto' || overflowX === 'scroll';
  return isScroller && each.scrollWidth > each.clientWidth + 1;
}).concat([...document.querySelectorAll('a, button, input, select, summary')].filter((each) => {
  const { left, right, width } = each.getBoundingClientRect();
  return width > 1 && (left < -1 || right > innerWidth + 1) && !each.closest('table, .react-flow');
})).concat(document.documentElement.scrollWidth > innerWidth ? [document.documentElement] : [])
  .map((each) => each.outerHTML.slice(0, 160))`;
