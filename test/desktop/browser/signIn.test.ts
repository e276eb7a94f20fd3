import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { notification } from '../support/samples.ts';
import { signIn, until, visit, withClient } from './client.ts';
import { questionIn } from '../support/screens/question.ts';
import { signInOn } from '../support/screens/signIn.ts';

describe('desktop in a browser: sign-in', () => {
  const client = withClient();

  afterEach(async () => {
    const { context, page, standIn } = client();
    await context.clearCookies();
    await page.goto(standIn.url);
    await page.evaluate('sessionStorage.clear(); localStorage.clear();');
    Object.assign(standIn.state, { refusals: {}, isSignInOver: false });
    standIn.calls.length = 0;
  });

  it('shows one button to people who are not signed in, and calls no API', async () => {
    const { page, standIn } = client();
    await page.goto(standIn.url);
    await signInOn(page).signIn.waitFor();
    expect(await page.getByRole('button').count()).to.equal(1);
    expect(standIn.calls).to.deep.equal([]);
  });

  it('returns to the place where it started', async () => {
    const { page, standIn } = client();
    standIn.state.notifications = [notification({ id: 'deep', prompt: 'Shall we go deep?' })];
    await signIn(client(), 'Ada Lovelace', '#/notifications/deep');
    await page.getByRole('article').getByText('Shall we go deep?').waitFor();
    expect(page.url()).to.match(/#\/notifications\/deep$/);
  });

  it('asks for fewer scopes until they are granted: a guest signs in with one', async () => {
    const { page, standIn } = client();
    const guest = standIn.sandbox.tenant.people.find(({ guestOf }) => guestOf !== null)!;
    const asked: string[] = [];
    const listen = (request: { url(): string; method(): string }) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith('/authorize') && request.method() === 'GET') asked.push(url.searchParams.get('scope')!);
    };
    page.on('request', listen);
    await page.goto(standIn.url);
    await signInOn(page).signIn.click();
    for (let step = 0; step < 4; step += 1) await page.getByRole('button', { name: guest.displayName }).click();
    await page.getByRole('navigation').first().waitFor();
    page.off('request', listen);
    expect(
      asked.slice(0, 4).map((scope) =>
        scope
          .split(' ')
          .filter((each) => /^[A-Z]/.test(each))
          .join(' '),
      ),
    ).to.deep.equal([
      'User.Read Group.Read.All User.Read.All',
      'User.Read Group.Read.All',
      'User.Read Directory.Read.All',
      'User.Read',
    ]);
  });

  it('says why if the person turns back, and offers a retry', async () => {
    const { page, standIn } = client();
    await page.goto(standIn.url);
    await signInOn(page).signIn.click();
    for (let step = 0; step < 4; step += 1) await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The sign-in was not completed').waitFor();
    await signInOn(page).signIn.click();
    await page.getByRole('button', { name: 'Ada Lovelace' }).click();
    await page.getByRole('navigation').first().waitFor();
  });

  it('silently renews a token that the API refuses', async () => {
    const { page, standIn } = client();
    await signIn(client());
    await page.getByText('Live', { exact: true }).waitFor();
    standIn.expireTokens();
    await visit(client(), '#/flows');
    await page.getByText('No flows yet').waitFor();
    expect(await page.getByText('Sign in again').count()).to.equal(0);
  });

  it('says that the sign-in has expired, and keeps the page', async () => {
    const { page, standIn } = client();
    standIn.state.notifications = [notification({ id: 'a', inputType: 'text', options: [] })];
    await signIn(client(), 'Ada Lovelace', '#/notifications/a');
    await questionIn(page).answer.fill('Half a thought');
    standIn.state.refusals['POST /user/notifications/a/respond'] = { code: 'unauthenticated', status: 401 };
    await questionIn(page).send.click();
    await signInOn(page).again.waitFor();
    expect(await questionIn(page).answer.inputValue()).to.equal('Half a thought');
  });

  it('has its own state when it expires, and restores what was typed after the next one', async () => {
    const { page, standIn } = client();
    standIn.state.notifications = [notification({ id: 'typed', inputType: 'text', options: [] })];
    await signIn(client(), 'Ada Lovelace', '#/notifications/typed');
    const answer = questionIn(page).answer;
    await answer.fill('Half a thought');
    standIn.state.isSignInOver = true;
    standIn.dropStreams();
    const standing = page.getByRole('banner').getByRole('status');
    await standing.filter({ hasText: 'Sign-in has ended' }).waitFor();
    await until(
      client(),
      'performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/events")).length > 4',
    );
    expect(await standing.textContent(), 'however often it tries').to.equal('Sign-in has ended');
    expect(await answer.inputValue()).to.equal('Half a thought');
    standIn.state.isSignInOver = false;
    await signInOn(page).again.click();
    await page.getByRole('button', { name: 'Ada Lovelace' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await answer.inputValue()).to.equal('Half a thought');
    expect(page.url()).to.match(/#\/notifications\/typed$/);
  });

  it('is that of the person who signed in last, even after a reload', async () => {
    const { page, context, standIn } = client();
    const account = (name: string) => page.getByRole('button', { name: `Account of ${name}` });
    await signIn(client());
    await account('Ada').waitFor();
    standIn.state.isSignInOver = true;
    standIn.dropStreams();
    await context.clearCookies(); // another person now has the identity provider's session
    await signInOn(page).again.click();
    await page.getByRole('button', { name: /Grace Hopper/ }).waitFor();
    standIn.state.isSignInOver = false;
    await page.getByRole('button', { name: /Grace Hopper/ }).click();
    await account('Grace').waitFor();
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.to.include('ada@sandbox.test');
    await page.reload();
    await account('Grace').waitFor();
  });

  it('recovers by itself when the server accepts the token again', async () => {
    const { page, standIn } = client();
    await signIn(client());
    await page.getByText('Live', { exact: true }).waitFor();
    standIn.state.isSignInOver = true;
    standIn.dropStreams();
    await page.getByText('Sign-in has ended', { exact: true }).waitFor();
    standIn.state.isSignInOver = false;
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await signInOn(page).again.count()).to.equal(0);
  });

  describe('while another tab is signed in', () => {
    /** What happens in another tab. */
    async function inNewTab(work: (tab: Page) => Promise<void>, hash = ''): Promise<void> {
      const { context, standIn } = client();
      const tab = await context.newPage();
      try {
        await tab.goto(`${standIn.url}/${hash}`);
        await work(tab);
      } finally {
        await tab.close();
      }
    }

    it('needs no click, and opens what the link of a mail leads to', async () => {
      const { standIn } = client();
      standIn.state.notifications = [notification({ id: 'linked', prompt: 'Shall we follow the link?' })];
      await signIn(client());
      await inNewTab(async (tab) => {
        await tab.getByRole('article').getByText('Shall we follow the link?').waitFor();
        expect(tab.url()).to.match(/#\/notifications\/linked$/);
        await tab.reload();
        await tab.getByRole('article').getByText('Shall we follow the link?').waitFor();
      }, '#/notifications/linked');
    });

    it('keeps the login name for other tabs, and no token', async () => {
      const { page } = client();
      await signIn(client());
      const kept = await page.evaluate<string>('JSON.stringify(localStorage)');
      expect(kept).to.include('ada@sandbox.test');
      expect(kept, 'three parts in base64').not.to.match(/ey[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/);
    });

    it('asks once, silently, if the session has expired meanwhile', async () => {
      const { context } = client();
      await signIn(client());
      await context.clearCookies();
      await inNewTab(async (tab) => {
        await signInOn(tab).signIn.waitFor();
        expect(await tab.getByText('The sign-in was not completed').count()).to.equal(0);
        expect(tab.url()).to.match(/#\/flows$/);
        await signInOn(tab).as('Ada Lovelace');
        expect(tab.url()).to.match(/#\/flows$/);
      }, '#/flows');
    });

    it('does not sign in as another person who now has the session', async () => {
      const { page } = client();
      await signIn(client());
      await page.evaluate(`localStorage.setItem('handback.signed-in', 'grace@sandbox.test')`);
      await inNewTab((tab) => signInOn(tab).signIn.waitFor());
    });

    it('stays signed out after a sign-out, in every tab', async () => {
      const { page } = client();
      await signIn(client());
      await page.getByRole('button', { name: /^Account of Ada/ }).click();
      await signInOn(page).signOut.click();
      await signInOn(page).signIn.waitFor();
      await inNewTab((tab) => signInOn(tab).signIn.waitFor());
    });

    it('leaves the decision to a person who turns back at the identity provider', async () => {
      const { standIn } = client();
      await signIn(client());
      await inNewTab(async (tab) => {
        await tab.getByText('Live', { exact: true }).waitFor(); // until then it redirects to the identity provider and back
        await tab.evaluate(`sessionStorage.clear(); sessionStorage.setItem('handback.has-looked', 'yes')`);
        await tab.goto(standIn.url);
        await tab.reload();
        await signInOn(tab).signIn.waitFor();
      });
    });
  });

  it('signs out', async () => {
    const { page } = client();
    await signIn(client());
    await page.getByRole('button', { name: /^Account of Ada/ }).click();
    await signInOn(page).signOut.click();
    await signInOn(page).signIn.waitFor();
  });
});
