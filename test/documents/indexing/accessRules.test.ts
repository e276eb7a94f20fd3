// cspell:ignore rolemanager federateddirectoryclaimprovider
import { expect } from 'chai';
import { accessOf, GraphPermission } from '../../../server/documents/indexing/accessRules.ts';
import { EVERYONE } from '../../../server/search/searchIndex.ts';

const NOW = Date.UTC(2026, 0, 1);
const [ADA, TIM, LEGAL] = [1, 2, 3].map((n) => `20000000-0000-4000-8000-00000000000${n}`) as [string, string, string];

const read = (...permissions: object[]) =>
  accessOf(
    permissions.map((each) => GraphPermission.parse({ roles: ['read'], ...each })),
    NOW,
  );
const readers = (...permissions: object[]) => read(...permissions).readers;
const user = (id: string | null) => ({ user: { id, displayName: 'Somebody' } });
const login = (loginName: string) => ({ grantedToV2: { siteUser: { id: '7', loginName } } });

describe('the readers of a library document', () => {
  it('are the named people and groups, in lower case and once', () => {
    expect(
      readers(
        { grantedToV2: user(ADA.toUpperCase()) },
        { grantedToV2: { group: { id: LEGAL } }, roles: ['write'] },
        { link: { scope: 'users', type: 'view' }, grantedToIdentitiesV2: [user(TIM), user(ADA)] },
      ),
    ).to.deep.equal([ADA, TIM, LEGAL]);
    expect(read()).to.deep.equal({ readers: [], hasUnknown: false, until: null });
  });

  it('are those named with a link, and not those who merely have its address', () => {
    expect(readers({ link: { scope: 'organization' }, grantedToIdentitiesV2: [] })).to.deep.equal([]);
    expect(readers({ link: { scope: 'organization' }, grantedToIdentitiesV2: [user(ADA)] })).to.deep.equal([ADA]);
    expect(read({ link: { scope: 'anonymous' } })).to.deep.equal({ readers: [], hasUnknown: false, until: null });
    expect(readers({ link: { scope: 'anonymous' } }, { grantedToV2: user(ADA) })).to.deep.equal([ADA]);
    expect(readers({ link: { scope: 'existingAccess' } })).to.deep.equal([]);
  });

  it('exclude people who need a password, have lost access, or have a role that cannot read it all', () => {
    const named = { grantedToV2: user(ADA) };
    expect(readers({ ...named, hasPassword: true })).to.deep.equal([]);
    expect(readers({ ...named, roles: null })).to.deep.equal([]);
    expect(readers({ ...named, roles: [] })).to.deep.equal([]);
    expect(readers({ ...named, roles: ['sp.limited access'] })).to.deep.equal([]);
    expect(readers({ ...named, roles: ['sp.restrictedView', 'OWNER'] })).to.deep.equal([ADA]);
    expect(readers({ ...named, expirationDateTime: '2025-12-31T23:59:59Z' })).to.deep.equal([]);
    expect(readers({ ...named, expirationDateTime: 'soon' })).to.deep.equal([]);
    const later = { expirationDateTime: '2026-01-02T00:00:00Z' };
    expect(read({ ...named, ...later })).to.deep.equal({ readers: [ADA], hasUnknown: false, until: NOW + 86_400_000 });
    for (const never of ['', null, '0001-01-01T00:00:00Z'])
      expect(read({ ...named, expirationDateTime: never })).to.deep.include({ readers: [ADA], until: null });
  });

  it('are those that SharePoint names in its own way, if the directory knows them', () => {
    expect(readers(login('c:0-.f|rolemanager|spo-grid-all-users/20000000-0000-4000-8000-00000000000f'))).to.deep.equal([
      EVERYONE,
    ]);
    expect(readers(login('c:0(.s|true'))).to.deep.equal([EVERYONE]);
    expect(readers(login(`c:0t.c|tenant|${LEGAL}`))).to.deep.equal([LEGAL]);
    expect(readers(login(`c:0o.c|federateddirectoryclaimprovider|${LEGAL}`))).to.deep.equal([LEGAL]);
  });

  it('exclude members of a SharePoint group and owners of a group, which is noted', () => {
    const members = { grantedToV2: { siteGroup: { id: '5', loginName: 'Handbook Members' } } };
    expect(read(members, { grantedToV2: user(ADA) })).to.deep.include({ readers: [ADA], hasUnknown: true });
    expect(read(login(`c:0o.c|federateddirectoryclaimprovider|${LEGAL}_o`))).to.deep.include({
      readers: [],
      hasUnknown: true,
    });
    const owners = {
      grantedToV2: { group: { id: LEGAL, loginName: `c:0o.c|federateddirectoryclaimprovider|${LEGAL}_o` } },
    };
    expect(read(owners)).to.deep.include({ readers: [], hasUnknown: true });
    expect(read({ grantedToV2: user(null) })).to.deep.include({ readers: [], hasUnknown: true });
    expect(read({ grantedToV2: { application: { id: ADA } } })).to.deep.include({ readers: [], hasUnknown: true });
  });
});
