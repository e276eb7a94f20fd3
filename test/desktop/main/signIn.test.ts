// cspell:ignore polids
import { expect } from 'chai';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { through } from '../../../desktop/main/signIn.ts';
import { closeAtEnd } from '../../support/atEnd.ts';
import { startProduct, type TestProduct } from '../../support/product.ts';
import { until } from '../../support/until.ts';
import { startDesktopApp, type TestDesktopApp } from './desktopApp.ts';

describe('the sign-in of the desktop app', () => {
  let product: TestProduct;
  let app: TestDesktopApp;
  before(async () => void (product = await startProduct()));
  beforeEach(async () => void (app = await startDesktopApp(product.url)));
  afterEach(() => app.close());
  after(() => product.close());
  const asked = () => app.electron.opened.filter((url) => url.includes('/authorize')).map((url) => new URL(url));

  it('uses the system browser, an address of this machine, and PKCE', async () => {
    await app.electron.call('signIn', { claims: null });
    const [url] = asked();
    expect(new URL(url!.searchParams.get('redirect_uri')!).hostname).to.equal('localhost');
    expect(url!.searchParams.get('code_challenge_method')).to.equal('S256');
    expect(url!.searchParams.get('client_id')).to.equal(product.sandbox.config.clientId);
  });

  it('asks for fewer scopes if some are not consented to', async () => {
    app.signsInAs.email = 'joan_fabrikam.test#EXT#@sandbox.test'; // a guest
    const { account } = (await app.electron.call('signIn', { claims: null })) as {
      account: { displayName: string } | null;
    };
    expect(account).to.have.property('displayName');
    const scopes = asked().map((url) => url.searchParams.get('scope')!);
    expect(scopes[0]).to.contain('Group.Read.All');
    expect(scopes.length).to.be.above(1);
    expect(scopes.at(-1)).not.to.contain('.Read.All');
    expect((await app.electron.request('app://handback/api/me')).status).to.equal(200);
  });

  it('asks for what the organisation demands, of the person who is signed in', async () => {
    const claims = '{"access_token":{"polids":{"essential":true,"values":["some"]}}}';
    const { account } = (await app.electron.call('signIn', { claims: null })) as { account: { username: string } };
    const before = asked().length;
    expect(await app.electron.call('signIn', { claims })).to.deep.include({ account, refusal: null });
    const again = asked().slice(before);
    expect(again.map((url) => url.searchParams.get('login_hint'))).to.deep.equal([account.username]);
    const { access_token } = JSON.parse(again[0]!.searchParams.get('claims')!) as { access_token: unknown };
    expect({ access_token }).to.deep.equal(JSON.parse(claims));
    expect(again[0]!.searchParams.get('scope')).to.contain('api://');
    expect((await app.electron.request('app://handback/api/me')).status).to.equal(200);
  });

  it('lasts until the app quits if the system has no safe storage, and says so', async () => {
    await app.close();
    app = await startDesktopApp(product.url, { platform: 'linux' }, { backend: 'basic_text' });
    expect(await app.electron.call('signIn', { claims: null })).to.deep.include({ isKept: false });
    await until(() =>
      app.electron.menu().some(({ label }) => label?.startsWith('This system has no safe place for your sign-in')),
    );
    await app.electron.call('keep', { name: 'draft', text: 'half' });
    const { folder } = app;
    await app.close();
    expect((await readdir(folder)).filter((name) => name.endsWith('.bin'))).to.deep.equal([]);
    app = await startDesktopApp(null, { folder, platform: 'linux' }, { backend: 'basic_text' });
    expect(await app.electron.call('account', null)).to.deep.include({ account: null, isKept: false });
  });
});

describe('calls of the sign-in library in the desktop app', () => {
  it('end if the identity provider is silent, or stops midway', async () => {
    const server = http.createServer((request, response) => {
      if (request.url === '/half') response.write('{"token_type":');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closeAtEnd(async () => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { sendGetRequestAsync, sendPostRequestAsync } = through(fetch, 50);
    const nameOf = (call: Promise<unknown>) =>
      call.then(
        () => null,
        (error: Error) => error.name,
      );
    expect(await nameOf(sendGetRequestAsync(`${url}/silent`))).to.equal('TimeoutError');
    expect(await nameOf(sendPostRequestAsync(`${url}/half`, { body: 'x=1' }))).to.equal('TimeoutError');
  });
});
