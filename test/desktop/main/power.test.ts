import { expect } from 'chai';
import { startProduct, type TestProduct } from '../../support/product.ts';
import { until } from '../../support/until.ts';
import { startDesktopApp, type TestDesktopApp } from './desktopApp.ts';

describe('the connection of the desktop app', () => {
  let product: TestProduct;
  let app: TestDesktopApp;
  /** How often the app has requested the event stream. */
  let streams: number;
  /** The server answers, or is gone and has announced a long absence. */
  let server: 'there' | 'gone';
  let cut: () => void;

  before(async () => void (product = await startProduct()));
  beforeEach(async () => {
    streams = 0;
    server = 'there';
    app = await startDesktopApp(product.url, { fetch: counting });
    await app.electron.call('signIn', { claims: null });
    await until(isLive);
  });
  afterEach(() => app.close());
  after(() => product.close());

  const isLive = () => app.desktop.session()!.state().connection === 'live';
  async function counting(url: string, init?: RequestInit): Promise<Response> {
    if (!url.endsWith('/api/events')) return fetch(url, init);
    streams += 1;
    if (server === 'gone') return new Response('event: bye\ndata: {"reconnectInMs":600000}\n\n');
    const end = new AbortController();
    cut = () => end.abort();
    return fetch(url, { ...init, signal: AbortSignal.any([end.signal, init!.signal!]) });
  }

  it('is one stream of events, however many windows read it', async () => {
    for (const each of [1, 2, 3]) {
      const copy = await app.electron.request('app://handback/api/events');
      const reader = copy.body!.getReader();
      expect(new TextDecoder().decode((await reader.read()).value), `${each}`).to.contain('event: heartbeat');
      await reader.cancel();
    }
    expect(streams).to.equal(1);
  });

  it('is reopened when the screen is unlocked, however long the back-off', async () => {
    server = 'gone';
    cut();
    await until(() => streams > 1 && !isLive());
    server = 'there';
    app.electron.power.emit('unlock-screen');
    await until(isLive);
    expect(streams).to.equal(3);
  });

  it('is reopened after the machine has slept, even if nobody noticed that it was lost', async () => {
    app.electron.power.emit('unlock-screen');
    expect(isLive()).to.equal(true);
    app.electron.power.emit('resume');
    await until(() => streams === 2 && isLive());
    expect(app.electron.windows[0]!.webContents.told.filter(({ kind }) => kind === 'awake')).to.have.length(2);
  });
});
