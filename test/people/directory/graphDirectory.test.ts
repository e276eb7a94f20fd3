import { expect } from 'chai';
import { addBigGroups } from '../../../sandbox/bigGroups.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts';
import { readTenant, type Tenant } from '../../../sandbox/tenant.ts';
import type { Fetch } from '../../../server/foundation/http/outbound.ts';
import { DirectoryError, type Directory } from '../../../server/people/directory/directory.ts';
import { connect, idOf, rejection, startWorld, type ConnectOptions, type World } from '../tenant.ts';

/** Everybody who can be reached from a group, worked out from the data file alone. */
function groundTruth(tenant: Tenant, key: string): string[] {
  const people = new Set<string>();
  const seen = new Set<string>();
  const visit = (groupKey: string): void => {
    if (seen.has(groupKey)) return;
    seen.add(groupKey);
    const group = tenant.groups.find((each) => each.key === groupKey)!;
    group.members.forEach((member) => people.add(idOf(tenant, member)));
    group.memberGroups.forEach(visit);
  };
  visit(key);
  return [...people].sort();
}

/** Every n-th request to Graph fares ill: by turns 429 with and without Retry-After, 503, and no answer at all. */
const troubled = (share: number) => {
  const TROUBLES: (() => Promise<Response>)[] = [
    async () => Response.json({}, { status: 429, headers: { 'retry-after': '1' } }),
    async () => Response.json({}, { status: 503 }),
    async () => Response.json({}, { status: 429 }),
    () => Promise.reject(new TypeError('fetch failed')),
  ];
  let seed = 7;
  let count = 0;
  return (platformFetch: Fetch): Fetch =>
    (url, init) => {
      if (!String(url).startsWith('https://graph.')) return platformFetch(url, init);
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return seed / 2 ** 31 < share ? TROUBLES[count++ % TROUBLES.length]!() : platformFetch(url, init);
    };
};

/** Answers of Graph, changed on their way to the product. */
const rewriting =
  (change: (body: Record<string, unknown>, path: string) => unknown) =>
  (platformFetch: Fetch): Fetch =>
  async (url, init) => {
    const response = await platformFetch(url, init);
    if (!String(url).startsWith('https://graph.')) return response;
    const body = (await response.json()) as Record<string, unknown>;
    return Response.json(change(body, new URL(url).pathname), { status: response.status });
  };

/** Graph answers for itself in no case; the identity provider does. */
const answering =
  (answer: () => Response | Promise<Response>) =>
  (platformFetch: Fetch): Fetch =>
  async (url, init) =>
    String(url).startsWith('https://graph.') ? answer() : platformFetch(url, init);
const unreachable = answering(() => Promise.reject(new TypeError('fetch failed')));

describe('Graph directory', () => {
  let sandbox: Sandbox;
  let granted: string[];
  const start = (options: ConnectOptions = {}): World => connect(sandbox, options);
  const startWith = (permissions: string[], options?: ConnectOptions): World => {
    sandbox.tenant.registrations.server.application['graph'] = permissions;
    return start(options);
  };
  const id = (key: string): string => idOf(sandbox.tenant, key);
  const big = (size: number): string => id(`big-${size}`);

  before(async () => {
    const tenant = readTenant();
    const [largest] = addBigGroups(tenant, [5_000, 2_500, 100]);
    largest!.memberGroups.push('everyone', 'ring-c');
    const ring = tenant.groups.find(({ key }) => key === 'ring-b')!;
    const loop = { key: 'ring-c', displayName: 'Loop', mail: null, id: ring.id.replace(/^2/, '7') };
    tenant.groups.push({ ...ring, ...loop, memberGroups: [largest!.key] });
    granted = tenant.registrations.server.application['graph']!;
    sandbox = await startSandbox({ tenant, portBase: 0 });
  });
  afterEach(() => {
    sandbox.tenant.registrations.server.application['graph'] = granted;
    sandbox.graph.requests.length = 0;
  });
  after(() => sandbox.close());

  it('finds people by object id, user principal name and mail address, in any letter case', async () => {
    const { directory } = start();
    const ada = {
      id: id('ada'),
      displayName: 'Ada Lovelace',
      email: 'ada@sandbox.test',
      userPrincipalName: 'ada@sandbox.test',
    };
    expect(await directory.personById(id('ada'))).to.deep.equal(ada);
    expect(await directory.personByAddress('ADA@Sandbox.test')).to.deep.equal(ada);
  });

  it('finds guests by the mail address of their home and by their long name here', async () => {
    const { directory } = start();
    for (const address of ['joan@fabrikam.test', 'Joan@Fabrikam.Test', 'joan_fabrikam.test#EXT#@sandbox.test'])
      expect((await directory.personByAddress(address))?.id, address).to.equal(id('joan'));
  });

  it('says null for those who are not there, and asks nothing for what cannot be one', async () => {
    const { directory } = start();
    expect(await directory.personById('ffffffff-0000-4000-8000-00000000000f')).to.equal(null);
    expect(await directory.personByAddress("o'brien@sandbox.test")).to.equal(null);
    const asked = sandbox.graph.requests.length;
    for (const odd of ['', '..', '../groups', 'ada', 'me', 'a b@c', 'a@b@c', `${'a'.repeat(400)}@b`]) {
      expect(await directory.personById(odd), odd).to.equal(null);
      expect(await directory.personByAddress(odd), odd).to.equal(null);
    }
    expect(sandbox.graph.requests.length).to.equal(asked);
  });

  it('expands nested, cyclic and empty groups to exactly the people in them', async () => {
    const { directory } = start();
    for (const { key } of sandbox.tenant.groups) {
      const members = await directory.membersOf(id(key));
      expect(
        members.map((person) => person.id),
        key,
      ).to.deep.equal(groundTruth(sandbox.tenant, key));
    }
    const around = ['everyone', 'ring-a', 'ring-b', 'ring-c', 'big-5000'];
    expect(await directory.groupsOf(id('alan')))
      .to.have.members(around.map(id))
      .and.have.length(around.length);
  });

  it('finds groups by object id, mail address and exact name', async () => {
    const { directory } = start();
    const finance = { id: id('finance'), displayName: 'Finance', email: 'finance@sandbox.test' };
    for (const reference of [id('finance'), 'Finance@sandbox.test', 'Finance'])
      expect(await directory.groupByReference(reference), reference).to.deep.equal(finance);
    for (const reference of ['Fin', "Fin' or displayName eq 'Finance", 'ffffffff-0000-4000-8000-00000000000f'])
      expect(await directory.groupByReference(reference), reference).to.equal(null);
  });

  it('does not guess between groups of one name, or people of one address', async () => {
    const world = await startWorld(({ groups, people }) => {
      groups.find(({ key }) => key === 'legal')!.displayName = 'Finance';
      for (const key of ['ken', 'hedy']) people.find((person) => person.key === key)!.mail = 'shared@sandbox.test';
    });
    const { groupByReference, personByAddress } = world.directory;
    for (const read of [() => groupByReference('Finance'), () => personByAddress('shared@sandbox.test')])
      expect((await rejection(read(), DirectoryError)).detail).to.match(
        /^More than one entry of the directory is called/,
      );
    await world.sandbox.close();
  });

  it('knows profiles, managers and direct reports', async () => {
    const { directory } = start();
    const grace = sandbox.tenant.people.find(({ key }) => key === 'grace')!;
    const { jobTitle, department, employeeId, businessPhones } = grace;
    const profile = { id: grace.id, jobTitle, department, employeeId, businessPhones };
    expect(await directory.user('Grace@sandbox.test')).to.deep.include(profile);
    expect(await directory.manager(id('alan'))).to.deep.include(profile);
    expect(await directory.manager(id('ada'))).to.equal(null);
    expect((await directory.directReports(id('grace'))).map((person) => person.id)).to.have.members(
      ['alan', 'katherine', 'linus'].map(id),
    );
    expect(await directory.user('nobody@sandbox.test')).to.equal(null);
  });

  it('searches people and groups by the beginnings of their words', async () => {
    const { directory } = start();
    const people = async (text: string, limit = 20) =>
      (await directory.searchUsers(text, limit)).map((person) => person.id);
    expect(await people('love')).to.deep.equal([id('ada')]);
    expect(await people('joan@fab')).to.deep.equal([id('joan')]);
    expect(await people('sandbox', 3)).to.have.length.at.most(3);
    expect((await directory.searchGroups('ring', 20)).map((group) => group.id)).to.have.members([
      id('ring-a'),
      id('ring-b'),
    ]);
    for (const harmless of ['"', '\\', '" OR "displayName:a', "o'brien", '&$top=1', '   '])
      expect(await people(harmless), harmless).to.deep.equal([]);
  });

  it('bounds a search even when Graph gives more', async () => {
    const { directory } = start();
    expect(await directory.searchUsers('person', 7)).to.have.length(7);
  });

  it('may know the name of the organisation', async () => {
    expect(await start().directory.organizationName()).to.equal('Sandbox Ltd');
    expect(await startWith(['User.ReadBasic.All']).directory.organizationName()).to.equal(null);
  });

  describe('under trouble', () => {
    it('expands 5,000 people while a third of the requests fail, completely and within a minute', async function () {
      this.timeout(30_000);
      const { directory, clock } = start({ meddle: troubled(0.3) });
      const startedAt = clock.now();
      const members = await directory.membersOf(big(5_000));
      expect(members.map((person) => person.id)).to.deep.equal(groundTruth(sandbox.tenant, 'big-5000'));
      expect(members.length).to.be.greaterThan(5_010);
      expect(clock.slept.length).to.be.greaterThan(0);
      expect(clock.now() - startedAt).to.be.at.most(60_000);
    });

    it('waits as long as it is asked to', async () => {
      const { directory, clock } = start();
      sandbox.graph.throttleNext(2, 3);
      expect(await directory.personById(id('ada'))).to.include({ id: id('ada') });
      expect(clock.slept).to.deep.equal([3_000, 3_000]);
    });

    it('understands a Retry-After that is a date', async () => {
      const { directory, clock } = start({
        meddle: (platformFetch) => {
          let answers = 0;
          const later = () => new Date(clock.now() + 4_000).toUTCString();
          const busy = answering(() => Response.json({}, { status: 503, headers: { 'retry-after': later() } }));
          return (url, init) =>
            String(url).startsWith('https://graph.') && answers++ === 0
              ? busy(platformFetch)(url, init)
              : platformFetch(url, init);
        },
      });
      await directory.personById(id('ada'));
      expect(clock.slept).to.deep.equal([4_000]);
    });

    it('gives up at once when it is asked to wait for minutes', async () => {
      const { directory, clock } = start();
      sandbox.graph.throttleNext(1, 300);
      expect((await rejection(directory.personById(id('ada')), DirectoryError)).code).to.equal('directory_unavailable');
      expect(clock.slept).to.deep.equal([]);
    });

    it('waits longer and longer where it is not told how long, and not for ever', async () => {
      const { directory, clock } = start({ meddle: answering(() => Response.json({}, { status: 504 })) });
      const startedAt = clock.now();
      expect((await rejection(directory.membersOf(id('everyone')), DirectoryError)).code).to.equal(
        'directory_unavailable',
      );
      expect(clock.slept.slice(0, 4)).to.deep.equal([187.5, 375, 750, 1_500]);
      expect(clock.now() - startedAt).to.be.at.most(60_000);
    });

    it('soon gives up on somebody who does not answer at all', async () => {
      const { directory, clock } = start({ meddle: unreachable });
      const error = await rejection(directory.personById(id('ada')), DirectoryError);
      expect(error.code).to.equal('directory_unavailable');
      expect(clock.slept.length).to.be.at.most(15);
    });

    it('never hands out a part of a list', async () => {
      const { directory } = start({
        meddle: (platformFetch) => async (url, init) =>
          String(url).includes('skiptoken')
            ? Response.json({ error: { code: 'Oops' } }, { status: 400 })
            : platformFetch(url, init),
      });
      const error = await rejection(directory.membersOf(big(2_500)), DirectoryError);
      expect([error.code, sandbox.graph.requests.length]).to.deep.equal(['directory_failed', 1]);
    });

    it('follows links to further pages of Graph only', async () => {
      const { directory } = start({
        meddle: rewriting((body) => ({ ...body, '@odata.nextLink': 'https://evil.test/v1.0/users' })),
      });
      for (const read of [() => directory.membersOf(id('finance')), () => directory.groupsOf(id('ada'))])
        expect((await rejection(read(), DirectoryError)).code).to.equal('directory_failed');
    });

    it('refuses answers of another shape', async () => {
      for (const change of [() => ({ id: 7 }), () => ({ value: {} }), () => [], () => 'text']) {
        const { directory } = start({ meddle: rewriting(change) });
        for (const read of [
          () => directory.personById(id('ada')),
          () => directory.membersOf(id('finance')),
          () => directory.searchUsers('ada', 3),
        ])
          expect((await rejection(read(), DirectoryError)).code).to.equal('directory_failed');
      }
    });

    it('says that an unknown group or person is none instead of giving an empty list', async () => {
      const { directory } = start();
      const unknown = 'ffffffff-0000-4000-8000-00000000000f';
      for (const read of [
        () => directory.membersOf(unknown),
        () => directory.groupsOf(unknown),
        () => directory.directReports(unknown),
        () => directory.membersOf('..'),
      ])
        expect((await rejection(read(), DirectoryError)).code).to.equal('directory_failed');
    });
  });

  describe('with few permissions', () => {
    const MINIMUM = ['User.ReadBasic.All', 'GroupMember.Read.All'];
    const LACKING: [permission: string, given: string[], read: (directory: Directory) => Promise<unknown>][] = [
      ['User.ReadBasic.All', ['GroupMember.Read.All'], (directory) => directory.personById(id('ada'))],
      ['GroupMember.Read.All', ['User.ReadBasic.All'], (directory) => directory.groupsOf(id('ada'))],
      ['GroupMember.Read.All', ['User.ReadBasic.All'], (directory) => directory.membersOf(id('finance'))],
      ['User.Read.All', MINIMUM, (directory) => directory.manager(id('alan'))],
      ['User.Read.All', MINIMUM, (directory) => directory.directReports(id('grace'))],
      ['Group.Read.All', MINIMUM, (directory) => directory.groupById(id('finance'))],
      ['Group.Read.All', MINIMUM, (directory) => directory.searchGroups('fin', 5)],
    ];
    for (const [permission, given, read] of LACKING)
      it(`names what is missing: ${permission} for ${/directory\.(\w+)/.exec(String(read))?.[1]}`, async () => {
        const { directory } = startWith(given);
        const error = await rejection(read(directory), DirectoryError);
        expect([error.code, error.detail]).to.deep.equal([
          'directory_denied',
          `The server registration lacks the application permission ${permission}; an administrator must grant it.`,
        ]);
      });

    it('signs people in with the two that are always required', async () => {
      const { directory } = startWith(MINIMUM);
      expect(await directory.personById(id('tim'))).to.include({ email: 'tim@sandbox.test' });
      expect(await directory.groupsOf(id('tim'))).to.include.members([id('finance'), id('everyone')]);
    });

    /** Members as bare ids, as Graph gives them to whom it does not show people. */
    const bareMembers = rewriting((body, path) =>
      path.includes('transitiveMembers')
        ? {
            ...body,
            value: (body['value'] as { id: string }[]).map((member) => ({
              id: member.id,
              displayName: null,
              mail: null,
              userPrincipalName: null,
            })),
          }
        : body,
    );

    it('looks members up in a second step when they come without names', async () => {
      const { directory } = start({
        meddle: bareMembers,
      });
      const members = await directory.membersOf(big(100));
      expect(members.map((person) => person.id)).to.deep.equal(groundTruth(sandbox.tenant, 'big-100'));
      expect(
        members.every(
          ({ email, displayName }) => email?.endsWith('@sandbox.test') && displayName.startsWith('Person '),
        ),
      ).to.equal(true);
      expect(sandbox.graph.requests.length).to.equal(1 + Math.ceil(100 / 15));
    });

    it('refuses the whole list when one of them cannot be found', async () => {
      const losing = rewriting((body, path) =>
        path.endsWith('/users') ? { ...body, value: (body['value'] as unknown[]).slice(1) } : body,
      );
      const { directory } = start({ meddle: (platformFetch) => losing(bareMembers(platformFetch)) });
      expect((await rejection(directory.membersOf(id('finance')), DirectoryError)).code).to.equal('directory_failed');
    });

    it('names what the second step lacks', async () => {
      const { directory } = startWith(['GroupMember.Read.All']);
      const error = await rejection(directory.membersOf(id('finance')), DirectoryError);
      expect(error.detail).to.contain('User.ReadBasic.All');
    });

    it('says when the token itself is not accepted', async () => {
      const { directory } = start({
        meddle: (platformFetch) => (url, init) =>
          platformFetch(
            url,
            String(url).startsWith('https://graph.') ? { ...init, headers: { authorization: 'Bearer a.b.c' } } : init,
          ),
      });
      const error = await rejection(directory.personById(id('ada')), DirectoryError);
      expect([error.code, error.detail]).to.deep.equal([
        'directory_denied',
        'The directory does not accept the token of the server registration (InvalidAuthenticationToken).',
      ]);
    });
  });
});
