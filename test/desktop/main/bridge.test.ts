import { expect } from 'chai';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { asking, publish } from '../../scenarios/support.ts';
import type { TestProduct } from '../../support/product.ts';
import { until } from '../../support/until.ts';
import { answerInApp } from '../smoke/journey.ts';
import { withAppInBrowser } from './appInBrowser.ts';
import { temporaryFolder, type TestDesktopApp } from './desktopApp.ts';

const form = {
  inputType: 'form',
  prompt: 'What happened?',
  assignees: { users: ['grace@sandbox.test'] },
  variables: [{ name: 'what', type: 'textarea', label: 'What happened', required: true }],
};

const attaching = {
  inputType: 'form',
  prompt: 'Where is the plan?',
  assignees: { users: ['grace@sandbox.test'] },
  variables: [
    { name: 'plan', type: 'file', label: 'Plan', required: true },
    { name: 'why', type: 'textarea', label: 'Why' },
  ],
};

/** Drags a local file over the window and drops it there. */
async function dropFile(page: Page, file: string, { x, y }: { x: number; y: number }): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', { type, x, y, data });
}

describe('windows of the desktop app in a browser', function () {
  this.timeout(120_000);
  const stage = withAppInBrowser();
  let product: TestProduct;
  let app: TestDesktopApp;
  const openPage = (window: number) => stage().openPage(window);
  const enter = () => stage().enter();
  before(async () => {
    ({ product } = stage());
    const ada = await product.as('ada@sandbox.test');
    await publish(ada, asking({ id: 'telling', human: form }));
    await publish(ada, asking({ id: 'attaching', human: attaching }));
    await publish(ada, asking({ id: 'deciding', human: { ...form, inputType: 'approval', variables: undefined } }));
  });
  beforeEach(() => ({ app } = stage()));

  it('ask for the server first, report errors with it, and then who is signed in', async () => {
    const page = await openPage(0);
    await page.getByLabel('Address of your Handback').fill('http://handback.example.com');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('This address cannot be used.').waitFor();
    await page.getByLabel('Address of your Handback').fill(product.url);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText(`You sign in to the organisation with the tenant ${product.sandbox.tenant.id}.`).waitFor();
    app.signsInAs.email = null; // they look at the page for a while
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Continue in your browser.').waitFor();
    app.signsInAs.email = 'grace@sandbox.test';
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation').first().waitFor();
  });

  it('do what the smoke test does in Electron', async () => {
    // the stand-in for the system browser signs in by itself
    await answerInApp({ page: await openPage(0), product, signInBrowser: async () => undefined });
  });

  it('announce a newer version, until that is postponed', async () => {
    const page = await enter();
    app.electron.windows[0]!.webContents.send('handback.told', { kind: 'update', version: '2.0.0' });
    const bar = page.getByText('Version 2.0.0 of Handback is here.');
    await bar.waitFor();
    app.electron.state.button = 1;
    await page.getByRole('button', { name: 'Restart to update' }).waitFor();
    if (process.env['SCREENSHOT']) await page.screenshot({ path: process.env['SCREENSHOT'] });
    await page.getByRole('button', { name: 'Later' }).click();
    await bar.waitFor({ state: 'detached' });
  });

  it('open a question by itself, keep what is typed there, and send the answer; no token is ever in a page', async () => {
    const page = await enter();
    await until(() => app.desktop.session()!.state().waiting !== null);
    const ada = await product.as('ada@sandbox.test');
    const id = await product.run(ada, 'telling');
    await product.reached(ada, id, 'waiting');
    await page.getByText('What happened?').first().waitFor();
    await until(() => app.electron.onScreen().length > 0);
    app.electron.onScreen()[0]!.emit('click');
    expect(app.electron.windows[1]!.url).to.equal(`app://handback/?window=question#/notifications/${id}-ask`);

    const question = await openPage(1);
    await question.getByRole('textbox', { name: 'What happened' }).fill('Half of it');
    expect(await question.getByRole('navigation').count()).to.equal(0);
    expect(await question.title()).to.equal('What happened? · Handback');
    await until(async () =>
      Object.values(await app.desktop.session()!.texts.all())
        .join()
        .includes('Half of it'),
    );
    await question.reload();
    expect(await question.getByRole('textbox', { name: 'What happened' }).inputValue()).to.equal('Half of it');
    await question.getByRole('button', { name: 'Send answer' }).click();
    await product.reached(ada, id, 'completed');
    await question.getByText('Desktop app').first().waitFor();
    await until(() => app.electron.onScreen().length === 0);
    for (const each of [page, question]) {
      const kept = await each.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
      expect(kept).to.equal('[{},{},""]');
    }
  });

  it('accept a file dropped on its field, and stay where they are if it is dropped elsewhere', async () => {
    await enter();
    const ada = await product.as('ada@sandbox.test');
    const id = await product.run(ada, 'attaching');
    await product.reached(ada, id, 'waiting');
    app.electron.app.emit('second-instance', {}, ['handback', `handback://notifications/${id}-ask`]);
    const question = await openPage(1);
    await question.getByRole('textbox', { name: 'Why' }).fill('As agreed');
    const file = path.join(await temporaryFolder(), 'plan.txt');
    await writeFile(file, 'The plan');
    const heading = (await question.getByText('Where is the plan?').first().boundingBox())!;
    await dropFile(question, file, heading);
    const area = (await question.getByText('Or drop it here:', { exact: false }).boundingBox())!;
    await dropFile(question, file, area);
    await question.getByRole('button', { name: 'Remove plan.txt' }).waitFor();
    await question.getByRole('progressbar').waitFor({ state: 'detached' });
    expect(question.url()).to.contain(`#/notifications/${id}-ask`);
    expect(await question.getByRole('textbox', { name: 'Why' }).inputValue()).to.equal('As agreed');
    expect(await question.getByText('plan.txt').count()).to.equal(1);
    await question.getByRole('button', { name: 'Send answer' }).click();
    await product.reached(ada, id, 'completed');
  });

  it('go where a link leads, however it arrives', async () => {
    const page = await enter();
    app.electron.app.emit('second-instance', {}, ['handback', 'handback://assignments']);
    await page.waitForURL(/#\/assignments$/);
    app.electron.app.emit('open-url', { preventDefault: () => undefined }, 'handback://chats');
    await page.waitForURL(/#\/chats$/);
    app.electron.app.emit('open-url', { preventDefault: () => undefined }, 'handback://admin/about');
    expect(app.log.at(-1)!.event).to.equal('link refused');
  });

  it('leave the links of another server to the browser, and open none of an unknown server', async () => {
    await enter();
    const linkAt = (server: string) => `handback://chats/01J9?server=${encodeURIComponent(server)}`;
    const follow = (link: string) => app.electron.app.emit('open-url', { preventDefault: () => undefined }, link);
    const other = 'http://127.0.0.1:1';
    follow(linkAt(other));
    expect(app.log.at(-1)!.event).to.equal('link refused');
    const before = app.electron.opened.length;
    const file = JSON.parse(await readFile(path.join(app.folder, 'settings.json'), 'utf8')) as { servers: string[] };
    await writeFile(
      path.join(app.folder, 'settings.json'),
      JSON.stringify({ ...file, servers: [...file.servers, other] }),
    );
    await stage().restart();
    ({ app } = stage());
    follow(linkAt(other));
    follow(linkAt(product.url));
    expect(before).to.be.above(0);
    expect(app.electron.opened).to.deep.equal([`${other}/#/chats/01J9`]);
    await until(() => app.electron.windows[0]!.webContents.told.some(({ kind }) => kind === 'open'));
  });

  it('send the browser to a page of the server after a sign-in, and on request', async () => {
    await enter();
    expect(app.browser.page).to.include(`content="0;url=${product.url}/#/app-ready"`).and.to.include('charset="utf-8"');
    await app.electron.call('claimLinks', null);
    expect(app.electron.opened.at(-1)).to.equal(`${product.url}/#/app-ready`);
  });

  it('show the settings in a separate window, and change with the tray', async () => {
    await enter();
    app.electron.item('Settings…')!.click!(null as never, undefined, null as never);
    await app.electron.call('openSettings', null); // the same window
    expect(app.electron.windows.map(({ url }) => url)).to.deep.equal([
      'app://handback/',
      'app://handback/?window=settings#/settings',
    ]);
    const page = await openPage(1);
    await page.getByText('Signed in as Grace Hopper (grace@sandbox.test)').waitFor();
    await page.getByText(`${product.url} (in use)`).waitFor();
    await page.getByText('Version 1.0.0').waitFor();
    await page.getByRole('radio', { name: 'From 20:00 to 07:00' }).check();
    await page.getByRole('switch', { name: 'Hide what is asked in notifications' }).check();
    await page.getByRole('switch', { name: 'Open when I log in' }).check();
    await page.getByRole('button', { name: 'For an hour' }).click();
    await page.getByText('Notifications are snoozed until').waitFor();
    expect(app.electron.state.opensAtLogin).to.equal(true);
    const stored = JSON.parse(await readFile(path.join(app.folder, 'settings.json'), 'utf8')) as object;
    expect(stored).to.deep.include({ quietHours: '20-7', hidesPreview: true });
    app.electron.item('Hide what is asked in notifications')!.click!(null as never, undefined, null as never);
    await until(async () => !(await page.getByRole('switch', { name: /^Hide what/ }).isChecked()));
    await page.getByRole('button', { name: 'End the snooze' }).click();
    await page.getByText('Snooze all notifications').waitFor();
  });

  it('show which settings the organisation has set, and change none of them', async () => {
    await stage().restart({ policy: { hidePreviews: true, server: product.url } });
    ({ app } = stage());
    await app.electron.call('openSettings', null);
    const page = await openPage(1);
    const decided = page.getByRole('switch', { name: 'Hide what is asked in notifications' });
    await decided.waitFor();
    expect([await decided.isChecked(), await decided.isDisabled()]).to.deep.equal([true, true]);
    const words = await page.getByText('Your organisation has set this.').getAttribute('id');
    expect(await decided.getAttribute('aria-describedby')).to.equal(words);
    expect(await page.getByRole('switch', { name: 'Open when I log in' }).isDisabled()).to.equal(false);
    await page.getByText(`Your organisation has set the server: ${product.url}`).waitFor();
    await app.electron.call('changeSettings', { hidesPreview: false });
    expect(await app.electron.call('settings', null)).to.deep.include({ hidesPreview: true });
  });

  it('say why they do not connect to a known server', async () => {
    await enter();
    const file = path.join(app.folder, 'settings.json');
    const gone = 'http://localhost:9';
    const { servers, ...settings } = JSON.parse(await readFile(file, 'utf8')) as { servers: string[] };
    await writeFile(file, JSON.stringify({ ...settings, servers: [...servers, gone] }));
    await stage().restart();
    ({ app } = stage());
    await app.electron.call('openSettings', null);
    const page = await openPage(1);
    await page.getByRole('listitem').filter({ hasText: gone }).getByRole('button', { name: 'Use' }).click();
    await page.getByRole('alert').getByText('This server cannot be reached just now.').waitFor();
    expect(app.desktop.servers.describe().current).to.equal(product.url);
  });

  it('forget a server with all its stored data', async () => {
    await enter();
    app.electron.item('Settings…')!.click!(null as never, undefined, null as never);
    const page = await openPage(1);
    await app.electron.call('keep', { name: 'draft', text: 'half' });
    await page.getByRole('button', { name: 'Forget' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
    await page.getByText('Nobody is signed in.').waitFor();
    await until(async () => (await readdir(app.folder)).every((name) => !name.endsWith('.bin')));
    expect(app.desktop.servers.describe()).to.deep.equal({ current: null, known: [], isFixed: false });
  });

  it('say in tray and window that a sign-in has expired, and continue there after a new one', async () => {
    let isOver = false;
    const refused = (body: object, status: number) => Response.json(body, { status });
    await stage().restart({
      fetch: async (url, init) => {
        if (isOver && url.includes('/oauth2/'))
          return refused({ error: 'invalid_grant', error_description: 'AADSTS50173: The session was revoked.' }, 400);
        if (isOver && url.startsWith(`${product.url}/api/`) && !url.endsWith('/client-config'))
          return refused({ code: 'unauthenticated', status: 401 }, 401);
        return fetch(url, init);
      },
    });
    ({ app } = stage());
    const page = await enter();
    isOver = true;
    await page.getByRole('link', { name: 'Chats' }).click();
    const refusals = page.getByText('Your sign-in has ended.', { exact: false }); // in the bar, and instead of the chats
    await refusals.nth(1).waitFor();
    await until(() => app.electron.trays[0]!.tip === 'Handback: Your sign-in has ended');
    expect(app.electron.item('Sign in…')).to.not.equal(undefined);
    isOver = false;
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await until(async () => (await refusals.count()) === 0);
    await until(() => !app.electron.trays[0]!.tip.includes('sign-in'));
    expect(page.url()).to.match(/#\/chats$/);
  });

  it('support the keys of the web client', async () => {
    await enter();
    const ada = await product.as('ada@sandbox.test');
    const id = await product.run(ada, 'deciding');
    await product.reached(ada, id, 'waiting');
    app.electron.app.emit('second-instance', {}, ['handback', `handback://notifications/${id}-ask`]);
    const question = await openPage(1);
    await question.getByRole('button', { name: 'Approve' }).waitFor();
    await question.keyboard.press('a');
    await question.keyboard.press('z'); // undone
    await question.getByRole('button', { name: 'Reject' }).waitFor();
    await question.keyboard.press('r');
    await question.getByRole('button', { name: 'Send now' }).click();
    await product.reached(ada, id, 'completed');
  });

  it('sign out together with the tray', async () => {
    const page = await enter();
    app.electron.item('Sign out')!.click!(null as never, undefined, null as never);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(app.electron.trays[0]!.tip).to.equal('Handback: Nobody is signed in');
  });
});
