import { expect } from 'chai';
import fc from 'fast-check';
import type { Person } from '../../../contract/people.ts';
import { DirectoryError } from '../../../server/people/directory/directory.ts';
import {
  AssigneeError,
  principalsIn,
  resolveAssignees,
  type AssigneeDirectory,
  type AssigneeSources,
} from '../../../server/people/directory/resolveAssignees.ts';
import { idOf, rejection, startWorld, type World } from '../tenant.ts';

const NOBODY = 'ffffffff-0000-4000-8000-00000000000f';

describe('principals in a variable', () => {
  const ID = '10000000-0000-4000-8000-000000000001';
  const TABLE: [value: unknown, principals: string[]][] = [
    [undefined, []],
    [null, []],
    ['', []],
    [' , ;; \n', []],
    [[], []],
    ['a@b.c', ['either a@b.c']],
    [' a@b.c, d@e.f;g@h.i\nj@k.l ', ['either a@b.c', 'either d@e.f', 'either g@h.i', 'either j@k.l']],
    [ID, [`either ${ID}`]],
    [{ id: ID, displayName: 'A', email: 'a@b.c' }, [`either ${ID}`]],
    [{ email: 'a@b.c' }, ['either a@b.c']],
    [{ id: null, mail: 'a@b.c' }, ['either a@b.c']],
    [{ userPrincipalName: 'a@b.c' }, ['either a@b.c']],
    [{ id: 'mailto:a@b.c', email: 'a@b.c' }, ['either mailto:a@b.c']],
    [{ groupId: ID }, [`group ${ID}`]],
    [{ group: 'Finance' }, ['group Finance']],
    [
      ['a@b.c', [{ group: 'Finance' }, null], { email: 'd@e.f' }],
      ['either a@b.c', 'group Finance', 'either d@e.f'],
    ],
  ];
  for (const [value, principals] of TABLE)
    it(`reads ${JSON.stringify(value)}`, () =>
      expect(principalsIn(value).map(({ kind, reference }) => `${kind} ${reference}`)).to.deep.equal(principals));

  for (const value of [7, true, {}, { id: 7 }, { name: 'Ada' }, [['a@b.c', 7]]])
    it(`refuses ${JSON.stringify(value)}`, () =>
      expect(() => principalsIn(value)).to.throw(AssigneeError, 'The variable holds something that names nobody'));
});

describe('resolveAssignees', () => {
  let world: World;
  const id = (key: string): string => idOf(world.sandbox.tenant, key);
  const resolve = (sources: AssigneeSources, allowExternalEmail = false): Promise<Person[]> =>
    resolveAssignees(sources, world.directory, { allowExternalEmail });
  const ids = async (sources: AssigneeSources, allowExternalEmail = false): Promise<string[]> =>
    (await resolve(sources, allowExternalEmail)).map((person) => person.id);

  before(async () => {
    world = await startWorld();
  });
  after(() => world.sandbox.close());

  it('finds users by object id, e-mail address and user principal name', async () => {
    const users = [id('ada'), ' Tim@sandbox.test ', 'joan@fabrikam.test', 'joan_fabrikam.test#EXT#@sandbox.test', ''];
    expect(await ids({ users })).to.deep.equal([id('ada'), id('tim'), id('joan')]);
  });

  it('expands groups by object id, e-mail address and name, each person once', async () => {
    const groups = [id('finance'), 'legal@sandbox.test', 'Ring A', 'Ring B'];
    const expected = ['tim', 'barbara', 'donald', 'radia', 'frances', 'alan', 'katherine', 'linus', 'grace'].map(id);
    expect(await ids({ groups })).to.include.members(expected.slice(0, 7));
    expect(new Set(await ids({ groups })).size).to.equal((await ids({ groups })).length);
  });

  it('takes people, lists and groups from a variable', async () => {
    const manager = await world.directory.manager(id('alan'));
    expect(await ids({ variable: manager })).to.deep.equal([id('grace')]);
    expect(await ids({ variable: 'ada@sandbox.test; tim@sandbox.test' })).to.deep.equal([id('ada'), id('tim')]);
    const picked = await world.directory.groupByReference('Legal');
    for (const variable of [
      picked,
      { groupId: id('legal') },
      { group: 'Legal' },
      [{ group: 'legal@sandbox.test' }],
      id('legal'),
      'Legal',
      'legal@sandbox.test',
      ['Legal'],
      { email: 'legal@sandbox.test' },
    ])
      expect(await ids({ variable })).to.have.members([id('radia'), id('frances')]);
  });

  it('takes people and groups from one variable, by whatever names they have', async () => {
    const variable = 'Legal, ada@sandbox.test; nobody@sandbox.test\nRing A';
    const expected = await ids({ groups: ['Legal', 'Ring A'], users: ['ada@sandbox.test'] });
    expect(await ids({ variable })).to.have.members(expected);
    expect(await ids({ variable }, true), 'no group becomes somebody outside').to.have.members(expected);
  });

  it('reads a name that fits both a person and a group as the person', async () => {
    const both: AssigneeDirectory = {
      ...world.directory,
      groupByReference: () => world.directory.groupByReference('Legal'),
    };
    const asked = await resolveAssignees({ variable: ['ada@sandbox.test'] }, both);
    expect(asked.map((person) => person.id)).to.deep.equal([id('ada')]);
    const group = await resolveAssignees({ variable: { group: 'ada@sandbox.test' } }, both);
    expect(group.map((person) => person.id)).to.have.members([id('radia'), id('frances')]);
  });

  it('asks the directory for no name that is too long', async () => {
    const error = await rejection(resolve({ variable: 'x'.repeat(321) }), AssigneeError);
    expect(error.code).to.equal('assignee_unknown');
  });

  it('keeps the order in which people were first named', async () => {
    const sources = {
      users: ['ken@sandbox.test', 'tim@sandbox.test'],
      groups: ['Finance'],
      variable: [id('ken'), id('ada')],
    };
    expect(await ids(sources)).to.deep.equal([id('ken'), id('tim'), id('barbara'), id('donald'), id('ada')]);
  });

  const UNKNOWN: [named: string, sources: AssigneeSources][] = [
    ['"nobody@sandbox.test"', { users: ['ada@sandbox.test', 'nobody@sandbox.test'] }],
    ['"Ada Lovelace"', { users: ['Ada Lovelace'] }],
    [NOBODY, { users: [NOBODY] }],
    ['"Finances"', { groups: ['Finances'] }],
    ['"finance@sandbox.test"', { users: ['finance@sandbox.test'] }],
    [NOBODY, { variable: { groupId: NOBODY } }],
    [NOBODY, { variable: NOBODY }],
    ['"Finances"', { variable: 'Finances' }],
    ['"ghost@sandbox.test"', { variable: { email: 'ghost@sandbox.test' } }],
  ];
  for (const [named, sources] of UNKNOWN)
    it(`names people unknown to the directory: ${JSON.stringify(sources)}`, async () => {
      const error = await rejection(resolve(sources), AssigneeError);
      expect(error.code).to.equal('assignee_unknown');
      expect(error.message).to.contain(named);
    });

  it('does not confuse the ids of groups and people', async () => {
    for (const sources of [{ users: [id('finance')] }, { groups: [id('ada')] }])
      expect((await rejection(resolve(sources), AssigneeError)).code).to.equal('assignee_unknown');
  });

  for (const sources of [
    {},
    { users: [], groups: [], variable: [] },
    { groups: ['Nobody'] },
    { users: ['  '], variable: null },
  ])
    it(`refuses to ask nobody: ${JSON.stringify(sources)}`, async () =>
      expect((await rejection(resolve(sources), AssigneeError)).code).to.equal('assignees_empty'));

  describe('people outside the directory', () => {
    it('may be asked by e-mail if that is allowed', async () => {
      const [ada, outsider, ...more] = await resolve(
        { users: ['ada@sandbox.test', 'Eve@Outside.Test', 'eve@outside.test'] },
        true,
      );
      expect(ada!.id).to.equal(id('ada'));
      expect(outsider).to.deep.equal({
        id: 'mailto:eve@outside.test',
        askedAs: { kind: 'person' },
        displayName: 'Eve@Outside.Test',
        email: 'Eve@Outside.Test',
        userPrincipalName: null,
      });
      expect(more).to.deep.equal([]);
    });

    it('are found again by the id they were given', async () => {
      expect(await ids({ variable: { id: 'mailto:eve@outside.test' } }, true)).to.deep.equal([
        'mailto:eve@outside.test',
      ]);
      expect(await ids({ variable: { id: 'mailto:ada@sandbox.test' } }, true)).to.deep.equal([id('ada')]);
    });

    it('need an address that mail can be sent to', async () => {
      for (const users of [
        ['eve'],
        ['eve@'],
        ['eve@x, y'],
        ['Eve <eve@outside.test>'],
        ['eve@out\r\nside.test'],
        [NOBODY],
      ])
        expect((await rejection(resolve({ users }, true), AssigneeError)).code).to.equal('assignee_unknown');
    });
  });

  it('passes on every directory failure instead of a part of the list', async () => {
    const failure = new DirectoryError('directory_unavailable', 'Down.');
    for (const part of ['personById', 'personByAddress', 'groupByReference', 'membersOf'] as const) {
      const directory = { ...world.directory, [part]: async () => Promise.reject(failure) };
      const sources = { users: [id('ada'), 'tim@sandbox.test'], groups: ['Legal'] };
      expect(
        await rejection(resolveAssignees(sources, directory, { allowExternalEmail: true }), DirectoryError),
      ).to.equal(failure);
    }
  });

  it('resolves any mixture to exactly the people behind it, each once, or not at all', async () => {
    const guid = (kind: number, n: number): string => `${kind}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const person = (n: number): Person => ({
      id: guid(1, n),
      displayName: `P${n}`,
      email: `p${n}@x.test`,
      userPrincipalName: null,
    });
    const scenario = fc.record({
      users: fc.array(fc.nat(9)),
      byAddress: fc.array(fc.nat(9)),
      groups: fc.array(fc.nat(3)),
      picked: fc.array(fc.nat(9)),
      members: fc.array(fc.array(fc.nat(9), { maxLength: 5 }), { minLength: 4, maxLength: 4 }),
      known: fc.nat(9),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ users, byAddress, groups, picked, members, known }) => {
        const isKnown = (n: number) => n <= known;
        const read = async (n: number) => (isKnown(n) ? person(n) : null);
        const directory: AssigneeDirectory = {
          personById: (text) => read(Number(text.slice(-2))),
          personByAddress: (text) => read(Number(text[1])),
          groupByReference: async (text) =>
            text.startsWith('2') ? { id: text, displayName: text, email: null } : null,
          membersOf: async (text) => members[Number(text.slice(-1))]!.map(person),
        };
        const named = [...users, ...byAddress, ...picked];
        const sources = {
          users: [...users.map((n) => guid(1, n)), ...byAddress.map((n) => `p${n}@x.test`)],
          groups: groups.map((n) => guid(2, n)),
          variable: picked.map((n) => ({ email: `p${n}@x.test` })),
        };
        const expected = new Set([...named, ...groups.flatMap((n) => members[n]!)].map((n) => person(n).id));
        const outcome = await resolveAssignees(sources, directory).catch((error: AssigneeError) => error.code);
        if (!named.every(isKnown)) expect(outcome).to.equal('assignee_unknown');
        else if (expected.size === 0) expect(outcome).to.equal('assignees_empty');
        else
          expect((outcome as Person[]).map((each) => each.id))
            .to.have.members([...expected])
            .and.have.length(expected.size);
      }),
      { numRuns: 300 },
    );
  });
});
