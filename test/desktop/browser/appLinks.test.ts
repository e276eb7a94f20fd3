// cspell:ignore Dieser öffnet sich Wird geöffnet Stattdessen öffnen
import { expect } from 'chai';
import type { CDPSession } from 'playwright-core';
import { until } from '../../support/until.ts';
import { appLinksOn } from '../support/screens/appLinks.ts';
import { signInOn } from '../support/screens/signIn.ts';
import { notification } from '../support/samples.ts';
import { signIn, visit, withClient } from './client.ts';

const LINK = '#/open/notifications/deep';

describe('desktop in a browser: links of messages', function () {
  this.timeout(120_000);
  const client = withClient();
  let session: CDPSession;
  /** Links that were passed to the operating system. */
  let opened: string[];
  const screen = () => appLinksOn(client().page);
  const path = () => new URL(client().page.url()).hash;
  const open = (hash: string) => client().page.goto(`${client().standIn.url}/${hash}`);
  const linkTo = (place: string) => `handback://${place}?server=${encodeURIComponent(client().standIn.url)}`;
  const kept = () => client().page.evaluate<string | null>(`localStorage.getItem('handback.app-links')`);

  beforeEach(async () => {
    const { context, page, standIn } = client();
    await context.clearCookies();
    await page.goto(standIn.url);
    await page.evaluate('sessionStorage.clear(); localStorage.clear();');
    await page.goto('about:blank');
    standIn.state.notifications = [notification({ id: 'deep', prompt: 'Shall we go deep?' })];
    standIn.calls.length = 0;
    opened = [];
    session = await context.newCDPSession(page);
    await session.send('Page.enable');
    session.on('Page.frameRequestedNavigation', ({ url }) => {
      if (url.startsWith('handback:')) opened.push(url);
    });
  });
  afterEach(() => session.detach());

  /** What the app leaves in the browser after a sign-in. */
  async function meetApp(): Promise<void> {
    await open('#/app-ready');
    await screen().ready.waitFor();
  }

  it('go straight to the web client if the app is not installed, through the sign-in and back', async () => {
    const { page } = client();
    await signIn(client(), 'Ada Lovelace', LINK);
    await page.getByRole('article').getByText('Shall we go deep?').waitFor();
    expect(path()).to.equal('#/notifications/deep');
    await visit(client(), '#/open/chats');
    await page.waitForURL(/#\/chats$/);
    expect(opened).to.deep.equal([]);
    await page.goBack();
    await page.getByRole('article').getByText('Shall we go deep?').waitFor();
  });

  it('open the app if it is installed, once, without a sign-in, and tell the server nothing', async () => {
    const { page, standIn } = client();
    await meetApp();
    await open(LINK);
    await screen().opening.waitFor();
    await until(() => opened.length > 0);
    await page.evaluate(`dispatchEvent(new Event('blur'))`);
    await screen().gone.waitFor();
    await page.reload();
    await screen().asked.waitFor();
    await screen().again.click();
    await until(() => opened.length > 1);
    expect(opened).to.deep.equal([linkTo('notifications/deep'), linkTo('notifications/deep')]);
    expect(standIn.calls).to.deep.equal([]);
  });

  it('are one press from the web client, and going back does not lead there again', async () => {
    const { page } = client();
    await meetApp();
    await open(LINK);
    await screen().opening.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await signInOn(page).as('Ada Lovelace');
    await page.getByRole('article').getByText('Shall we go deep?').waitFor();
    expect(path()).to.equal('#/notifications/deep');
    expect(await kept(), 'the app may be there').to.equal('on');
    await page.reload();
    await page.getByRole('article').getByText('Shall we go deep?').waitFor();
    expect(opened).to.have.length(1);
  });

  it('stay in the browser once the app is gone', async () => {
    const { page } = client();
    await meetApp();
    await open(LINK);
    await screen().stayed.waitFor();
    await screen().inBrowser.click();
    await signInOn(page).signIn.waitFor();
    expect(await kept()).to.equal(null);
    await open('#/open/chats');
    await page.waitForURL(/#\/chats$/);
    await meetApp();
    expect(await kept(), 'it is back').to.equal('on');
  });

  it('follow the switch of the account, also when the app reports that it is here', async () => {
    const { page } = client();
    await signIn(client());
    await page.getByRole('button', { name: /^Account of/ }).click();
    expect(await screen().switch.isChecked()).to.equal(false);
    await screen().switch.check();
    await visit(client(), LINK);
    await screen().opening.waitFor();
    await screen().switch.uncheck();
    await meetApp();
    expect(await screen().switch.isChecked()).to.equal(false);
    await open(LINK);
    await page.getByRole('article').getByText('Shall we go deep?').waitFor();
  });

  it('lead back to the app from the page after its sign-in', async () => {
    await meetApp();
    await screen().goToApp.click();
    await until(() => opened.length > 0);
    expect(opened).to.deep.equal([linkTo('notifications')]);
  });

  for (const hash of [
    '#/open/admin/about',
    '#/open/notifications/..%2fx',
    '#/open/https://evil.test/',
    '#/open//evil.test',
    '#/open/javascript:alert(1)',
    '#/open/open/chats',
    '#/app-ready/x',
  ])
    it(`lead nowhere: ${hash}`, async () => {
      const { page } = client();
      await meetApp();
      await signIn(client(), 'Ada Lovelace', hash);
      await page.getByText('This address leads nowhere.').waitFor();
      expect(opened).to.deep.equal([]);
    });

  it('open in the language of the browser, and wait in a background tab', async () => {
    const { page, context } = client();
    await meetApp();
    await page.evaluate(`localStorage.setItem('handback.language', 'de')`);
    await context.addInitScript(`if (sessionStorage.getItem('behind'))
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => sessionStorage.getItem('behind') === 'yes' })`);
    await page.evaluate(`sessionStorage.setItem('behind', 'yes')`);
    await page.goto('about:blank');
    await open(LINK);
    await page.getByText('Dieser Link öffnet sich in der Desktop-App.').waitFor();
    expect(opened).to.deep.equal([]);
    await page.evaluate(
      `sessionStorage.setItem('behind', 'no'); document.dispatchEvent(new Event('visibilitychange'))`,
    );
    await page.getByText('Wird in der Desktop-App geöffnet …').waitFor();
    await until(() => opened.length === 1);
    await page.getByRole('link', { name: 'Stattdessen im Browser öffnen' }).waitFor();
  });
});
