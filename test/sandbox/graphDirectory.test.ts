import { expect } from 'chai';
import fc from 'fast-check';
import { addBigGroups } from '../../sandbox/bigGroups.ts';
import { transitiveMembers } from '../../sandbox/graph/membership.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { readTenant, type TenantGroup } from '../../sandbox/tenant.ts';
import { createAsker, EVENTUAL, GRAPH } from './graphAsker.ts';

describe('sandbox: the directory in Graph', () => {
  let sandbox: Sandbox;
  let asker: Awaited<ReturnType<typeof createAsker>>;
  before(async () => {
    sandbox = await startSandbox({ portBase: 0 });
    asker = await createAsker(sandbox);
  });
  after(() => sandbox.close());

  describe('people', () => {
    it('are found by object id and by user principal name, not by mail', async () => {
      expect((await asker.ask(`/users/${asker.idOf('barbara')}`)).body['mail']).to.equal('barbara.liskov@sandbox.test');
      expect((await asker.ask('/users/BARBARA@sandbox.test')).status).to.equal(200);
      const { status, body } = await asker.ask('/users/barbara.liskov@sandbox.test');
      expect([status, body.error!.code]).to.deep.equal([404, 'Request_ResourceNotFound']);
    });

    it('who are guests have their own kind of name, which must be escaped', async () => {
      const name = 'joan_fabrikam.test#EXT#@sandbox.test';
      expect((await asker.ask(`/users/${encodeURIComponent(name)}?$select=userType`)).body['userType']).to.equal(
        'Guest',
      );
      expect((await asker.ask(`/users/${name}`)).status).to.equal(404);
    });

    it('have managers and reports', async () => {
      expect((await asker.ask('/users/grace@sandbox.test/manager')).body['id']).to.equal(asker.idOf('margaret'));
      expect(asker.keysOf(await asker.ask('/users/grace@sandbox.test/directReports'))).to.deep.equal([
        'alan',
        'katherine',
        'linus',
      ]);
      expect((await asker.ask('/users/margaret@sandbox.test/manager')).status).to.equal(404);
      expect(asker.keysOf(await asker.ask('/users/ken@sandbox.test/directReports'))).to.deep.equal([]);
    });

    it('show a default set of properties, and others when they are selected', async () => {
      const { body } = await asker.ask('/users/ada@sandbox.test');
      expect(body)
        .to.include.keys('id', 'jobTitle', 'businessPhones')
        .and.not.have.any.keys('department', 'key', 'manager', 'appRoles');
      const unknown = await asker.ask('/users?$select=id,shoeSize');
      expect([unknown.status, unknown.body.error!.message]).to.satisfy(
        ([status, text]: [number, string]) => status === 400 && text.includes('shoeSize'),
      );
    });
  });

  describe('$search', () => {
    const search = (text: string, headers: Record<string, string> = EVENTUAL) =>
      asker.ask(`/users?${new URLSearchParams({ $search: text }).toString()}`, headers);

    it('needs ConsistencyLevel: eventual', async () => {
      const { status, body } = await search('"displayName:ada"', {});
      expect([status, body.error!.code]).to.deep.equal([400, 'Request_UnsupportedQuery']);
    });

    it('finds words of a name by prefix', async () => {
      expect(asker.keysOf(await search('"displayName:LOVE"'))).to.deep.equal(['ada']);
      expect(asker.keysOf(await search('"displayName:berners-lee"'))).to.deep.equal(['tim']);
      expect(asker.keysOf(await search('"displayName:ovelace"'))).to.deep.equal([]);
    });

    it('joins clauses', async () => {
      expect(asker.keysOf(await search('"displayName:grace" OR "mail:barbara.l"'))).to.deep.equal(['barbara', 'grace']);
      expect(asker.keysOf(await search('"displayName:grace" AND "mail:barbara.l"'))).to.deep.equal([]);
      expect(asker.keysOf(await search('"displayName:x OR y"'))).to.deep.equal([]);
    });

    it('refuses what Graph refuses', async () => {
      for (const text of ['displayName:ada', '"ada"', '"jobTitle:head"', '"displayName:ada" NEAR "mail:a"', ''])
        expect((await search(text)).status, text).to.equal(400);
    });

    it('finds groups, too', async () => {
      expect(
        asker.keysOf(await asker.ask(`/groups?$search=${encodeURIComponent('"displayName:ring"')}`, EVENTUAL)),
      ).to.deep.equal(['ring-a', 'ring-b']);
    });
  });

  describe('$filter', () => {
    const filter = (text: string) => asker.ask(`/users?${new URLSearchParams({ $filter: text }).toString()}`);

    it('finds people by their addresses', async () => {
      expect(asker.keysOf(await filter("mail eq 'BARBARA.liskov@sandbox.test'"))).to.deep.equal(['barbara']);
      expect(asker.keysOf(await filter("userPrincipalName eq 'radia@sandbox.test'"))).to.deep.equal(['radia']);
      expect(asker.keysOf(await filter("proxyAddresses/any(p:p eq 'smtp:joan@fabrikam.test')"))).to.deep.equal([
        'joan',
      ]);
      expect(asker.keysOf(await filter("mail eq 'x' or userPrincipalName eq 'ken@sandbox.test'"))).to.deep.equal([
        'ken',
      ]);
      expect(asker.keysOf(await filter("startswith(displayName,'ed') and userType eq 'Member'"))).to.deep.equal([
        'edsger',
      ]);
    });

    it('handles a quotation mark in a name', async () => {
      expect(asker.keysOf(await filter("mail eq 'o''brien@x.test' or mail eq 'tim@sandbox.test'"))).to.deep.equal([
        'tim',
      ]);
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
    const members = (key: string) => asker.ask(`${asker.groupPath(key)}/transitiveMembers/microsoft.graph.user`);

    it('hold people directly and through other groups', async () => {
      expect(asker.keysOf(await members('finance'))).to.deep.equal(['barbara', 'donald', 'tim']);
      const everyone = sandbox.tenant.people
        .filter(({ guestOf }) => !guestOf)
        .map(({ key }) => key)
        .sort();
      expect(asker.keysOf(await members('everyone'))).to.deep.equal(everyone);
      expect(asker.keysOf(await members('nobody'))).to.deep.equal([]);
    });

    it('may contain each other in a ring', async () => {
      const ring = ['alan', 'grace', 'katherine', 'linus'];
      expect(asker.keysOf(await members('ring-a'))).to.deep.equal(ring);
      expect(asker.keysOf(await members('ring-b'))).to.deep.equal(ring);
      const groups = await asker.ask('/users/alan@sandbox.test/transitiveMemberOf/microsoft.graph.group');
      expect(asker.keysOf(groups)).to.deep.equal(['everyone', 'ring-a', 'ring-b']);
    });

    it('have members exactly as defined, however they contain each other', () => {
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
      expect((await asker.ask('/groups/20000000-0000-4000-8000-999999999999')).status).to.equal(404);
    });
  });
});

describe('sandbox: big groups', () => {
  it('return 10,000 members page by page, everybody once', async function () {
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
