import { chat } from '../support/samples.ts';
import { click, inChatMenu, point, searchFor, send } from './steps.ts';
import { newChatOf, refusing } from './given.ts';
import type { StandInState } from '../support/standIn.ts';
import type { Place } from './place.ts';

const retired = { ...chat, retiredAt: '2026-02-27T09:30:00.000Z' };
const administrator: Partial<StandInState> = {
  roles: ['administrator'],
  chats: [
    { ...chat, id: 'travel', name: `Travel ${'and what it costs '.repeat(9)}`, createdBy: 'tim' },
    { ...chat, id: 'orphan', name: 'x'.repeat(90), createdBy: 'gone' },
    { ...chat, may: { use: false, assign: false, change: true } },
    { ...retired, id: 'lunch', name: 'Lunch on Friday', createdBy: 'gone' },
  ],
  makers: {
    [chat.createdBy]: { displayName: 'Ada Lovelace', isGone: false },
    tim: { displayName: 'Tim Berners-Lee', isGone: false },
    gone: { displayName: null, isGone: true },
  },
};
const other = { ...chat, id: 'travel', name: 'Travel' };

export const CHATS: Place[] = [
  { name: 'chats', hash: '#/chats', words: 'Open to everybody' },
  { name: 'a chat pointed at', hash: '#/chats', open: point('link', 'Office supplies'), words: 'Open to everybody' },
  { name: 'no chats', hash: '#/chats', given: { chats: [] }, words: 'No chats yet' },
  { name: 'a new chat', hash: '#/chats', open: click('New chat'), words: 'Create chat' },
  {
    name: 'a new chat with faults',
    hash: '#/chats',
    open: click('New chat', 'Create chat'),
    words: 'This is required.',
  },
  {
    name: 'a new chat that was begun',
    hash: '#/chats',
    kept: newChatOf('Lunch on Friday'),
    open: click('New chat'),
    words: 'You started this',
  },
  { name: 'a chat with questions', hash: '#/chats/office', words: 'What ai says' },
  { name: 'a chat that is assigned', hash: '#/chats/office', words: /This chat is assigned to you/ },
  {
    name: 'a chat in which nothing was said',
    hash: '#/chats/office',
    given: { messages: [], notifications: [] },
    words: 'Nothing has been said yet',
  },
  {
    name: 'a chat whose flow is retired',
    hash: '#/chats/office',
    given: { chats: [{ ...chat, isFlowRetired: true }], executions: [] },
    words: /^The flow of this chat is retired/,
  },
  {
    name: 'chats, one of which starts a retired flow',
    hash: '#/chats',
    given: { chats: [{ ...chat, isFlowRetired: true }] },
    words: 'Its flow is retired',
  },
  { name: 'a chat to be retired', hash: '#/chats/office', open: inChatMenu('Retire…'), words: 'Retire it' },
  {
    name: 'a retired chat',
    hash: '#/chats/office',
    given: { chats: [retired] },
    words: 'Retired on 27 Feb 2026',
  },
  {
    name: 'a retired chat of somebody else, in which nothing was said',
    hash: '#/chats/office',
    given: {
      chats: [{ ...retired, may: { ...chat.may, change: false }, isFlowRetired: true }],
      messages: [],
      notifications: [],
    },
    words: 'Retired on 27 Feb 2026',
  },
  { name: 'chats, some of them retired', hash: '#/chats', given: { chats: [other, retired] }, words: 'In use' },
  { name: 'retired chats', hash: '#/chats?tab=retired', given: { chats: [retired] }, words: 'Retired on 27 Feb 2026' },
  { name: 'no retired chats', hash: '#/chats?tab=retired', words: 'No retired chats' },
  { name: 'the chats of everybody', hash: '#/admin/chats', given: administrator, words: 'Made by Ada Lovelace' },
  {
    name: 'retired chats of everybody',
    hash: '#/admin/chats?tab=retired',
    given: administrator,
    words: /^Whoever made it/,
  },
  {
    name: 'no chats of anybody',
    hash: '#/admin/chats',
    given: { roles: ['administrator'], chats: [] },
    words: 'No chats',
  },
  {
    name: 'no chats of such a name',
    hash: '#/admin/chats',
    given: administrator,
    open: ({ page }) => page.getByRole('searchbox').fill('nothing'),
    words: 'Nothing matches',
  },
  {
    name: 'chats of everybody that cannot be read',
    hash: '#/admin/chats',
    given: { ...administrator, refusals: { 'GET /admin/chats': { code: 'forbidden', status: 403 } } },
    words: 'Try again',
  },
  {
    name: 'a chat of somebody else to be changed',
    hash: '#/admin/chats',
    given: administrator,
    open: click('Edit Office supplies'),
    words: 'Save',
  },
  {
    name: 'a chat of somebody else to be retired',
    hash: '#/admin/chats',
    given: administrator,
    open: click(/^Retire… Office/),
    words: 'Retire it',
  },
  {
    name: 'a chat that is closed to an administrator',
    hash: '#/chats/office',
    given: administrator,
    words: 'This chat is not open to you',
  },
  { name: 'a chat to be changed', hash: '#/chats/office', open: inChatMenu('Edit'), words: 'Save' },
  {
    name: 'a chat that was changed in another window',
    hash: '#/chats/office',
    given: {},
    open: async (client) => {
      await inChatMenu('Edit')(client);
      await client.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lunch on Friday');
      client.standIn.state.chats = [{ ...chat, name: 'Dinner', users: ['tim@sandbox.test'], version: 2 }];
      await click('Save')(client);
    },
    words: 'Not saved yet',
  },
  { name: 'a form in a chat', hash: '#/chats/office', open: click('Open form'), words: 'What happened?' },
  {
    name: 'a search without words',
    hash: '#/chats/office',
    open: click('Search documents'),
    words: 'What are you looking for?',
  },
  { name: 'documents that were found', hash: '#/chats/office', open: searchFor('travel'), words: 'Show more' },
  {
    name: 'documents that were not found',
    hash: '#/chats/office',
    open: searchFor('nothing'),
    words: 'Nothing was found',
  },
  {
    name: 'a search that is not allowed',
    hash: '#/chats/office',
    given: { refusals: { 'POST /search': { code: 'forbidden', status: 403 } } },
    open: searchFor('mine'),
    words: 'You cannot search documents here yet',
  },
  { name: 'no chat', hash: '#/chats/none', words: 'This chat is not open to you' },
  {
    name: 'a message that was not sent',
    hash: '#/chats/office',
    given: refusing('POST /chats/office/messages'),
    open: send,
    words: 'Your message was not sent',
  },
  {
    name: 'an assistant that writes',
    hash: '#/chats/office',
    given: { chats: [{ ...chat, flowId: null, assistant: { enabled: true, instructions: '' } }] },
    open: async ({ page, standIn }) => {
      await page.getByText('Live', { exact: true }).waitFor();
      standIn.tell({
        event: 'message_delta',
        data: { chatId: chat.id, logId: null, messageId: 'tea', offset: 0, text: 'Tea is' },
      });
    },
    words: 'The assistant is writing.',
  },
  {
    name: 'a flow that a chat starts',
    hash: '#/chats/office',
    given: {
      refusals: {
        'POST /chats/office/messages': {
          code: 'validation_failed',
          status: 422,
          fields: { 'variables.amount': 'Enter.' },
        },
      },
    },
    open: send,
    words: 'The flow needs this',
  },
];
