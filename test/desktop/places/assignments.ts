import { assignment, failedQuiz, log, muchTold, told } from '../support/assignmentSamples.ts';
import { click, inChatMenu } from './steps.ts';
import type { Place } from './place.ts';

/** Chooses something in the first assignment's menu. */
const inMenu =
  (name: string): NonNullable<Place['open']> =>
  async ({ page }) => {
    await page.getByRole('button', { name: 'More for “Read the policy”' }).first().click();
    await page.getByRole('menuitem', { name }).click();
  };

export const ASSIGNMENTS: Place[] = [
  { name: 'assignments', hash: '#/assignments', words: 'Attempt 2, 1 left' },
  { name: 'assignments that are over', hash: '#/assignments?tab=history', words: 'Grace Hopper has it now.' },
  { name: 'no assignments', hash: '#/assignments', given: { assignments: [] }, words: 'Nothing is assigned to you' },
  { name: 'an assignment', hash: '#/assignments/policy', words: 'From Grace Hopper' },
  { name: 'an assignment of somebody else', hash: '#/assignments/graces', words: 'Remind' },
  { name: 'no assignment', hash: '#/assignments/none', words: 'There is no such assignment' },
  { name: 'an assignment to hand on', hash: '#/assignments', open: inMenu('Hand on'), words: 'To whom' },
  {
    name: 'an assignment to decline',
    hash: '#/assignments',
    open: inMenu('Decline'),
    words: 'The others can read it.',
  },
  { name: 'what was sent', hash: '#/assignments/sent', words: '9 done' },
  {
    name: 'what was sent, narrowed',
    hash: '#/assignments/sent',
    open: ({ page }) => page.getByRole('searchbox', { name: 'Search' }).fill('policy'),
    words: 'Export CSV',
  },
  {
    name: 'nothing sent',
    hash: '#/assignments/sent',
    given: { sendings: [] },
    words: 'You have not assigned anything',
  },
  { name: 'a sending', hash: '#/assignments/sent/sending', words: 'Assign to new members' },
  {
    name: 'a recurrence to end',
    hash: '#/assignments/sent/weekly',
    open: ({ page }) => page.getByRole('button', { name: 'End the recurrence' }).click(),
    words: 'It will not be assigned again.',
  },
  { name: 'a sending that recurs', hash: '#/assignments/sent/weekly', words: 'missed: no server was running' },
  { name: 'a chat to be assigned', hash: '#/chats/office', open: inChatMenu('Assign…'), words: 'When is it done?' },
  {
    name: 'a chat to be assigned every week',
    hash: '#/chats/office',
    open: async (client) => {
      await inChatMenu('Assign…')(client);
      await client.page.getByRole('combobox', { name: 'How often' }).click();
      await client.page.getByRole('option', { name: 'Every week' }).click();
    },
    words: 'Time zone',
  },
  { name: 'the log of an assignment', hash: '#/logs/log', words: 'Assignment, attempt 1' },
  {
    name: 'the log of an assignment whose chat is retired',
    hash: '#/logs/log',
    given: { logs: [log({ isChatRetired: true, isFlowRetired: true, flowId: 'expense-approval' })] },
    words: /^This chat is retired/,
  },
  {
    name: 'the log of one that is over',
    hash: '#/logs/log',
    given: { logs: [log({ mayWrite: false })] },
    words: 'This assignment is over.',
  },
  {
    name: 'the log of an attempt that has failed',
    hash: '#/logs/log',
    given: { logs: [log({ mayWrite: false })], assignments: [assignment({ id: 'policy', ...failedQuiz })] },
    words: 'This attempt has failed.',
  },
  {
    name: 'the log of an attempt after which there was another one',
    hash: '#/logs/log',
    given: { logs: [log({ mayWrite: false })], assignments: [assignment({ id: 'policy', logId: 'next' })] },
    words: 'This attempt is over.',
  },
  { name: 'no log', hash: '#/logs/none', words: 'There is no such log' },
  {
    name: 'questions, and what was told of assignments',
    hash: '#/notifications',
    given: { told: told() },
    open: click('1 assignment update'),
    words: /assigned “Read the policy” to you/,
  },
  {
    name: 'questions, and much that was told of assignments',
    hash: '#/notifications',
    given: { told: muchTold() },
    open: click('7 assignment updates'),
    words: 'Mark all as read',
  },
  {
    name: 'questions, and more to be told of assignments',
    hash: '#/notifications',
    given: { told: muchTold() },
    words: '7 assignment updates',
  },
  { name: 'nothing but questions', hash: '#/notifications?scope=questions', words: 'Questions' },
  { name: 'what was told of assignments', hash: '#/notifications?scope=inbound', words: '“A quiz” is due soon' },
  {
    name: 'what was told of those that were sent',
    hash: '#/notifications?scope=outbound',
    words: 'Ada Lovelace has declined “Read the policy”',
  },
  {
    name: 'nothing told of assignments',
    hash: '#/notifications?scope=outbound',
    given: { told: [] },
    words: 'Nothing has happened yet',
  },
];
