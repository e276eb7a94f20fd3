import { click, keep, point } from './steps.ts';
import { answersOnTheirWay, refusing } from './given.ts';
import type { Place } from './place.ts';

const BROKEN = {
  ok: false,
  rows: 9655,
  from: 2345,
  to: 12_345,
  fault: { position: 12_000, what: 'row 12000 or its place in the chain was changed' },
};

export const SHELL: Place[] = [
  { name: 'no page', hash: '#/nowhere', words: 'This address leads nowhere.' },
  { name: 'an installation', hash: '#/admin', given: { roles: ['administrator'] }, words: 'Roles' },
  { name: 'its directory', hash: '#/admin/graphsecurity', given: { roles: ['administrator'] }, words: /^api:/ },
  {
    name: 'how the server signs in, to be changed',
    hash: '#/admin/graphsecurity',
    given: { roles: ['administrator'] },
    open: click('Change…'),
    words: 'Save',
  },
  { name: 'its channels', hash: '#/admin/notifications', given: { roles: ['administrator'] }, words: 'Slack' },
  { name: 'its messages', hash: '#/admin/notifications', given: { roles: ['administrator'] }, words: 'Grace Hopper' },
  { name: 'who has a role', hash: '#/admin/roles', given: { roles: ['administrator'] }, words: /Tim Berners-Lee/ },
  {
    name: 'roles to be changed',
    hash: '#/admin/roles',
    given: { roles: ['administrator'] },
    open: click('Change…'),
    words: 'Auditors: groups',
  },
  {
    name: 'what flows may do on behalf of people',
    hash: '#/admin/delegated',
    given: { roles: ['administrator'] },
    words: 'Calendars.ReadWrite',
  },
  {
    name: 'where files are kept',
    hash: '#/admin/files',
    given: { roles: ['administrator'] },
    words: 'On the disk of the server',
  },
  { name: 'its search', hash: '#/admin/search', given: { roles: ['administrator'] }, words: /search-search/ },
  {
    name: 'its search to be changed',
    hash: '#/admin/search',
    given: { roles: ['administrator'] },
    open: click('Change…'),
    words: 'Save',
  },
  {
    name: 'settings that somebody else has changed meanwhile',
    hash: '#/admin/search',
    given: {
      roles: ['administrator'],
      refusals: { 'PATCH /settings': { code: 'changed_meanwhile', status: 412 } },
    },
    open: async (client) => {
      await click('Change…')(client);
      await client.page.getByLabel('Index').fill('mine');
      await click('Save')(client);
    },
    words: 'Settings have been saved since you opened this',
  },
  {
    name: 'document libraries',
    hash: '#/admin/sharepointconn',
    given: { roles: ['administrator'] },
    words: /DOC_SITE_CLIENT_ID/,
  },
  {
    name: 'libraries that can be read',
    hash: '#/admin/sharepointconn',
    given: { roles: ['administrator'] },
    open: click('Test the connection'),
    words: 'It can read 2 sites.',
  },
  {
    name: 'access to libraries',
    hash: '#/admin/sharepointentitlement',
    given: { roles: ['administrator'] },
    words: 'It may: read',
  },
  {
    name: 'a registration that nobody has consented to',
    hash: '#/admin/sharepointentitlement',
    given: { roles: ['administrator'] },
    open: click('Test the connection'),
    words: /has to consent to Sites.FullControl.All/,
  },
  {
    name: 'a site to be granted',
    hash: '#/admin/sharepointentitlement',
    given: { roles: ['administrator'] },
    open: click('Grant access…'),
    words: 'Address or ID of the site',
  },
  {
    name: 'a key for scripts, shown once',
    hash: '#/admin/sharepointentitlement',
    given: { roles: ['administrator'] },
    open: click('Make a key'),
    words: 'Copy it now: it is not shown again. Keep it in a secret store.',
  },
  {
    name: 'how far documents are read',
    hash: '#/admin/indexing',
    given: { roles: ['administrator'] },
    words: '1,234 documents',
  },
  {
    name: 'documents that could not be read',
    hash: '#/admin/indexing',
    given: { roles: ['administrator'] },
    open: click('Show faults'),
    words: 'Salaries.xlsx',
  },
  {
    name: 'a library to be read from its beginning',
    hash: '#/admin/indexing',
    given: { roles: ['administrator'] },
    open: click(/^Begin again/),
    words: /from its beginning/,
  },
  {
    name: 'a channel to be set up',
    hash: '#/admin/notifications',
    given: { roles: ['administrator'] },
    open: ({ page }) => page.getByRole('button', { name: 'Change E-mail' }).click(),
    words: 'Leave it empty to keep what is stored.',
  },
  { name: 'its audit', hash: '#/admin/audit', given: { roles: ['auditor'] }, words: 'mail.sealed' },
  {
    name: 'a row of its audit, opened',
    hash: '#/admin/audit',
    given: { roles: ['administrator'] },
    open: ({ page }) => page.locator('summary', { hasText: 'Flow saved' }).click(),
    words: /"version": 3/,
  },
  {
    name: 'its audit, which was changed',
    hash: '#/admin/audit',
    given: { roles: ['auditor'], verification: BROKEN },
    open: click('Verify the newest rows'),
    words: 'It breaks at position 12,000.',
  },
  { name: 'a page for auditors', hash: '#/admin/audit', words: 'Auditors and administrators only' },
  {
    name: 'its set-up',
    hash: '#/setup',
    given: { roles: ['administrator'] },
    open: click('Test the directory'),
    words: 'An administrator of the tenant has to consent to GroupMember.Read.All.',
  },
  {
    name: 'a server that is not set up yet',
    hash: '#/',
    given: { refusals: { 'GET /client-config': { code: 'not_set_up', status: 503 } } },
    words: 'Set-up code',
  },
  {
    name: 'its first set-up',
    hash: '#/',
    given: { refusals: { 'GET /client-config': { code: 'not_set_up', status: 503 } } },
    open: async ({ page }) => {
      await page.getByLabel('Set-up code').fill('not the code');
      await page.getByRole('button', { name: 'Continue' }).click();
    },
    words: 'Name yourself, or a group.',
  },
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
