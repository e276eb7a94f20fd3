import { expect } from 'chai';
import type { Fetch } from '../../../server/foundation/http/outbound.ts';
import { DirectoryError, type Directory } from '../../../server/people/directory/directory.ts';
import { rejection } from '../tenant.ts';
import { useBigTenant } from './bigTenant.ts';
import { rewriting } from './meddling.ts';

describe('Graph directory with few permissions', () => {
  const { start, startWith, graph, id, big, groundTruth } = useBigTenant();

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

  /** Members as bare ids, as Graph returns them without permission to see people. */
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

  it('looks members up in a second step if they come without names', async () => {
    const { directory } = start({
      meddle: bareMembers,
    });
    const members = await directory.membersOf(big(100));
    expect(members.map((person) => person.id)).to.deep.equal(groundTruth('big-100'));
    expect(
      members.every(({ email, displayName }) => email?.endsWith('@sandbox.test') && displayName.startsWith('Person ')),
    ).to.equal(true);
    expect(graph().requests.length).to.equal(1 + Math.ceil(100 / 15));
  });

  it('refuses the whole list if one of them cannot be found', async () => {
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

  it('reads names and addresses if Graph refuses all other properties', async () => {
    const others = /accountEnabled|userType|preferredLanguage|jobTitle/;
    const refusing =
      (platformFetch: Fetch): Fetch =>
      async (url, init) =>
        others.test(String(url))
          ? Response.json({ error: { code: 'Authorization_RequestDenied' } }, { status: 403 })
          : platformFetch(url, init);
    const { directory } = startWith(MINIMUM, { meddle: refusing });
    expect(await directory.personById(id('tim'))).to.include({ email: 'tim@sandbox.test' });
    expect(await directory.personByAddress('tim@sandbox.test')).to.include({ id: id('tim') });
    expect((await directory.searchUsers('tim', 5)).map((person) => person.id)).to.deep.equal([id('tim')]);
    const members = await directory.membersOf(id('finance'));
    expect(members.map((person) => person.id)).to.deep.equal(groundTruth('finance'));
  });

  it('reports that the token itself is not accepted', async () => {
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
