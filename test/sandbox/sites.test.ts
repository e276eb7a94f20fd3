import { expect } from 'chai';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { GRAPH } from './graphAsker.ts';
import { SITE_TABLE } from './graphTable.ts';

interface Answer {
  status: number;
  headers: Headers;
  body: {
    value?: Record<string, unknown>[];
    error?: { code: string };
    '@odata.nextLink'?: string;
    '@odata.deltaLink'?: string;
    [name: string]: unknown;
  };
}

const HANDBOOK = 'b!handbook-documents';

describe('sandbox: document sites (behaviour 5.3 C)', () => {
  let sandbox: Sandbox;
  let docSite: string;
  let entitlement: string;
  let reader: string;
  const site = (key: string) => sandbox.tenant.sites.find((each) => each.key === key)!;

  beforeEach(async () => {
    sandbox = await startSandbox({ portBase: 0 });
    docSite = await sandbox.identity.issueForApp(GRAPH, 'docSite');
    entitlement = await sandbox.identity.issueForApp(GRAPH, 'entitlement');
    reader = await withRoles('Sites.Read.All');
  });
  afterEach(() => sandbox.close());

  const withRoles = (...roles: string[]) =>
    sandbox.identity.signToken({
      iss: `https://sts.windows.net/${sandbox.tenant.id}/`,
      aud: GRAPH,
      tid: sandbox.tenant.id,
      oid: sandbox.tenant.registrations.docSite.servicePrincipalId,
      appid: sandbox.tenant.registrations.docSite.clientId,
      roles,
    });

  /** @param path below the version, or a whole link from a response */
  async function ask(path: string, bearer: string, method = 'GET', body?: unknown): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${bearer}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const url = sandbox.graph.url + path.replace(`${GRAPH}/v1.0`, '');
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? (JSON.parse(text) as Answer['body']) : {},
    };
  }

  const grantOf = (id: string, roles = ['read']) => ({
    roles,
    grantedToIdentities: [{ application: { id, displayName: 'Documents' } }],
  });

  /** All changes, page by page, and the link to later ones. */
  async function changesAt(first: string, bearer: string) {
    const items: Record<string, unknown>[] = [];
    let pages = 0;
    for (let path: string | undefined = first; path !== undefined;) {
      const { status, body }: Answer = await ask(path, bearer);
      expect(status).to.equal(200);
      items.push(...body.value!);
      pages++;
      path = body['@odata.nextLink'];
      if (body['@odata.deltaLink'] !== undefined) return { items, pages, later: body['@odata.deltaLink'] };
    }
    throw new Error('the last page has no link');
  }

  describe('every endpoint', () => {
    const all = [...new Set(Object.values(SITE_TABLE).flat())];
    for (const [endpoint, opens] of Object.entries(SITE_TABLE))
      it(`${endpoint} is open to applications as the table says, and to people if they browse libraries`, async () => {
        const [method, pattern] = endpoint.split(' ') as [string, string];
        sandbox.graph.sites.grant('handbook', sandbox.tenant.registrations.bot.clientId);
        const item = sandbox.graph.sites.library(HANDBOOK).put('New.txt', { content: 'New' });
        const ofPerson = await sandbox.identity.signToken({
          iss: `https://sts.windows.net/${sandbox.tenant.id}/`,
          aud: GRAPH,
          tid: sandbox.tenant.id,
          oid: sandbox.tenant.people[0]!.id,
          scp: [...all, 'Sites.Selected'].join(' '),
        });
        for (const permission of [...all, 'Sites.Selected', 'Files.Read.All', 'Directory.Read.All', '']) {
          const grant = sandbox.graph.sites.grantsOf('handbook')[0]?.id ?? '';
          const path = pattern
            .replace(':id/*', 'sandbox.sharepoint.com:/sites/handbook')
            .replace(':id', site('handbook').id)
            .replace(':drive', HANDBOOK)
            .replace(':item', item)
            .replace(':grant', grant)
            .replace(/\/sites$/, '/sites?search=*');
          const bearer = permission === '' ? ofPerson : await withRoles(permission);
          const body = method === 'POST' ? grantOf(sandbox.tenant.registrations.bot.clientId) : undefined;
          const { status, body: answer } = await ask(path, bearer, method, body);
          const isToldNothing = endpoint === 'GET /sites' && permission === 'Sites.Selected';
          const isLookedThrough =
            permission === '' && opens.includes('Sites.Read.All') && !endpoint.endsWith('getAllSites');
          if (opens.includes(permission) || isToldNothing || isLookedThrough)
            expect(status, permission).to.be.lessThan(400);
          else expect([status, answer.error!.code], permission).to.deep.equal([403, 'accessDenied']);
          if (isToldNothing) expect(answer.value).to.deep.equal([]);
        }
      });
  });

  it('show a person only what they may read themselves', async () => {
    const as = (key: string, scp: string) =>
      sandbox.identity.signToken({
        iss: `https://sts.windows.net/${sandbox.tenant.id}/`,
        aud: GRAPH,
        tid: sandbox.tenant.id,
        oid: sandbox.tenant.people.find((each) => each.key === key)!.id,
        appid: sandbox.tenant.registrations.client.clientId,
        scp,
      });
    const library = sandbox.graph.sites.library(HANDBOOK);
    library.put('Open.md', { content: 'x' });
    library.put('Closed.md', { content: 'x', readers: [{ person: 'radia' }] });
    const namesFor = async (key: string) => {
      const { body } = await ask(`/drives/${HANDBOOK}/root/children`, await as(key, 'Sites.Read.All'));
      return body.value!.map(({ name }) => name);
    };
    expect(await namesFor('radia')).to.include.members(['Open.md', 'Closed.md']);
    expect(await namesFor('tim'))
      .to.include('Open.md')
      .and.not.to.include('Closed.md');
    const legal = `/sites/${site('legal').id}/drives`;
    expect((await ask(legal, await as('radia', 'Sites.Read.All'))).status).to.equal(200);
    expect((await ask(legal, await as('tim', 'Sites.Read.All'))).status).to.equal(404);
    const selected = await as('radia', 'Sites.Selected');
    expect((await ask('/sites?search=*', selected)).body.value).to.deep.equal([]);
    expect((await ask(legal, selected)).status).to.equal(403);
    sandbox.graph.sites.grant('legal', sandbox.tenant.registrations.client.clientId);
    expect((await ask(legal, selected)).status).to.equal(200);
    expect((await ask(legal, await as('radia', 'User.Read'))).status).to.equal(403);
  });

  it('are listed page by page to callers who may read them all', async () => {
    const first = await ask('/sites?search=*&$top=2', reader);
    const second = await ask(first.body['@odata.nextLink']!, reader);
    const names = [first, second].map(({ body }) => body.value!.map(({ displayName }) => displayName));
    expect(names).to.deep.equal([['Company handbook', 'Finance'], ['Legal']]);
    expect((await ask('/sites', reader)).status).to.equal(400);
    const all = await ask('/sites/getAllSites', reader);
    expect(all.body.value!.map(({ webUrl }) => webUrl)).to.include('https://sandbox.sharepoint.com/sites/legal');
  });

  it('open to Sites.Selected one by one, while they are granted', async () => {
    const { id } = site('handbook');
    const { clientId } = sandbox.tenant.registrations.docSite;
    expect((await ask(`/sites/${id}`, docSite)).status).to.equal(403);
    const granted = await ask(`/sites/${id}/permissions`, entitlement, 'POST', grantOf(clientId));
    expect([granted.status, granted.body['roles']]).to.deep.equal([201, ['read']]);
    expect((await ask(`/sites/${id}`, docSite)).body['displayName']).to.equal('Company handbook');
    expect((await ask('/sites/sandbox.sharepoint.com:/sites/handbook', docSite)).body['id']).to.equal(id);
    expect((await ask(`/drives/${HANDBOOK}/root/delta`, docSite)).status).to.equal(200);
    expect((await ask(`/sites/${site('legal').id}`, docSite)).status).to.equal(403);
    expect((await ask('/sites/sandbox.sharepoint.com:/sites/nowhere', docSite)).status).to.equal(404);
    expect((await ask('/sites?search=*', docSite)).body.value).to.deep.equal([]);

    const [listed] = (await ask(`/sites/${id}/permissions`, entitlement)).body.value!;
    expect(listed).to.deep.include({ id: granted.body['id'] }).and.not.to.have.property('roles');
    const one = await ask(`/sites/${id}/permissions/${String(listed!['id'])}`, entitlement);
    expect(one.body['roles']).to.deep.equal(['read']);
    expect((await ask(`/sites/${id}/permissions/${String(listed!['id'])}`, entitlement, 'DELETE')).status).to.equal(
      204,
    );
    expect((await ask(`/sites/${id}/permissions/${String(listed!['id'])}`, entitlement, 'DELETE')).status).to.equal(
      404,
    );
    expect((await ask(`/sites/${id}`, docSite)).status).to.equal(403);
  });

  it('accept no invalid grant', async () => {
    const path = `/sites/${site('handbook').id}/permissions`;
    const { clientId } = sandbox.tenant.registrations.docSite;
    for (const body of [{}, grantOf(clientId, []), grantOf(clientId, ['all']), grantOf('nobody')])
      expect((await ask(path, entitlement, 'POST', body)).status).to.equal(400);
    expect(sandbox.graph.sites.grantsOf('handbook')).to.deep.equal([]);
    expect((await ask('/sites/no-site/permissions', entitlement, 'POST', grantOf(clientId))).status).to.equal(404);
  });

  it("list a library's contents, and afterwards its changes", async () => {
    const library = sandbox.graph.sites.library(HANDBOOK);
    library.put('Short-lived.txt', { content: 'Gone before anybody looks' });
    library.remove('Short-lived.txt');
    const whole = await changesAt(`/drives/${HANDBOOK}/root/delta?$top=2`, reader);
    expect(whole.pages).to.equal(3);
    expect(whole.items.map(({ name }) => name)).to.have.members([
      'root',
      'Welcome.txt',
      'Travel',
      'Expenses.md',
      'Abroad.md',
      'Leave.html',
    ]);
    expect(JSON.stringify(whole.items)).not.to.include('/root:');
    expect((await changesAt(whole.later, reader)).items).to.deep.equal([]);

    const added = library.put('Travel/By train.md', { content: 'Second class.' });
    const gone = whole.items.find(({ name }) => name === 'Leave.html')!['id'];
    library.remove('Leave.html');
    library.share('Welcome.txt', [{ person: 'ada' }]);
    const { items, later } = await changesAt(whole.later, reader);
    expect(items.map(({ id, name, deleted }) => [id === added || id === gone, name, deleted])).to.deep.equal([
      [true, 'By train.md', undefined],
      [true, undefined, { state: 'deleted' }],
      [false, 'Welcome.txt', undefined],
    ]);
    expect((await changesAt(later, reader)).items).to.deep.equal([]);
    expect((await changesAt(`/drives/${HANDBOOK}/root/delta?token=latest`, reader)).items).to.deep.equal([]);
  });

  it('tell a caller whose last read is too old where to start again', async () => {
    const { later } = await changesAt(`/drives/${HANDBOOK}/root/delta`, reader);
    sandbox.graph.sites.library(HANDBOOK).forgetChanges();
    const { status, headers, body } = await ask(later, reader);
    expect([status, body.error!.code]).to.deep.equal([410, 'resyncRequired']);
    expect((await changesAt(headers.get('location')!, reader)).items).to.have.length(6);
    expect((await ask(`/drives/${HANDBOOK}/root/delta?token=forged.x`, reader)).status).to.equal(400);
    const other = await ask(later.replace(HANDBOOK, 'b!handbook-forms'), reader);
    expect(other.status).to.equal(400);
  });

  it('serve content at a temporary address, without a token', async () => {
    const { items } = await changesAt(`/drives/${HANDBOOK}/root/delta`, reader);
    const idOf = (name: string) => String(items.find((each) => each['name'] === name)!['id']);
    const { status, headers } = await ask(`/drives/${HANDBOOK}/items/${idOf('Expenses.md')}/content`, reader);
    const address = headers.get('location')!;
    expect([status, new URL(address).origin]).to.deep.equal([302, 'https://sandbox.sharepoint.com']);
    const at = address.replace('https://sandbox.sharepoint.com', sandbox.identity.url);
    const content = await fetch(at);
    expect(content.headers.get('content-type')).to.include('text/markdown');
    expect(await content.text()).to.include('second class');
    expect((await fetch(at.replace(idOf('Expenses.md'), idOf('Leave.html')))).status).to.equal(401);
    expect((await ask(`/drives/${HANDBOOK}/items/${idOf('Travel')}/content`, reader)).status).to.equal(400);
    expect((await ask(`/drives/${HANDBOOK}/items/none/content`, reader)).status).to.equal(404);
    const one = await ask(`/drives/${HANDBOOK}/items/${idOf('Expenses.md')}`, reader);
    expect(one.body['parentReference']).to.include({ path: `/drives/${HANDBOOK}/root:/Travel` });
  });

  it("name a document's readers: people, groups, links, or the site's readers", async () => {
    const readersOf = async (drive: string, name: string) => {
      const { items } = await changesAt(`/drives/${drive}/root/delta`, reader);
      const { id } = items.find((each) => each['name'] === name)!;
      return (await ask(`/drives/${drive}/items/${String(id)}/permissions`, reader)).body.value!;
    };
    const named = (permissions: Record<string, unknown>[]) =>
      permissions.map(({ grantedToV2, link, inheritedFrom }) => {
        const { user, group } = (grantedToV2 ?? {}) as Record<string, { displayName: string }>;
        const { scope } = (link ?? {}) as { scope?: string };
        return [user?.displayName ?? group?.displayName ?? scope, inheritedFrom !== undefined];
      });
    expect(named(await readersOf('b!finance-documents', 'Findings.md'))).to.deep.equal([
      ['Finance', false],
      ['Legal', false],
      ['Ada Lovelace', false],
    ]);
    expect(named(await readersOf(HANDBOOK, 'Abroad.md'))).to.deep.equal([['organization', false]]);
    expect(named(await readersOf(HANDBOOK, 'Leave.html'))).to.deep.equal([['Everyone', true]]);
  });

  it('are throttled like the rest of Graph', async () => {
    sandbox.graph.throttleNext(1, 3);
    const { status, headers, body } = await ask('/sites?search=*', reader);
    expect([status, headers.get('retry-after'), body.error!.code]).to.deep.equal([429, '3', 'TooManyRequests']);
  });
});
