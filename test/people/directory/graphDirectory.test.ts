import { expect } from 'chai';
import { DirectoryError } from '../../../server/people/directory/directory.ts';
import { rejection, startWorld } from '../tenant.ts';
import { useBigTenant } from './bigTenant.ts';

describe('Graph directory', () => {
  const { start, startWith, graph, tenant, id, groundTruth } = useBigTenant();

  it('finds people by object id, user principal name and mail address, in any letter case', async () => {
    const { directory } = start();
    const ada = {
      id: id('ada'),
      displayName: 'Ada Lovelace',
      email: 'ada@sandbox.test',
      userPrincipalName: 'ada@sandbox.test',
      isGuest: false,
    };
    expect(await directory.personById(id('ada'))).to.deep.equal(ada);
    expect(await directory.personByAddress('ADA@Sandbox.test')).to.deep.equal(ada);
  });

  it('finds guests by their home mail address and by their long name here', async () => {
    const { directory } = start();
    for (const address of ['joan@fabrikam.test', 'Joan@Fabrikam.Test', 'joan_fabrikam.test#EXT#@sandbox.test'])
      expect(await directory.personByAddress(address), address).to.deep.include({ id: id('joan'), isGuest: true });
  });

  it('returns null for unknown people, and makes no call for impossible names', async () => {
    const { directory } = start();
    expect(await directory.personById('ffffffff-0000-4000-8000-00000000000f')).to.equal(null);
    expect(await directory.personByAddress("o'brien@sandbox.test")).to.equal(null);
    const asked = graph().requests.length;
    for (const odd of ['', '..', '../groups', 'ada', 'me', 'a b@c', 'a@b@c', `${'a'.repeat(400)}@b`]) {
      expect(await directory.personById(odd), odd).to.equal(null);
      expect(await directory.personByAddress(odd), odd).to.equal(null);
    }
    expect(graph().requests.length).to.equal(asked);
  });

  it('expands nested, cyclic and empty groups to exactly the people in them', async () => {
    const { directory } = start();
    for (const { key } of tenant().groups) {
      const members = await directory.membersOf(id(key));
      expect(
        members.map((person) => person.id),
        key,
      ).to.deep.equal(groundTruth(key));
    }
    const around = ['everyone', 'ring-a', 'ring-b', 'loop', 'big-5000'];
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

  it('does not guess between groups or people with the same name or address', async () => {
    const world = await startWorld(({ groups, people }) => {
      groups.find(({ key }) => key === 'legal')!.displayName = 'Finance';
      for (const key of ['ken', 'hedy']) people.find((person) => person.key === key)!.mail = 'shared@sandbox.test';
      people.find(({ key }) => key === 'alan')!.mail = 'ada@sandbox.test'; // Ada's user principal name
    });
    const { groupByReference, personByAddress } = world.directory;
    const addresses = ['shared@sandbox.test', 'ada@sandbox.test'];
    for (const read of [() => groupByReference('Finance'), ...addresses.map((each) => () => personByAddress(each))])
      expect((await rejection(read(), DirectoryError)).detail).to.match(
        /^More than one entry of the directory is called/,
      );
    await world.sandbox.close();
  });

  it('knows profiles, managers and direct reports', async () => {
    const { directory } = start();
    const grace = tenant().people.find(({ key }) => key === 'grace')!;
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

  it('searches people and groups by the beginnings of words', async () => {
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

  it('finds people with their profiles, by their names too', async () => {
    const { directory } = start();
    const [grace, ...more] = await directory.searchUsers('hopper', 20);
    expect(grace).to.deep.equal(await directory.user('grace@sandbox.test'));
    expect(grace).to.have.property('jobTitle').that.is.a('string').and.not.equal('');
    expect(more).to.deep.equal([]);
    expect(await directory.searchUsers('person', 7)).to.have.length(7);
    expect(await directory.searchUsers('"', 7)).to.deep.equal([]);
  });

  it('limits a search even if Graph returns more', async () => {
    const { directory } = start();
    expect(await directory.searchUsers('person', 7)).to.have.length(7);
  });

  it('may know the name of the organisation', async () => {
    expect(await start().directory.organizationName()).to.equal('Sandbox Ltd');
    expect(await startWith(['User.ReadBasic.All']).directory.organizationName()).to.equal(null);
  });
});
