import { chat } from '../support/samples.ts';
import { click, inChatMenu, point, searchFor, send } from './deeds.ts';
import { newChatOf, refusing } from './given.ts';
import type { Place } from './place.ts';

const retired = { ...chat, retiredAt: '2026-02-27T09:30:00.000Z' };
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
    given: { chats: [{ ...retired, createdBy: 'tim', isFlowRetired: true }], messages: [], notifications: [] },
    words: 'Retired on 27 Feb 2026',
  },
  { name: 'chats, some of them retired', hash: '#/chats', given: { chats: [other, retired] }, words: 'In use' },
  { name: 'retired chats', hash: '#/chats?tab=retired', given: { chats: [retired] }, words: 'Retired on 27 Feb 2026' },
  { name: 'no retired chats', hash: '#/chats?tab=retired', words: 'No retired chats' },
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
