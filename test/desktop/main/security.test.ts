import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { CALLS } from '../../../desktop/bridge.ts';
import { createForward } from '../../../desktop/main/forward.ts';
import { createPages, isOwnPage } from '../../../desktop/main/pages.ts';
import { closeAtEnd } from '../../support/atEnd.ts';
import { until } from '../../support/until.ts';
import { clientConfig } from '../support/clientConfig.ts';
import { startSandbox } from '../../../sandbox/sandbox.ts';
import { memoryLog, startDesk, type TestDesk } from './desk.ts';

/** The platform's list of twenty (https://www.electronjs.org/docs/latest/tutorial/security), by its numbers. */
describe('the security of the desktop app', () => {
  let app: TestDesk;
  before(async () => (app = await startDesk(null)));
  after(() => app.close());

  const window = () => app.electron.windows[0]!;
  const preferences = () => window().options.webPreferences!;
  const page = () => app.electron.request('app://handback/');
  const warned = (event: string) => app.log.filter((line) => line.event === event).length;
  const event = (url: string) => {
    const given = { url, isPrevented: false, preventDefault: () => void (given.isPrevented = true) };
    return given;
  };

  it('1: loads nothing but its own pages, and calls only https or this machine', async () => {
    expect(window().url).to.equal('app://handback/');
    expect(await app.electron.call('chooseServer', { address: 'http://handback.example.com' })).to.deep.equal({
      fault: 'address',
    });
  });
  it('2, 3, 4: gives pages no Node, a context of their own and a sandbox', () => {
    expect(preferences()).to.deep.include({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
    });
    expect(preferences()).to.deep.include({ contextIsolation: true, sandbox: true });
    expect(app.electron.said['sandbox']).to.equal(true);
  });
  it('5: denies every permission but to copy, and that to its own page only', () => {
    const { request, check, device } = app.electron.guards as Record<string, (...args: unknown[]) => unknown>;
    const own = { getURL: () => 'app://handback/' };
    const decided: Record<string, boolean> = {};
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'openExternal',
      'fullscreen',
      'hid',
      'clipboard-sanitized-write',
    ])
      request!(own, permission, (isGranted: boolean) => (decided[permission] = isGranted));
    expect(Object.entries(decided).filter(([, isGranted]) => isGranted)).to.deep.equal([
      ['clipboard-sanitized-write', true],
    ]);
    expect(check!(null, 'clipboard-sanitized-write', 'https://evil.test')).to.equal(false);
    expect(check!(null, 'media', 'app://handback/')).to.equal(false);
    expect(device!({})).to.equal(false);
  });
  it('6, 8, 9, 10: leaves the rules of the web on, and nothing experimental', () => {
    expect(preferences()).to.deep.include({
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
    });
    expect(preferences()).not.to.have.property('enableBlinkFeatures');
  });
  it('7: serves its page under a policy with a nonce of its own, and without exceptions', async () => {
    const policies = [await page(), await page()].map(({ headers }) => headers.get('content-security-policy')!);
    expect(policies[0]).not.to.equal(policies[1]);
    expect(policies[0])
      .to.contain("default-src 'none'")
      .and.to.contain("script-src 'self'")
      .and.to.contain("connect-src 'self'");
    expect(policies[0]).not.to.match(/unsafe|https?:|\*/);
  });
  it('11, 12: has no web views', () => {
    expect(preferences().webviewTag).to.equal(false);
    const attached = event('');
    window().webContents.emit('will-attach-webview', attached);
    expect(attached.isPrevented).to.equal(true);
  });
  for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate'])
    it(`13: stays where it is (${name})`, () => {
      const away = [
        'https://handback/',
        'app://evil/',
        'file:///etc/passwd',
        'data:text/html,x',
        'about:blank',
        'appx://handback/',
      ].map(event);
      const own = event('app://handback/?window=question#/notifications/x');
      for (const each of [...away, own]) window().webContents.emit(name, each);
      expect(away.every(({ isPrevented }) => isPrevented)).to.equal(true);
      expect(own.isPrevented).to.equal(false);
    });
  it('14, 15: opens no windows for pages, and hands only https addresses to the system', async () => {
    const before = app.electron.opened.length;
    for (const url of [
      'https://example.com/',
      'http://example.com',
      'file:///etc/passwd',
      'smb://x/y',
      'javascript:1',
      'handback://chats/x',
    ])
      expect(window().webContents.openHandler({ url })).to.deep.equal({ action: 'deny' });
    await app.electron.call('openLink', { url: 'file:///etc/passwd' });
    await app.electron.call('openLink', { url: 'http://localhost:1/' });
    expect(app.electron.opened.slice(before)).to.deep.equal(['https://example.com/']);
  });
  it('16: is built with a current Electron', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    expect(Number(devDependencies['electron']!.split('.')[0])).to.be.at.least(45);
  });
  it('17: answers the top frame of its own page only, and what has the right shape', async () => {
    const refused = async (call: Promise<unknown>) =>
      expect(await call.catch((error: Error) => error.message)).to.equal('refused');
    const own = { url: 'app://handback/', parent: null };
    for (const url of ['https://evil.test/', 'app://evil/', 'file:///x', 'data:text/html,x', 'about:blank', ''])
      await refused(app.electron.call('account', null, { url, parent: null }));
    await refused(app.electron.call('account', null, { ...own, parent: own }));
    await refused(app.electron.call('account', null, null));
    for (const name of ['__proto__', 'toString', 'token', '', 7, null, {}])
      await refused(app.electron.call(name, null));
    for (const message of [undefined, null, 'account', 7, []]) await refused(app.electron.callRaw(message));
    for (const name of Object.keys(CALLS)) await refused(app.electron.call(name, { no: 'such thing' }));
    await refused(app.electron.call('keep', { name: 'x'.repeat(501), text: '' }));
    await refused(app.electron.call('keep', { name: 'x', text: 'x'.repeat(1_000_001) }));
    await refused(app.electron.call('keep', { name: 'x', text: 'x', more: 1 }));
    expect(warned('bridge: foreign sender')).to.equal(8);
    expect(await app.electron.call('account', null), 'the app is alive').to.have.property('account', null);
  });
  it('18: serves files by a scheme of its own, and none outside of its folder', async () => {
    expect((await app.electron.request('app://handback/handback.svg')).headers.get('content-type')).to.equal(
      'image/svg+xml',
    );
    for (const path of [
      '..%2f..%2fpackage.json',
      '%5c..%5cx.js',
      'a%00.js',
      '%E0%A4%A',
      '.hidden.js',
      'assets/../../x.js',
      'assets//x.js',
      'none.js',
      'package.json',
    ])
      expect((await app.electron.request(`app://handback/${path}`)).status, path).to.be.within(400, 404);
    expect((await app.electron.request('app://handback/', { method: 'POST' })).status).to.equal(405);
    expect((await app.electron.request('app://evil/')).status).to.equal(404);
    expect(isOwnPage('app://handback.evil/')).to.equal(false);
    expect(app.electron.schemes).to.deep.equal([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
    ]);
  });
  it('20: gives pages one narrow bridge, and no part of Electron', () => {
    const preload = readFileSync('desktop/preload/index.ts', 'utf8');
    expect(preload.match(/exposeInMainWorld/g)).to.have.length(1);
    expect(Object.keys(CALLS).filter((name) => /token|file|exec|fetch/i.test(name))).to.deep.equal([]);
  });

  it('reads a page only from what it was given', async () => {
    const asked: string[] = [];
    const pages = createPages({ createNonce: () => 'n', read: async (name) => (asked.push(name), null) });
    await pages(new Request('app://handback/a/b.js?x=..#y'));
    expect(asked).to.deep.equal(['a/b.js']);
  });
});

describe('calls of windows on their way to the server', () => {
  it('carry the token that no window sees, and nothing that a page could smuggle in', async () => {
    let heard: http.IncomingHttpHeaders = {};
    const server = http.createServer((request, response) => {
      heard = request.headers;
      response.writeHead(200, { 'set-cookie': 'a=b', 'content-type': 'application/json' }).end('{}');
    });
    const url = await listening(server);
    const { log } = memoryLog();
    const forward = createForward({ server: () => url, token: async () => 'the token', fetch, log });
    const headers = {
      authorization: 'Bearer smuggled',
      origin: 'https://evil.test',
      'x-forwarded-for': '1.2.3.4',
      'idempotency-key': 'k',
    };
    const answer = await forward(new Request('app://handback/api/me?x=1', { method: 'POST', body: '{}', headers }));
    expect(answer.headers.get('set-cookie')).to.equal(null);
    expect(heard).to.include({
      authorization: 'Bearer the token',
      'idempotency-key': 'k',
      'handback-client': 'desktop',
    });
    expect(heard).not.to.have.any.keys('cookie', 'origin', 'x-forwarded-for', 'referer');
  });

  it('fail as calls do where the server answers rubbish, redirects, or is gone; the log names no address', async () => {
    const evil = http.createServer((_request, response) =>
      response.writeHead(302, { location: 'https://evil.test/' }).end(),
    );
    const rude = net.createServer((socket) => socket.end('rubbish\r\n\r\n'));
    const { log, lines } = memoryLog();
    for (const url of [await listening(evil), await listening(rude), 'http://127.0.0.1:1']) {
      const forward = createForward({ server: () => url, token: async () => 'the token', fetch, log });
      expect((await forward(new Request('app://handback/api/me?secret=1'))).type).to.equal('error');
    }
    expect(lines).to.have.length(3);
    expect(JSON.stringify(lines)).not.to.contain('secret').and.not.to.contain('evil').and.not.to.contain('the token');
  });
});

describe('the server that the desktop app talks to', () => {
  let app: TestDesk;
  beforeEach(async () => (app = await startDesk(null, {}, { version: '1.2.3' })));
  afterEach(() => app.close());
  const choose = async (address: string) =>
    ((await app.electron.call('chooseServer', { address })) as { fault: string | null }).fault;

  it('is taken when it is one, and kept with those before', async () => {
    const sandbox = await startSandbox({ portBase: 0 });
    closeAtEnd(() => sandbox.close());
    let minimum = '1.2.3';
    const server = http.createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...clientConfig(sandbox), minimumDesktopVersion: minimum }));
    });
    const url = await listening(server);
    expect(await choose(`${url}/#/somewhere`)).to.equal(null);
    const { servers } = (await app.electron.call('start', null)) as { servers: unknown };
    expect(servers).to.deep.equal({ current: url, known: [url], isFixed: false });
    minimum = '1.2.4';
    expect(await choose(url)).to.equal('too_new');
  });

  it('is refused when it redirects, answers rubbish, has no valid certificate, or is not there', async () => {
    const moved = http.createServer((_request, response) =>
      response.writeHead(301, { location: 'https://evil.test/' }).end(),
    );
    const rubbish = http.createServer((_request, response) => response.end('<html>hello</html>'));
    const huge = http.createServer((_request, response) => response.end(`{"mode":"${'x'.repeat(300_000)}"}`));
    const rude = net.createServer((socket) => socket.end('rubbish\r\n\r\n'));
    const { cert, key } = JSON.parse(readFileSync('test/fixtures/selfSigned.json', 'utf8')) as {
      cert: string;
      key: string;
    };
    const selfSigned = https.createServer({ cert, key }, (_request, response) => response.end('{}'));
    expect(await choose(await listening(moved))).to.equal('redirected');
    expect(await choose(await listening(rubbish))).to.equal('not_handback');
    expect(await choose(await listening(huge))).to.equal('not_handback');
    expect(await choose(await listening(rude))).to.equal('unreachable');
    expect(await choose((await listening(selfSigned)).replace('http:', 'https:'))).to.equal('certificate');
    expect(await choose('http://127.0.0.1:1')).to.equal('unreachable');
    expect(await app.electron.call('account', null)).to.have.property('account', null);
  });

  it('is the one that the organisation has set, whatever was chosen', async () => {
    const fixed = await startDesk(null, { fixedServer: 'http://127.0.0.1:1' });
    const { servers } = (await fixed.electron.call('start', null)) as { servers: unknown };
    expect(servers).to.deep.equal({ current: 'http://127.0.0.1:1', known: ['http://127.0.0.1:1'], isFixed: true });
    expect(await fixed.electron.call('chooseServer', { address: 'http://localhost:3000' })).to.deep.equal({
      fault: 'address',
    });
    await fixed.close();
    await until(() => fixed.electron.state.isQuit);
  });
});

async function listening(server: net.Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAtEnd(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
