import { expect } from 'chai';
import { createCachedDirectory, LIFETIMES } from '../../../server/people/directory/cachedDirectory.ts';
import type { Directory } from '../../../server/people/directory/directory.ts';
import { idOf, startWorld, type World } from '../tenant.ts';

describe('cached directory', () => {
  let world: World;
  let time = 1;
  let directory: Directory;
  const id = (key: string): string => idOf(world.sandbox.tenant, key);
  const requests = (): number => world.sandbox.graph.requests.length;

  before(async () => {
    world = await startWorld();
  });
  beforeEach(() => {
    world.sandbox.graph.requests.length = 0;
    directory = createCachedDirectory(world.directory, () => time);
  });
  after(() => world.sandbox.close());

  it('gives the same results as the directory behind it', async () => {
    const reads: ((from: Directory) => Promise<unknown>)[] = [
      (from) => from.personById(id('ada')),
      (from) => from.personByAddress('joan@fabrikam.test'),
      (from) => from.groupsOf(id('tim')),
      (from) => from.groupById(id('legal')),
      (from) => from.groupByReference('Finance'),
      (from) => from.membersOf(id('everyone')),
      (from) => from.user('grace@sandbox.test'),
      (from) => from.manager(id('alan')),
      (from) => from.directReports(id('grace')),
      (from) => from.searchUsers('a', 5),
      (from) => from.profile(id('ada')),
      (from) => from.searchGroups('ring', 5),
      (from) => from.organizationName(),
    ];
    for (const read of reads) {
      const expected = await read(world.directory);
      expect(await read(directory), String(read)).to.deep.equal(expected);
      expect(await read(directory), `${read} again`).to.deep.equal(expected);
    }
  });

  it('does not mistake an address for an unknown id', async () => {
    expect(await directory.personById('alan@sandbox.test')).to.equal(null);
    expect(await directory.personByAddress('alan@sandbox.test')).to.include({ id: id('alan') });
    expect(await directory.groupById('Finance')).to.equal(null);
    expect(await directory.groupByReference('Finance')).to.include({ id: id('finance') });
  });

  it('asks once for a hundred concurrent callers', async () => {
    await Promise.all(Array.from({ length: 100 }, () => directory.personById(id('ada'))));
    await Promise.all(Array.from({ length: 100 }, () => directory.membersOf(id('everyone'))));
    expect(requests()).to.equal(2);
  });

  it('learns of changed memberships within two minutes and of changed people within five', async () => {
    await directory.groupsOf(id('ada'));
    await directory.personById(id('ada'));
    time += LIFETIMES.memberships.timeToLiveMs + 1;
    await directory.groupsOf(id('ada'));
    await directory.personById(id('ada'));
    expect(requests()).to.equal(3);
    time += LIFETIMES.people.timeToLiveMs + 1;
    await directory.personById(id('ada'));
    expect(requests()).to.equal(4);
    expect([LIFETIMES.memberships.timeToLiveMs, LIFETIMES.people.timeToLiveMs]).to.deep.equal([120_000, 300_000]);
  });

  it('returns lists that callers may modify', async () => {
    (await directory.membersOf(id('finance'))).length = 0;
    (await directory.groupsOf(id('tim'))).push('20000000-0000-4000-8000-00000000000f');
    expect(await directory.membersOf(id('finance'))).to.have.length(3);
    expect(await directory.groupsOf(id('tim'))).to.have.length(2);
  });

  it('finds somebody who was missing a moment ago', async () => {
    const { people } = world.sandbox.tenant;
    expect(await directory.personByAddress('new@sandbox.test')).to.equal(null);
    people.push({
      ...people[0]!,
      key: 'new',
      id: '10000000-0000-4000-8000-0000000000ff',
      mail: 'new@sandbox.test',
      userPrincipalName: 'new@sandbox.test',
    });
    time += LIFETIMES.people.missingTimeToLiveMs + 1;
    expect(await directory.personByAddress('NEW@sandbox.test')).to.include({ email: 'new@sandbox.test' });
  });
});
