import { expect } from 'chai';
import fc from 'fast-check';
import {
  CLIENT_PERMISSIONS,
  DELEGATED_PERMISSIONS,
  healthOf,
  SCOPE_ORDER,
  SERVER_PERMISSIONS,
} from '../../../server/people/identity/permissions.ts';

const BOT = ['TeamsAppInstallation.ReadWriteSelfForUser.All', 'AppCatalog.Read.All'];

describe('health of the server registration', () => {
  const TABLE: [granted: string[], missing: string[]][] = [
    [[], ['User.ReadBasic.All', 'GroupMember.Read.All']],
    [['Directory.Read.All'], []],
    [['User.ReadBasic.All', 'GroupMember.Read.All'], []],
    [['User.ReadBasic.All', 'Group.Read.All'], []],
    [['User.Read.All', 'GroupMember.Read.All'], []],
    [['User.Read.All', 'Group.Read.All'], []],
    [['User.ReadBasic.All'], ['GroupMember.Read.All']],
    [['User.Read.All'], ['GroupMember.Read.All']],
    [['GroupMember.Read.All'], ['User.ReadBasic.All']],
    [['Group.Read.All'], ['User.ReadBasic.All']],
    [
      ['User.Read', 'Files.ReadWrite.All', 'directory.read.all'],
      ['User.ReadBasic.All', 'GroupMember.Read.All'],
    ],
  ];
  for (const [granted, missing] of TABLE)
    it(`${granted.join(' + ') || 'nothing'}: ${missing.length === 0 ? 'healthy' : `lacks ${missing.join(', ')}`}`, () => {
      expect(healthOf(granted)).to.include({ isHealthy: missing.length === 0 });
      expect(healthOf(granted).missing).to.deep.equal(missing);
    });

  it('follows the rule of behaviour 5.3 B for every combination', () => {
    const names = [...SERVER_PERMISSIONS.map(({ name }) => name), 'Directory.Read.All'];
    fc.assert(
      fc.property(fc.subarray(names), (granted) => {
        const has = (...wanted: string[]) => wanted.some((name) => granted.includes(name));
        const rule =
          has('Directory.Read.All') ||
          (has('User.ReadBasic.All', 'User.Read.All') && has('GroupMember.Read.All', 'Group.Read.All'));
        return healthOf(granted).isHealthy === rule;
      }),
    );
  });

  it('says which features will not work', () => {
    const lacking = (granted: string[]) => healthOf(granted).unavailable.map(({ permission }) => permission);
    const minimum = ['User.ReadBasic.All', 'GroupMember.Read.All'];
    expect(lacking(minimum)).to.deep.equal([
      'User.Read.All',
      'Group.Read.All',
      'Files.ReadWrite.All',
      'Organization.Read.All',
      ...BOT,
    ]);
    expect(lacking([...minimum, 'User.Read.All'])).to.deep.equal(['Group.Read.All', 'Files.ReadWrite.All', ...BOT]);
    expect(lacking(['Directory.Read.All']), 'which installs no apps').to.deep.equal(BOT);
    expect(lacking(['Directory.Read.All', ...BOT])).to.deep.equal([]);
  });
});

describe('permission tables', () => {
  it('hold what behaviour 5.3 lists', () => {
    expect(CLIENT_PERMISSIONS.map(({ name, required }) => `${name} ${required}`)).to.deep.equal([
      'User.Read yes',
      'Group.Read.All yes',
      'User.Read.All recommended',
      'Directory.Read.All fallback',
      'Files.ReadWrite optional',
      'Sites.Read.All optional',
      'Sites.Selected optional',
    ]);
    expect(SERVER_PERMISSIONS.filter(({ requiredWhen }) => !requiredWhen).map(({ name }) => name)).to.deep.equal([
      'User.ReadBasic.All',
      'GroupMember.Read.All',
    ]);
    expect(DELEGATED_PERMISSIONS.map(({ name }) => name)).to.deep.equal([
      'Mail.Read',
      'Mail.Send',
      'Calendars.Read',
      'Calendars.ReadWrite',
      'MailboxSettings.Read',
      'Files.Read',
      'Files.ReadWrite',
    ]);
  });

  it('request fewer scopes step by step, down to what guests have', () => {
    const known = CLIENT_PERMISSIONS.map(({ name }) => name);
    expect(SCOPE_ORDER.flat().filter((scope) => !known.includes(scope))).to.deep.equal([]);
    expect(SCOPE_ORDER.map((scopes) => scopes.join(' '))).to.deep.equal([
      'User.Read Group.Read.All User.Read.All',
      'User.Read Group.Read.All',
      'User.Read Directory.Read.All',
      'User.Read',
    ]);
  });
});
