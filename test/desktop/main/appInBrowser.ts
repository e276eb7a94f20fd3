import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { WindowMessage } from '../../../desktop/bridge.ts';
import type { StartOptions } from '../../../desktop/main/startOptions.ts';
import { closeContext, sharedBrowser } from '../../support/chromium.ts';
import { startProduct, type TestProduct } from '../../support/product.ts';
import { buildClient } from '../support/build.ts';
import { startDesktopApp, type TestDesktopApp } from './desktopApp.ts';

/** Does the preload script's work without one. */
const BRIDGE = `(() => {
  const listeners = new Set();
  window.tell = (told) => listeners.forEach((hear) => hear(told));
  window.handbackDesktop = {
    call: (name, body) => window.callMain(name, body),
    onTold: (hear) => (listeners.add(hear), () => listeners.delete(hear)),
  };
})()`;

export interface AppInBrowser {
  product: TestProduct;
  app: TestDesktopApp;
  context: BrowserContext;
  /** Opens a window's page; messages from the main process to that window reach it. */
  openPage(window: number): Promise<Page>;
  /** Opens the main window, chooses the server and signs Grace in. */
  enter(): Promise<Page>;
  /** The app restarted on the same machine. */
  restart(options?: Partial<StartOptions>): Promise<void>;
}

/**
 * The built renderer in Chromium and the main process in Node, connected as by Electron: the scheme by a server that
 * passes each request to its handler, the preload script by a binding. One product per suite, one app per test; call it
 * in the suite.
 */
export function withAppInBrowser(): () => AppInBrowser {
  let pages: http.Server;
  let origin: string;
  let stage: AppInBrowser;

  before(async () => {
    await buildClient();
    const product = await startProduct();
    pages = http.createServer((request, response) => {
      void passOn(stage.app, request, response).catch(() => response.destroy());
    });
    pages.listen(0, '127.0.0.1');
    await once(pages, 'listening');
    origin = `http://localhost:${(pages.address() as AddressInfo).port}`;
    stage = {
      product,
      app: null!, // each test has its own
      context: null!,
      openPage: (window) => openPage(stage, origin, window),
      async enter() {
        const page = await stage.openPage(0);
        await page.getByLabel('Address of your Handback').fill(product.url);
        await page.getByRole('button', { name: 'Connect' }).click();
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('navigation').first().waitFor();
        return page;
      },
      async restart(options = {}) {
        await stage.app.close();
        stage.app = await startDesktopApp(null, { folder: stage.app.folder, ...options });
      },
    };
  });
  beforeEach(async () => {
    stage.app = await startDesktopApp(null);
    const browser = await sharedBrowser();
    stage.context = await browser.newContext({ viewport: { width: 1180, height: 780 }, locale: 'en-GB' });
  });
  afterEach(async () => {
    await closeContext(stage.context);
    await stage.app.close();
  });
  after(async () => {
    pages.closeAllConnections();
    pages.close();
    await stage.product.close();
  });
  return () => stage;
}

async function passOn(
  app: TestDesktopApp,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
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

async function openPage({ app, context }: AppInBrowser, origin: string, window: number): Promise<Page> {
  const { webContents, url } = app.electron.windows[window]!;
  const page = await context.newPage();
  const ownAddress = (address: string) => address.replace(origin, 'app://handback');
  await page.exposeBinding('callMain', ({ frame }, name: unknown, body: unknown) =>
    app.electron.call(name, body, { url: ownAddress(frame.url()), parent: frame.parentFrame() }, webContents),
  );
  await page.addInitScript(BRIDGE);
  Object.assign(webContents, {
    send: (_channel: string, told: WindowMessage) =>
      void page.evaluate(`tell(${JSON.stringify(told)})`).catch(() => undefined),
  });
  await page.goto(url.replace('app://handback', origin));
  return page;
}
