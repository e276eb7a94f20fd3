import { click, keep, point } from './deeds.ts';
import { answersOnTheirWay, refusing } from './given.ts';
import type { Place } from './place.ts';

export const SHELL: Place[] = [
  { name: 'no page', hash: '#/nowhere', words: 'This address leads nowhere.' },
  { name: 'an installation', hash: '#/admin', given: { roles: ['administrator'] }, words: 'Roles' },
  { name: 'its directory', hash: '#/admin/graphsecurity', given: { roles: ['administrator'] }, words: /^api:/ },
  { name: 'its channels', hash: '#/admin/notifications', given: { roles: ['administrator'] }, words: 'Slack' },
  { name: 'its set-up', hash: '#/setup', given: { roles: ['administrator'] }, words: 'Server registration' },
  { name: 'a page for administrators', hash: '#/setup', words: 'Administrators only' },
  { name: 'a way pointed at', hash: '#/nowhere', open: point('link', 'Chats'), words: 'This address leads nowhere.' },
  { name: 'the account', hash: '#/flows', open: click(/^Account of/), words: 'Sign out' },
  {
    name: 'a sign-out while answers are on their way',
    hash: '#/flows',
    given: {},
    open: async (client) => {
      await keep(answersOnTheirWay('soon'))(client);
      await click(/^Account of/, 'Sign out')(client);
    },
    words: 'Sign out before your answers are sent?',
  },
  { name: 'the keys', hash: '#/flows', open: click(/^Account of/, 'Keyboard shortcuts'), words: 'Show this help' },
  {
    name: 'a lost connection',
    hash: '#/flows',
    given: {},
    open: async ({ page, standIn }) => {
      await page.getByText('Live', { exact: true }).waitFor();
      Object.assign(standIn.state, refusing('GET /events'));
      standIn.dropStreams();
    },
    words: 'Reconnecting…',
  },
  {
    name: 'a sign-in that has ended',
    hash: '#/flows',
    given: {},
    open: async ({ page, standIn }) => {
      await page.getByText('Live', { exact: true }).waitFor();
      standIn.state.isSignInOver = true;
      standIn.dropStreams();
    },
    words: 'Your sign-in has ended.',
  },
];
