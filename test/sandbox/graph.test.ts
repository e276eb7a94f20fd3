import { expect } from 'chai';
import fc from 'fast-check';
import { addBigGroups } from '../../sandbox/bigGroups.ts';
import { transitiveMembers } from '../../sandbox/graph/membership.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { readTenant, type Tenant, type TenantGroup } from '../../sandbox/tenant.ts';

const GRAPH = 'https://graph.microsoft.com';
const EVENTUAL = { ConsistencyLevel: 'eventual' };

interface Answer {
  status: number;
  headers: Headers;
  body: {
    value?: Record<string, unknown>[];
    error?: { code: string; message: string; innerError: Record<string, string> };
    '@odata.nextLink'?: string;
    '@odata.count'?: number;
    [name: string]: unknown;
  };
}

describe('sandbox: Graph', () => {
  let sandbox: Sandbox;
  let token: string;
  before(async () => {
    sandbox = await startSandbox({ portBase: 0 });
    token = await sandbox.identity.issueForApp(GRAPH);
  });
  after(() => sandbox.close());

  async function ask(path: string, headers: Record<string, string> = {}, bearer = token): Promise<Answer> {
    const response = await fetch(sandbox.graph.url + path, {
      headers: { authorization: `Bearer ${bearer}`, ...headers },
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
  }

  const idOf = (tenant: Tenant, key: string) =>
    [...tenant.people, ...tenant.groups].find((each) => each.key === key)!.id;
  const groupPath = (key: string) => `/groups/${idOf(sandbox.tenant, key)}`;
  const keysOf = ({ body }: Answer) =>
    body
      .value!.map(({ id }) => [...sandbox.tenant.people, ...sandbox.tenant.groups].find((each) => each.id === id)!.key)
      .sort();

  const withRoles = (...roles: string[]) =>
    sandbox.identity.signToken({
      iss: `https://sts.windows.net/${sandbox.tenant.id}/`,
      aud: GRAPH,
      tid: sandbox.tenant.id,
      oid: sandbox.tenant.registrations.server.servicePrincipalId,
      roles,
    });

  describe('permissions', () => {
    const ENDPOINTS = [
      '/organization',
      '/users',
      '/users/alan@sandbox.test',
      '/groups',
      '/groups/{finance}',
      '/users/alan@sandbox.test/manager',
      '/users/grace@sandbox.test/directReports',
      '/users/alan@sandbox.test/transitiveMemberOf/microsoft.graph.group',
      '/groups/{finance}/transitiveMembers/microsoft.graph.user',
    ];
    /** Permission to which of the endpoints above it opens, in their order. */
    const MATRIX: Record<string, string> = {
      'nothing at all': '---------',
      'User.ReadBasic.All': '-xx------',
      'User.Read.All': 'xxx--xx--',
      'GroupMember.Read.All': '-------xx',
      'Group.Read.All': '---xx--xx',
      'Organization.Read.All': 'x--------',
      'Directory.Read.All': 'xxxxxxxxx',
    };
    for (const [permission, opened] of Object.entries(MATRIX))
      it(`${permission}: ${opened}`, async () => {
        const bearer = await withRoles(permission);
        const statuses = await Promise.all(
          ENDPOINTS.map(
            async (path) => (await ask(path.replace('/groups/{finance}', groupPath('finance')), {}, bearer)).status,
          ),
        );
        expect(statuses).to.deep.equal([...opened].map((mark) => (mark === 'x' ? 200 : 403)));
      });

    it('/me is for people, not for applications', async () => {
      expect((await ask('/me')).status).to.equal(400);
      const own = await sandbox.identity.issueFor('grace@sandbox.test', { scope: 'User.Read' });
      const { body } = await ask('/me?$select=displayName,department', {}, own);
      expect(body).to.deep.equal({ displayName: 'Grace Hopper', department: 'Engineering' });
      expect((await ask('/users/alan@sandbox.test', {}, own)).status).to.equal(403);
      expect((await ask('/me/manager', {}, own)).status).to.equal(403);
    });

    it('show as much of a person as they allow, and null for the rest', async () => {
      const path = '/users/alan@sandbox.test?$select=id,displayName,mail,department,businessPhones';
      const basic = await ask(path, {}, await withRoles('User.ReadBasic.All'));
      expect(basic.body).to.include({ displayName: 'Alan Turing', mail: 'alan@sandbox.test', department: null });
      expect(basic.body['businessPhones']).to.deep.equal([]);
      expect((await ask(path, {}, await withRoles('User.Read.All'))).body['department']).to.equal('Engineering');
    });

    it('of membership alone show ids and nulls', async () => {
      const bearer = await withRoles('GroupMember.Read.All');
      const path = '/transitiveMembers/microsoft.graph.user?$select=id,mail,userPrincipalName';
      const { body } = await ask(groupPath('legal') + path, {}, bearer);
      const { tenant } = sandbox;
      expect(body.value).to.have.deep.members(
        ['radia', 'frances'].map((key) => ({ id: idOf(tenant, key), mail: null, userPrincipalName: null })),
      );
    });
  });

  describe('tokens', () => {
    const refused: Record<string, () => Promise<string>> = {
      'none at all': () => Promise.resolve(''),
      'one that is no token': () => Promise.resolve('not.a.token'),
      'one for the product': () => sandbox.tokenFor('ada@sandbox.test'),
      'an expired one': () =>
        sandbox.identity.signToken({
          iss: `https://sts.windows.net/${sandbox.tenant.id}/`,
          aud: GRAPH,
          oid: 'x',
          tid: 'x',
          exp: 1,
        }),
      'one of another issuer': () =>
        sandbox.identity.signToken({ iss: 'https://sts.windows.net/other/', aud: GRAPH, oid: 'x', tid: 'x' }),
      'one with a broken signature': () => Promise.resolve(`${token.slice(0, -12)}AAAAAAAAAAAA`),
    };
    for (const [name, make] of Object.entries(refused))
      it(`refuses ${name}`, async () => {
        const { status, body } = await ask('/users', {}, await make());
        expect([status, body.error!.code]).to.deep.equal([401, 'InvalidAuthenticationToken']);
      });

    it('are verified with the keys of the moment', async () => {
      await sandbox.identity.rotateKeys();
      expect((await ask('/users', {}, await withRoles('User.Read.All'))).status).to.equal(200);
      expect((await ask('/users')).status).to.equal(200);
    });
  });

  describe('people', () => {
    it('are found by object id and by user principal name, not by mail', async () => {
      expect((await ask(`/users/${idOf(sandbox.tenant, 'barbara')}`)).body['mail']).to.equal(
        'barbara.liskov@sandbox.test',
      );
      expect((await ask('/users/BARBARA@sandbox.test')).status).to.equal(200);
      const { status, body } = await ask('/users/barbara.liskov@sandbox.test');
      expect([status, body.error!.code]).to.deep.equal([404, 'Request_ResourceNotFound']);
    });

    it('who are guests have their own kind of name, which has to be escaped', async () => {
      const name = 'joan_fabrikam.test#EXT#@sandbox.test';
      expect((await ask(`/users/${encodeURIComponent(name)}?$select=userType`)).body['userType']).to.equal('Guest');
      expect((await ask(`/users/${name}`)).status).to.equal(404);
    });

    it('have managers and reports', async () => {
      expect((await ask('/users/grace@sandbox.test/manager')).body['id']).to.equal(idOf(sandbox.tenant, 'margaret'));
      expect(keysOf(await ask('/users/grace@sandbox.test/directReports'))).to.deep.equal([
        'alan',
        'katherine',
        'linus',
      ]);
      expect((await ask('/users/margaret@sandbox.test/manager')).status).to.equal(404);
      expect(keysOf(await ask('/users/ken@sandbox.test/directReports'))).to.deep.equal([]);
    });

    it('show a default set of properties, and others when they are selected', async () => {
      const { body } = await ask('/users/ada@sandbox.test');
      expect(body)
        .to.include.keys('id', 'jobTitle', 'businessPhones')
        .and.not.have.any.keys('department', 'key', 'manager', 'appRoles');
      const unknown = await ask('/users?$select=id,shoeSize');
      expect([unknown.status, unknown.body.error!.message]).to.satisfy(
        ([status, text]: [number, string]) => status === 400 && text.includes('shoeSize'),
      );
    });
  });

  describe('$search', () => {
    const search = (text: string, headers: Record<string, string> = EVENTUAL) =>
      ask(`/users?${new URLSearchParams({ $search: text }).toString()}`, headers);

    it('needs ConsistencyLevel: eventual', async () => {
      const { status, body } = await search('"displayName:ada"', {});
      expect([status, body.error!.code]).to.deep.equal([400, 'Request_UnsupportedQuery']);
    });

    it('finds words of a name from their beginning', async () => {
      expect(keysOf(await search('"displayName:LOVE"'))).to.deep.equal(['ada']);
      expect(keysOf(await search('"displayName:berners-lee"'))).to.deep.equal(['tim']);
      expect(keysOf(await search('"displayName:ovelace"'))).to.deep.equal([]);
    });

    it('joins clauses', async () => {
      expect(keysOf(await search('"displayName:grace" OR "mail:barbara.l"'))).to.deep.equal(['barbara', 'grace']);
      expect(keysOf(await search('"displayName:grace" AND "mail:barbara.l"'))).to.deep.equal([]);
      expect(keysOf(await search('"displayName:x OR y"'))).to.deep.equal([]);
    });

    it('refuses what Graph refuses', async () => {
      for (const text of ['displayName:ada', '"ada"', '"jobTitle:head"', '"displayName:ada" NEAR "mail:a"', ''])
        expect((await search(text)).status, text).to.equal(400);
    });

    it('finds groups, too', async () => {
      expect(keysOf(await ask(`/groups?$search=${encodeURIComponent('"displayName:ring"')}`, EVENTUAL))).to.deep.equal([
        'ring-a',
        'ring-b',
      ]);
    });
  });

  describe('$filter', () => {
    const filter = (text: string) => ask(`/users?${new URLSearchParams({ $filter: text }).toString()}`);

    it('finds people by their addresses', async () => {
      expect(keysOf(await filter("mail eq 'BARBARA.liskov@sandbox.test'"))).to.deep.equal(['barbara']);
      expect(keysOf(await filter("userPrincipalName eq 'radia@sandbox.test'"))).to.deep.equal(['radia']);
      expect(keysOf(await filter("proxyAddresses/any(p:p eq 'smtp:joan@fabrikam.test')"))).to.deep.equal(['joan']);
      expect(keysOf(await filter("mail eq 'x' or userPrincipalName eq 'ken@sandbox.test'"))).to.deep.equal(['ken']);
      expect(keysOf(await filter("startswith(displayName,'ed') and userType eq 'Member'"))).to.deep.equal(['edsger']);
    });

    it('takes a quotation mark in a name for what it is', async () => {
      expect(keysOf(await filter("mail eq 'o''brien@x.test' or mail eq 'tim@sandbox.test'"))).to.deep.equal(['tim']);
      expect((await filter("mail eq 'o'brien'")).status).to.equal(400);
    });

    it('never answers nonsense with anything but 400', async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ minLength: 1 }), async (text) => {
          expect((await filter(text)).status).to.equal(400);
        }),
        { numRuns: 50 },
      );
    });
  });

  describe('groups', () => {
    const members = (key: string) => ask(`${groupPath(key)}/transitiveMembers/microsoft.graph.user`);

    it('hold people directly and through other groups', async () => {
      expect(keysOf(await members('finance'))).to.deep.equal(['barbara', 'donald', 'tim']);
      const everyone = sandbox.tenant.people
        .filter(({ guestOf }) => !guestOf)
        .map(({ key }) => key)
        .sort();
      expect(keysOf(await members('everyone'))).to.deep.equal(everyone);
      expect(keysOf(await members('nobody'))).to.deep.equal([]);
    });

    it('may hold each other in a ring', async () => {
      const ring = ['alan', 'grace', 'katherine', 'linus'];
      expect(keysOf(await members('ring-a'))).to.deep.equal(ring);
      expect(keysOf(await members('ring-b'))).to.deep.equal(ring);
      const groups = await ask('/users/alan@sandbox.test/transitiveMemberOf/microsoft.graph.group');
      expect(keysOf(groups)).to.deep.equal(['everyone', 'ring-a', 'ring-b']);
    });

    it('have members exactly as their definition says, however they hold each other', () => {
      const keys = ['g0', 'g1', 'g2', 'g3', 'g4'];
      const people = readTenant().people;
      const group = fc.record({ members: fc.subarray(people.map(({ key }) => key)), memberGroups: fc.subarray(keys) });
      fc.assert(
        fc.property(fc.tuple(group, group, group, group, group), (drawn) => {
          const groups = drawn.map((each, i) => ({ ...each, key: keys[i]! }) as TenantGroup);
          const expected = new Set<string>();
          const visit = (key: string, path: string[]) => {
            if (path.includes(key)) return;
            const found = groups.find((each) => each.key === key)!;
            for (const member of found.members) expected.add(member);
            for (const inner of found.memberGroups) visit(inner, [...path, key]);
          };
          visit('g0', []);
          const actual = transitiveMembers({ ...readTenant(), people, groups }, groups[0]!).map(({ key }) => key);
          expect(actual.sort()).to.deep.equal([...expected].sort());
        }),
        { numRuns: 50 },
      );
    });

    it('that do not exist are not found', async () => {
      expect((await ask('/groups/20000000-0000-4000-8000-999999999999')).status).to.equal(404);
    });
  });

  describe('pages', () => {
    it('follow one another to the end, and their links lead to the production address', async () => {
      const found: unknown[] = [];
      let path: string | undefined = '/users?$top=4&$select=id';
      while (path) {
        const { body }: Answer = await ask(path);
        expect(body.value!.length).to.be.at.most(4);
        found.push(...body.value!.map(({ id }) => id));
        const next: string | undefined = body['@odata.nextLink'];
        if (next) expect(next).to.match(/^https:\/\/graph\.microsoft\.com\/v1\.0\/users\?.*\$skiptoken=/);
        path = next?.replace(`${GRAPH}/v1.0`, '');
      }
      expect(found).to.deep.equal(sandbox.tenant.people.map(({ id }) => id));
    });

    it('refuse sizes out of bounds, and tokens that are made up or of another list', async () => {
      for (const top of ['0', '1000', '-1', 'many'])
        expect((await ask(`/users?$top=${top}`)).status, top).to.equal(400);
      const next = (await ask('/users?$top=4')).body['@odata.nextLink']!;
      const other = await ask(next.replace(`${GRAPH}/v1.0/users`, '/groups'));
      expect([other.status, other.body.error!.code]).to.deep.equal([400, 'Directory_ExpiredPageToken']);
      expect((await ask('/users?$skiptoken=NA')).status).to.equal(400);
    });

    it('count on request, where consistency is eventual', async () => {
      expect((await ask('/users?$count=true&$top=1', EVENTUAL)).body['@odata.count']).to.equal(
        sandbox.tenant.people.length,
      );
      expect((await ask('/users?$count=true&$top=1')).body).to.not.have.property('@odata.count');
    });
  });

  describe('trouble', () => {
    it('comes when a test orders it, and goes', async () => {
      sandbox.graph.throttleNext(2, 7);
      sandbox.graph.failNext(1, 503);
      const answers = [await ask('/users'), await ask('/users'), await ask('/users'), await ask('/users')];
      expect(answers.map(({ status }) => status)).to.deep.equal([429, 429, 503, 200]);
      expect(answers[0]!.headers.get('retry-after')).to.equal('7');
    });

    it('is told in the envelope that Graph has for it', async () => {
      const { body, headers } = await ask('/nothing', { 'client-request-id': 'mine' });
      expect(body.error).to.include({ code: 'BadRequest', message: "Resource not found for the segment 'nothing'." });
      expect(headers.get('client-request-id')).to.equal('mine');
      expect(body.error!.innerError).to.include({
        'request-id': headers.get('request-id'),
        'client-request-id': 'mine',
      });
    });
  });

  it('keeps a log of what was asked, without tokens', async () => {
    sandbox.graph.requests.length = 0;
    await ask('/users?$select=id&$top=5');
    expect(sandbox.graph.requests).to.deep.equal([{ method: 'GET', path: '/users', query: '$select=id&$top=5' }]);
  });
});

describe('sandbox: big groups', () => {
  it('hand out 10,000 members page by page, everybody once', async function () {
    this.timeout(30_000);
    const tenant = readTenant();
    const big = addBigGroups(tenant).at(-1)!;
    const sandbox = await startSandbox({ portBase: 0, tenant });
    try {
      const headers = { authorization: `Bearer ${await sandbox.identity.issueForApp(GRAPH)}` };
      const ids = new Set<string>();
      let url: string | undefined =
        `${GRAPH}/v1.0/groups/${big.id}/transitiveMembers/microsoft.graph.user?$select=id,mail&$top=999`;
      while (url) {
        const response = await fetch(url.replace(GRAPH, sandbox.identity.url), { headers });
        const body = (await response.json()) as { value: { id: string }[]; '@odata.nextLink'?: string };
        for (const { id } of body.value) ids.add(id);
        url = body['@odata.nextLink'];
      }
      expect(ids.size).to.equal(10_000);
      expect(sandbox.graph.requests).to.have.length(11);
      const picker = `${sandbox.identity.url}/${tenant.id}/oauth2/v2.0/authorize?client_id=${sandbox.config.clientId}&redirect_uri=http://localhost/&response_type=code&code_challenge=x&code_challenge_method=S256`;
      expect(await (await fetch(picker)).text())
        .to.contain('Ada Lovelace')
        .and.not.contain('Person 1');
    } finally {
      await sandbox.close();
    }
  });
});
