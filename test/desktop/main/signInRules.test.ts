import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import type { ClientConfig } from '../../../contract/client.ts';
import { isApiScope, isSearchScope, signsInAtMicrosoft } from '../../../contract/signInRules.ts';
import { SEARCH_TOKEN } from '../../../contract/searchToken.ts';
import { startProduct, type TestProduct } from '../../support/product.ts';
import { clientConfig } from '../support/clientConfig.ts';
import { listening, startDesktopApp, type TestDesktopApp } from './desktopApp.ts';

type Auth = ClientConfig['auth'];

const OTHER = '11111111-2222-3333-4444-555555555555';
const GRAPH_ID = '00000003-0000-0000-c000-000000000000';

describe('the resource that a server has its client sign in to', () => {
  it('is its own API, by id', () => {
    expect(isApiScope(`api://${OTHER}/User.Read`)).to.equal(true);
    for (const scope of [
      'https://graph.microsoft.com/User.Read',
      'https://graph.microsoft.com/.default',
      'User.Read',
      `${GRAPH_ID}/User.Read`,
      `api://${GRAPH_ID}/User.Read`,
      `api://${OTHER}`,
      `api://${OTHER}/`,
      `api://${OTHER}/User.Read https://graph.microsoft.com/Mail.Read`,
      `https://graph.microsoft.com/Mail.Read api://${OTHER}/User.Read`,
      `api://${OTHER}/User.Read\nMail.Read`,
      'api://graph.microsoft.com/User.Read',
      'https://management.azure.com/user_impersonation',
      '',
    ])
      expect(isApiScope(scope), scope).to.equal(false);
  });

  it('is the search service for searches, or its own API, and no other resource', () => {
    const own = 'api://11111111-2222-4333-8444-555555555555'; // which an organisation has in front of it
    for (const resource of ['https://search.azure.com', '880da380-985e-4198-81b9-e05b1cc53158', own])
      expect(isSearchScope(`${resource}/user_impersonation`)).to.equal(true);
    for (const scope of [
      'https://graph.microsoft.com/user_impersonation',
      'https://graph.microsoft.com/Mail.Read',
      'https://management.azure.com/user_impersonation',
      '797f4846-ba00-4fd7-ba73-dac1f8f63be4/user_impersonation',
      `${GRAPH_ID}/user_impersonation`,
      'https://search.azure.com.evil.test/user_impersonation',
      'https://search.azure.com/user_impersonation Mail.Read',
    ])
      expect(isSearchScope(scope), scope).to.equal(false);
  });

  it('is at Microsoft, whatever endpoints it names; only a sandbox is on this machine', () => {
    const metadata = (token: string) =>
      JSON.stringify({ authorization_endpoint: 'http://localhost:1/a', token_endpoint: token, jwks_uri: token });
    const at = (auth: Partial<Auth>) =>
      signsInAtMicrosoft({
        tenantId: OTHER,
        authority: `https://login.microsoftonline.com/${OTHER}`,
        authorityMetadata: null,
        ...auth,
      } as Auth);
    expect(at({})).to.equal(true);
    expect(at({ authorityMetadata: metadata('http://localhost:3001/x/token') })).to.equal(true);
    for (const auth of [
      { authority: `https://login.evil.test/${OTHER}` },
      { authority: 'https://login.microsoftonline.com/common', tenantId: 'common' },
      { authority: `https://login.microsoftonline.com/${GRAPH_ID}` },
      { authorityMetadata: metadata('https://evil.test/token') },
      { authorityMetadata: metadata('http://localhost.evil.test/token') },
      { authorityMetadata: metadata('http://localhost:1@evil.test/token') },
      { authorityMetadata: 'rubbish' },
    ])
      expect(at(auth), JSON.stringify(auth)).to.equal(false);
  });
});

describe('the desktop app, whose server says what to sign in to,', () => {
  let product: TestProduct;
  let app: TestDesktopApp;
  /** Changes to what the server reports. */
  let said: Partial<Auth>;
  /** What was sent to its API. */
  let sent: Headers[];
  let isAsked: Promise<void>;
  before(async () => void (product = await startProduct()));
  after(() => product.close());
  const fetchSaid: typeof fetch = async (input, init) => {
    const url = String(input);
    if (url.endsWith('/api/client-config')) {
      await isAsked;
      const config = (await (await fetch(url)).json()) as ClientConfig;
      return Response.json({ ...config, auth: { ...config.auth, ...said } });
    }
    if (url.includes('/api/')) sent.push(new Headers(init?.headers));
    return fetch(url, init);
  };
  beforeEach(async () => {
    said = {};
    sent = [];
    isAsked = Promise.resolve();
    app = await startDesktopApp(product.url, { fetch: fetchSaid });
    await app.electron.call('signIn', { claims: null });
  });
  afterEach(() => app.close());
  const search = () => {
    const body = JSON.stringify({ query: 'soup' });
    const headers = { 'content-type': 'application/json' };
    return app.electron.request('app://handback/api/search', { method: 'POST', body, headers });
  };
  const choose = async () =>
    ((await app.electron.call('chooseServer', { address: product.url })) as { fault: string | null }).fault;

  it("refuses a server that names a sign-in other than Handback's", async () => {
    const base = clientConfig(product.sandbox);
    let auth = base.auth;
    const server = http.createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...base, auth }));
    });
    const url = await listening(server);
    const taken = async (named: Partial<Auth>) => {
      auth = { ...base.auth, ...named };
      return ((await app.electron.call('chooseServer', { address: url })) as { fault: string | null }).fault;
    };
    expect(await taken({ apiScope: 'https://graph.microsoft.com/Mail.ReadWrite' })).to.equal('sign_in');
    expect(await taken({ authority: `https://login.evil.test/${base.auth.tenantId}` })).to.equal('sign_in');
    expect(await taken({ authorityMetadata: '{"token_endpoint":"https://evil.test/"}' })).to.equal('sign_in');
    expect(await taken({})).to.equal(null);
  });

  it("asks before signing in at a server to another server's API, and sends no token until then", async () => {
    const config = await (await fetch(`${product.url}/api/client-config`)).json();
    const brought: string[] = [];
    const server = http.createServer(({ url: to, headers }, response) => {
      if (headers.authorization) brought.push(headers.authorization);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(to === '/api/client-config' ? config : {}));
    });
    const url = await listening(server);
    const taken = async () => {
      const { fault } = (await app.electron.call('chooseServer', { address: url })) as { fault: string | null };
      if (fault === null) await app.electron.call('signIn', { claims: null });
      await app.electron.request('app://handback/api/me');
      return fault;
    };
    app.electron.state.button = 1; // not now
    expect(await taken()).to.equal('of_another');
    expect(brought).to.deep.equal([]);
    expect(app.electron.asked[0]!.message).to.contain(url).and.to.contain(product.url);
    app.electron.state.button = 0; // go on
    expect(await taken()).to.equal(null);
    const [token] = brought;
    const answer = await fetch(`${product.url}/api/me`, { headers: { authorization: token! } });
    expect(answer.status, 'which is why they are asked').to.equal(200);
  });

  it('sends a server no token for another service with a search', async () => {
    for (const searchScope of ['https://graph.microsoft.com/User.Read', 'https://graph.microsoft.com/Mail.Read']) {
      said = { searchScope };
      sent = [];
      await search();
      expect(sent.some((headers) => headers.has('authorization'))).to.equal(true);
      expect(sent.some((headers) => headers.has(SEARCH_TOKEN))).to.equal(false);
    }
    expect(app.log.map(({ event }) => event)).to.include('scope of the search refused');
  });

  it('asks the person once before signing in to something new, and remembers the decision', async () => {
    app.electron.state.button = 1; // not now
    said = { clientId: OTHER };
    sent = [];
    await Promise.all([search(), search()]);
    expect((await search()).type).to.equal('error');
    expect(app.electron.asked).to.have.length(1);
    expect(app.electron.asked[0]!.detail).to.contain(OTHER).and.to.contain(product.sandbox.tenant.id);
    expect(app.electron.asked[0]).to.deep.include({ defaultId: 1, cancelId: 1 });
    expect(await choose(), 'asked anew').to.equal('changed');
    expect(app.electron.asked).to.have.length(2);
    app.electron.state.button = 0; // go on
    expect(await choose()).to.equal(null);
    expect(await choose(), 'known now').to.equal(null);
    expect(app.electron.asked).to.have.length(3);
    const settings = JSON.parse(await readFile(path.join(app.folder, 'settings.json'), 'utf8')) as {
      signIns: Record<string, object>;
    };
    expect(settings.signIns[product.url]).to.deep.include({ clientId: OTHER, tenantId: product.sandbox.tenant.id });
    await app.electron.call('forgetServer', { server: product.url });
    said = {};
    expect(await choose(), 'what was forgotten begins anew').to.equal(null);
    expect(app.electron.asked).to.have.length(3);
  });

  it('signs nobody in, and says why, if the person refuses', async () => {
    await app.close();
    let ask = (): void => undefined;
    isAsked = new Promise((resolve) => (ask = resolve));
    said = { apiScope: `api://${OTHER}/User.Read` };
    sent = [];
    app = await startDesktopApp(null, { folder: app.folder, fetch: fetchSaid });
    app.electron.state.button = 1;
    ask();
    for (const call of ['account', 'signIn'])
      expect(await app.electron.call(call, call === 'signIn' ? { claims: null } : null)).to.deep.include({
        account: null,
        refusal:
          'This server now asks you to sign in to something else than before. Ask the people who run it, and restart the app.',
      });
    await app.electron.request('app://handback/api/me');
    expect(sent.some((headers) => headers.has('authorization'))).to.equal(false);
    expect(app.electron.asked).to.have.length(1);
  });

  it('shows the tenant as soon as the server has named it', async () => {
    expect(await app.electron.call('start', null)).to.have.property('tenant', product.sandbox.tenant.id);
  });
});
