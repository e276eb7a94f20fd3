import type { AppSettings } from '../../../desktop/bridge.ts';
import type { Client } from '../browser/client.ts';
import { SEND_ANSWER } from '../support/screens/question.ts';
import { click } from './steps.ts';
import type { Place } from './place.ts';

const SERVER = 'https://ask.example.com';
const SETTINGS: AppSettings = {
  quietHours: '20-7',
  snoozedUntil: '2026-11-25T07:00:00.000Z',
  hidesPreview: true,
  opensAtLogin: false,
  isDecided: { hidesPreview: false, opensAtLogin: true },
  servers: { current: SERVER, known: [SERVER, 'https://handback.a-rather-long-name.example.org'], isFixed: false },
  signedIn: { account: { displayName: 'Ada Lovelace', username: 'ada@sandbox.test' }, refusal: null, isKept: false },
  version: '1.0.0',
};

/**
 * Opens the page as a window of the desktop app, with a bridge that gives these results, and calls forwarded by the
 * app.
 */
const inApp =
  (path: string, settings: AppSettings) =>
  async ({ page, standIn }: Client): Promise<void> => {
    const start = { servers: settings.servers, tenant: null, kept: {}, update: null };
    const replies = { start, account: settings.signedIn, settings };
    const { authorization = '' } = standIn.calls.at(-1)?.headers ?? {};
    await page.route('**/api/**', (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization } }),
    );
    await page.addInitScript(`(() => {
      if (!sessionStorage.getItem('in-app')) return;
      const replies = JSON.parse(sessionStorage.getItem('in-app'));
      const listeners = new Set();
      window.tellApp = (told) => listeners.forEach((hear) => hear(told));
      window.handbackDesktop = {
        call: async (name) => replies[name] ?? { fault: 'unreachable' },
        onTold: (hear) => (listeners.add(hear), () => listeners.delete(hear)),
      };
    })()`);
    await page.evaluate(`sessionStorage.setItem('in-app', ${JSON.stringify(JSON.stringify(replies))})`);
    await page.goto('about:blank');
    await page.goto(`${standIn.url}/${path}`);
  };

/** Back in the browser. */
const leaveApp = async ({ page, standIn }: Client): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(`sessionStorage.removeItem('in-app')`);
  await page.goto('about:blank');
  await page.goto(`${standIn.url}/#/nowhere`);
};

const NO_SERVER = { ...SETTINGS, servers: { current: null, known: [], isFixed: false }, signedIn: null };

/** Views that exist only in the desktop app, and landing pages of message links. */
export const DESKTOP: Place[] = [
  {
    name: 'a link that opens the desktop app',
    hash: '#/app-ready',
    open: async ({ page }) => {
      await page.getByText('The desktop app is ready.').waitFor();
      await page.evaluate(`location.hash = '#/open/notifications/deep'`);
    },
    words: 'The desktop app did not open.',
  },
  { name: 'a browser that has met the desktop app', hash: '#/app-ready', words: 'The desktop app is ready.' },
  {
    name: 'a desktop app without a server',
    hash: '#/nowhere',
    open: async (client) => {
      await inApp('', NO_SERVER)(client);
      await client.page.getByLabel('Address of your Handback').fill('http://ask.example.com');
      await click('Connect')(client);
    },
    words: 'This server cannot be reached just now.',
    leave: leaveApp,
  },
  {
    name: 'the settings of the desktop app',
    hash: '#/nowhere',
    open: inApp('?window=settings#/settings', SETTINGS),
    words: 'Version 1.0.0',
    leave: leaveApp,
  },
  {
    name: 'a question in a window of its own',
    hash: '#/nowhere',
    open: inApp('?window=question#/notifications/form', SETTINGS),
    words: SEND_ANSWER,
    leave: leaveApp,
  },
  {
    name: 'an answered question in a window of its own',
    hash: '#/nowhere',
    open: inApp('?window=question#/notifications/done', SETTINGS),
    words: 'You answered',
    leave: leaveApp,
  },
  {
    name: 'a window of its own without its question',
    hash: '#/nowhere',
    open: inApp('?window=question#/notifications/none', SETTINGS),
    words: 'This question is not in your inbox',
    leave: leaveApp,
  },
  {
    name: 'a server that is to be forgotten',
    hash: '#/nowhere',
    open: async (client) => {
      await inApp('?window=settings#/settings', SETTINGS)(client);
      await client.page.getByRole('button', { name: 'Forget' }).first().click();
    },
    words: `Forget ${SERVER}?`,
    leave: leaveApp,
  },
  {
    name: 'the settings before there is a server',
    hash: '#/nowhere',
    open: inApp('?window=settings#/settings', NO_SERVER),
    words: 'Nobody is signed in.',
    leave: leaveApp,
  },
];
