import { expect } from 'chai';
import type { ClientConfig } from '../../../contract/client.ts';
import { createGraphForward } from '../../../desktop/main/graphForward.ts';
import { startProduct, type TestProduct } from '../../support/product.ts';
import { startDesktopApp, type TestDesktopApp } from './desktopApp.ts';

const UPLOAD = '/graph/me/drive/special/approot:/Lunch.txt:/content?@microsoft.graph.conflictBehavior=rename';
const SITES = '/graph/sites?search=hand';

describe('calls of desktop app windows to Microsoft Graph', () => {
  let product: TestProduct;
  let app: TestDesktopApp;
  before(async () => void (product = await startProduct()));
  beforeEach(async () => {
    app = await startDesktopApp(product.url);
    await app.electron.call('signIn', { claims: null });
  });
  afterEach(() => app.close());
  after(() => product.close());
  const ask = (path: string, init?: RequestInit) => app.electron.request(`app://handback${path}`, init);

  it('carry a token that no window sees', async () => {
    const sites = await ask(SITES);
    expect(sites.status).to.equal(200);
    const { value } = (await sites.json()) as { value: { displayName: string }[] };
    expect(value.map(({ displayName }) => displayName)).to.deep.equal(['Company handbook']);
    const put = await ask(UPLOAD, { method: 'PUT', body: 'Soup' });
    expect(put.status).to.equal(201);
    const { library } = product.sandbox.graph.drives.of('grace');
    const file = library.items().find(({ path }) => path === 'Apps/Handback/Lunch.txt');
    expect(String(file?.content)).to.equal('Soup');
  });

  it('are limited to the table of such calls', async () => {
    for (const path of ['/graph/me', '/graph/me/messages', '/graph/users', '/graph//evil.test/sites?search=x'])
      expect((await ask(path)).status, path).to.equal(403);
    expect((await ask(SITES, { method: 'POST', body: '{}' })).status).to.equal(403);
  });

  it('are refused without consent, while everything else continues', async () => {
    const { delegated } = product.sandbox.tenant.registrations.client;
    const granted = delegated['graph']!;
    delegated['graph'] = granted.filter((permission) => permission !== 'Files.ReadWrite');
    try {
      expect((await ask(UPLOAD, { method: 'PUT', body: 'Soup' })).status).to.equal(401);
      expect((await ask('/api/me')).status).to.equal(200);
    } finally {
      delegated['graph'] = granted;
    }
  });

  it('go to Microsoft Graph only, whatever a server says', async () => {
    const asked: string[] = [];
    const forward = (mode: ClientConfig['mode'], documents: ClientConfig['documents']) =>
      createGraphForward({
        config: async () => ({ mode, documents }) as ClientConfig,
        graphToken: async () => 'the token',
        fetch: async (url) => {
          asked.push(String(url));
          return new Response('{}');
        },
        log: { info: () => undefined, warn: () => undefined },
      })(new Request(`app://handback${SITES}`));
    const at = (graph: string) => ({ graph, drive: true, libraries: true });
    const statuses = [];
    for (const [mode, documents] of [
      ['tenant', at('https://evil.test')],
      ['sandbox', at('https://evil.test')],
      ['sandbox', at('http://localhost.evil.test')],
      ['tenant', at('http://localhost:3001')],
      ['tenant', null],
      ['sandbox', at('http://localhost:3001')],
      ['tenant', at('https://graph.microsoft.com')],
    ] as const)
      statuses.push((await forward(mode, documents)).status);
    expect(statuses).to.deep.equal([403, 403, 403, 403, 403, 200, 200]);
    expect(asked).to.deep.equal([
      'http://localhost:3001/v1.0/sites?search=hand',
      'https://graph.microsoft.com/v1.0/sites?search=hand',
    ]);
  });
});
