// cspell:ignore allowpopups
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { CALLS } from '../../../desktop/bridge.ts';
import { createForward } from '../../../desktop/main/forward.ts';
import { createPages, isOwnPage } from '../../../desktop/main/pages.ts';
import { builderConfig } from '../../../desktop/packing/builderConfig.ts';
import { listening, memoryLog, startDesktopApp, type TestDesktopApp } from './desktopApp.ts';

/** Electron's list of twenty (https://www.electronjs.org/docs/latest/tutorial/security), by number. */
describe('the security of the desktop app', () => {
  let app: TestDesktopApp;
  before(async () => (app = await startDesktopApp(null)));
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
  it('2: gives pages no Node', () => {
    expect(preferences()).to.deep.include({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
    });
  });
  it('3: isolates the context of pages', () => expect(preferences().contextIsolation).to.equal(true));
  it('4: keeps every page in a sandbox', () => {
    expect(preferences().sandbox).to.equal(true);
    expect(app.electron.said['sandbox']).to.equal(true);
  });
  it('5: denies every permission except copying, and that to all but its own page', () => {
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
  it('6: keeps web security on', () => expect(preferences().webSecurity).to.equal(true));
  it('7: serves its page under a policy with its own nonce, and without exceptions', async () => {
    const policies = [await page(), await page()].map(({ headers }) => headers.get('content-security-policy')!);
    expect(policies[0]).not.to.equal(policies[1]);
    expect(policies[0])
      .to.contain("default-src 'none'")
      .and.to.contain("script-src 'self'")
      .and.to.contain("connect-src 'self'");
    expect(policies[0]).not.to.match(/unsafe|https?:|\*/);
  });
  it('8: runs nothing that came unencrypted', () => expect(preferences().allowRunningInsecureContent).to.equal(false));
  it('9: enables no experimental features', () => expect(preferences().experimentalFeatures).to.equal(false));
  it('10: turns on no features of Blink', () => expect(preferences()).not.to.have.property('enableBlinkFeatures'));
  it('11: has no web views, which could open windows', () => {
    expect(preferences().webviewTag).to.equal(false);
    expect(readFileSync('desktop/renderer/index.html', 'utf8')).not.to.match(/<webview|allowpopups/);
  });
  it('12: attaches no web view, whatever requests it', () => {
    const attached = event('');
    window().webContents.emit('will-attach-webview', attached);
    expect(attached.isPrevented).to.equal(true);
  });
  for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate'])
    it(`13: does not navigate (${name})`, () => {
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
  const ELSEWHERE = [
    'https://example.com/',
    'http://example.com',
    'file:///etc/passwd',
    'smb://x/y',
    'javascript:1',
    'handback://chats/x',
  ];
  it('14: opens no windows for pages', () => {
    const before = app.electron.windows.length;
    for (const url of [...ELSEWHERE, 'app://handback/'])
      expect(window().webContents.openHandler({ url }), url).to.deep.equal({ action: 'deny' });
    expect(app.electron.windows).to.have.length(before);
  });
  it('15: passes only https addresses to the system', async () => {
    const before = app.electron.opened.length;
    for (const url of ELSEWHERE) window().webContents.openHandler({ url });
    for (const url of [...ELSEWHERE, 'http://localhost:1/']) await app.electron.call('openLink', { url });
    expect(app.electron.opened.slice(before)).to.deep.equal(['https://example.com/', 'https://example.com/']);
  });
  it('16: is built with a current Electron', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    expect(Number(devDependencies['electron']!.split('.')[0])).to.be.at.least(45);
  });
  it('17: answers only the top frame of its own page, and only calls of the right shape', async () => {
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
  it('18: serves files by its own scheme, and none outside its folder', async () => {
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
  it('19: is packaged with those switches off that would let others run code in it', () => {
    expect(builderConfig({}).electronFuses).to.deep.include({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    });
  });
  it('20: gives pages one narrow bridge, and no part of Electron', () => {
    const preload = readFileSync('desktop/preload/index.ts', 'utf8');
    expect(preload.match(/exposeInMainWorld/g)).to.have.length(1);
    expect(Object.keys(CALLS).filter((name) => /token|file|exec|fetch/i.test(name))).to.deep.equal([]);
  });

  it('builds a page only from its own input', async () => {
    const asked: string[] = [];
    const pages = createPages({ createNonce: () => 'n', read: async (name) => (asked.push(name), null) });
    await pages(new Request('app://handback/a/b.js?x=..#y'));
    expect(asked).to.deep.equal(['a/b.js']);
  });
});

describe('calls from windows to the server', () => {
  it('carry a token that no window sees, and nothing that a page could smuggle in', async () => {
    let heard: http.IncomingHttpHeaders = {};
    const server = http.createServer((request, response) => {
      heard = request.headers;
      const told = { 'set-cookie': 'a=b', 'content-type': 'application/json', etag: '"v"' };
      response.writeHead(200, told).end('{}');
    });
    const url = await listening(server);
    const { log } = memoryLog();
    const token = async () => 'the token';
    const forward = createForward({ server: () => url, token, searchToken: async () => 'another token', fetch, log });
    const headers = {
      authorization: 'Bearer smuggled',
      origin: 'https://evil.test',
      'x-forwarded-for': '1.2.3.4',
      'idempotency-key': 'k',
      'if-match': '"v"',
      'x-ms-query-source-authorization': 'Bearer smuggled',
    };
    const answer = await forward(new Request('app://handback/api/me?x=1', { method: 'POST', body: '{}', headers }));
    expect([answer.headers.get('set-cookie'), answer.headers.get('etag')]).to.deep.equal([null, '"v"']);
    expect(heard).to.include({
      authorization: 'Bearer the token',
      'idempotency-key': 'k',
      'if-match': '"v"',
      'handback-client': 'desktop',
    });
    const besideTheSearch = 'x-ms-query-source-authorization';
    expect(heard).not.to.have.any.keys('cookie', 'origin', 'x-forwarded-for', 'referer', besideTheSearch);
    await forward(new Request('app://handback/api/search', { method: 'POST', body: '{}', headers }));
    expect(heard).to.include({ authorization: 'Bearer the token', [besideTheSearch]: 'Bearer another token' });
  });

  it('fail like network calls if the server sends garbage, redirects, or is down; the log contains no address', async () => {
    const evil = http.createServer((_request, response) =>
      response.writeHead(302, { location: 'https://evil.test/' }).end(),
    );
    const rude = net.createServer((socket) => socket.end('rubbish\r\n\r\n'));
    const { log, lines } = memoryLog();
    const token = async () => 'the token';
    for (const url of [await listening(evil), await listening(rude), 'http://127.0.0.1:1']) {
      const forward = createForward({ server: () => url, token, searchToken: async () => null, fetch, log });
      expect((await forward(new Request('app://handback/api/me?secret=1'))).type).to.equal('error');
    }
    expect(lines).to.have.length(3);
    expect(JSON.stringify(lines)).not.to.contain('secret').and.not.to.contain('evil').and.not.to.contain('the token');
  });
});
