import { expect } from 'chai';
import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { Told } from '../../../desktop/bridge.ts';
import { asking, publish } from '../../scenarios/support.ts';
import { closeContext, sharedBrowser } from '../../support/chromium.ts';
import { startProduct, type TestProduct } from '../../support/product.ts';
import { until } from '../../support/until.ts';
import { buildClient } from '../support/build.ts';
import { startDesk, type TestDesk } from './desk.ts';

const form = {
  inputType: 'form',
  prompt: 'What happened?',
  assignees: { users: ['grace@sandbox.test'] },
  variables: [{ name: 'what', type: 'textarea', label: 'What happened', required: true }],
};

/** What the preload script does, where there is none. */
const BRIDGE = `(() => {
  const listeners = new Set();
  window.tell = (told) => listeners.forEach((hear) => hear(told));
  window.handbackDesktop = {
    call: (name, body) => window.callMain(name, body),
    onTold: (hear) => (listeners.add(hear), () => listeners.delete(hear)),
  };
})()`;

/**
 * The built renderer in Chromium and the main process in Node, joined as Electron joins them: the scheme by a server that
 * passes each request to its handler, the preload script by a binding.
 */
describe('windows of the desktop app in a browser', function () {
  this.timeout(120_000);
  let product: TestProduct;
  let app: TestDesk;
  let pages: http.Server;
  let context: BrowserContext;
  let origin: string;

  before(async () => {
    await buildClient();
    product = await startProduct();
    const ada = await product.as('ada@sandbox.test');
    await publish(ada, asking({ id: 'telling', human: form }));
    pages = http.createServer((request, response) => {
      void pass(request, response).catch(() => response.destroy());
    });
    pages.listen(0, '127.0.0.1');
    await once(pages, 'listening');
    origin = `http://localhost:${(pages.address() as AddressInfo).port}`;
  });
  beforeEach(async () => {
    app = await startDesk(null);
    context = await (await sharedBrowser()).newContext({ viewport: { width: 1180, height: 780 }, locale: 'en-GB' });
  });
  afterEach(async () => {
    await closeContext(context);
    await app.close();
  });
  after(async () => {
    pages.closeAllConnections();
    pages.close();
    await product.close();
  });

  async function pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    const { host: _host, connection: _connection, ...headers } = request.headers;
    const answer = await app.electron.request(`app://handback${request.url}`, {
      method: request.method,
      headers: headers as Record<string, string>,
      signal: gone.signal,
      ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' }),
    });
    if (answer.type === 'error') return void response.destroy();
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (!answer.body) return void response.end();
    await pipeline(Readable.fromWeb(answer.body as never), response);
  }

  /** Opens the page of a window; what the main process tells that window reaches it. */
  async function openPage(window: number): Promise<Page> {
    const { webContents, url } = app.electron.windows[window]!;
    const page = await context.newPage();
    const ownAddress = (address: string) => address.replace(origin, 'app://handback');
    await page.exposeBinding('callMain', ({ frame }, name: unknown, body: unknown) =>
      app.electron.call(name, body, { url: ownAddress(frame.url()), parent: frame.parentFrame() }, webContents),
    );
    await page.addInitScript(BRIDGE);
    Object.assign(webContents, {
      send: (_channel: string, told: Told) =>
        void page.evaluate(`tell(${JSON.stringify(told)})`).catch(() => undefined),
    });
    await page.goto(url.replace('app://handback', origin));
    return page;
  }

  async function enter(): Promise<Page> {
    const page = await openPage(0);
    await page.getByLabel('Address of your Handback').fill(product.url);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation').first().waitFor();
    return page;
  }

  it('ask for the server first, say what is wrong with it, and then who is there', async () => {
    const page = await openPage(0);
    await page.getByLabel('Address of your Handback').fill('http://handback.example.com');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('This is no address that can be used.').waitFor();
    await page.getByLabel('Address of your Handback').fill(product.url);
    await page.getByRole('button', { name: 'Connect' }).click();
    app.signsInAs.email = null; // they look at the page for a while
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Go on in your browser.').waitFor();
    app.signsInAs.email = 'grace@sandbox.test';
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation').first().waitFor();
  });

  it('open a question by itself, keep what is typed there, and send the answer; no token is ever in a page', async () => {
    const page = await enter();
    await until(() => app.desk.workplace()!.state().waiting !== null);
    const ada = await product.as('ada@sandbox.test');
    const id = await product.run(ada, 'telling');
    await product.reached(ada, id, 'waiting');
    await page.getByText('What happened?').first().waitFor();
    await until(() => app.electron.onScreen().length > 0);
    app.electron.onScreen()[0]!.emit('click');
    expect(app.electron.windows[1]!.url).to.equal(`app://handback/?window=question#/notifications/${id}-ask`);

    const question = await openPage(1);
    await question.getByLabel('What happened').fill('Half of it');
    expect(await question.getByRole('navigation').count()).to.equal(0);
    await until(async () =>
      Object.values(await app.desk.workplace()!.kept.all())
        .join()
        .includes('Half of it'),
    );
    await question.reload();
    expect(await question.getByLabel('What happened').inputValue()).to.equal('Half of it');
    await question.getByRole('button', { name: 'Send answer' }).click();
    await product.reached(ada, id, 'completed');
    await question.getByText('Desktop app').first().waitFor();
    await until(() => app.electron.onScreen().length === 0);
    for (const each of [page, question]) {
      const kept = await each.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
      expect(kept).to.equal('[{},{},""]');
    }
  });

  it('go where a link leads, whichever way it comes', async () => {
    const page = await enter();
    app.electron.app.emit('second-instance', {}, ['handback', 'handback://assignments']);
    await page.waitForURL(/#\/assignments$/);
    app.electron.app.emit('open-url', { preventDefault: () => undefined }, 'handback://chats');
    await page.waitForURL(/#\/chats$/);
    app.electron.app.emit('open-url', { preventDefault: () => undefined }, 'handback://admin/about');
    expect(app.log.at(-1)!.event).to.equal('link refused');
  });

  it('sign out together with the tray', async () => {
    const page = await enter();
    app.electron.item('Sign out')!.click!(null as never, undefined, null as never);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(app.electron.trays[0]!.tip).to.equal('Handback: Nobody is signed in');
  });
});
