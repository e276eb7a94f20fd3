import { expect } from 'chai';
import fc from 'fast-check';
import { ROLES } from '../../contract/people.ts';
import {
  accessChanges,
  mayChangeChat,
  mayReadChat,
  maySeeUsers,
  mayUseChat,
  NO_STANDING,
  whatMayDoWithChat,
  type AccessCaller,
  type ChatStanding,
} from '../../server/chats/chatAccessRules.ts';

const member: AccessCaller = { roles: [], isGuest: false };
const guest: AccessCaller = { roles: [], isGuest: true };
const administrator: AccessCaller = { roles: ['administrator'], isGuest: false };
const ASSIGNED: ChatStanding = { ...NO_STANDING, isUsable: true };
const LISTED: ChatStanding = { ...ASSIGNED, isTheirs: true };
const MAKER: ChatStanding = { ...LISTED, isMaker: true };

const anyone = fc.record({ roles: fc.subarray([...ROLES]), isGuest: fc.boolean() });
const standing = fc.constantFrom(NO_STANDING, ASSIGNED, LISTED, MAKER);

describe('access to chats', () => {
  it('follows the access list, the assignments and who has made it', () => {
    const none = { use: false, assign: false, change: false };
    const [users, change] = [true, true];
    type May = Partial<typeof none> & { users?: boolean };
    const table: [who: string, caller: AccessCaller, standing: ChatStanding, may: May][] = [
      ['nobody in particular', member, NO_STANDING, {}],
      ['an assignee', member, ASSIGNED, { use: true }],
      ['a person on its list', member, LISTED, { use: true, assign: true, users }],
      ['a guest on its list', guest, LISTED, { use: true }],
      ['its maker', member, MAKER, { use: true, assign: true, change, users }],
      ['its maker, who is a guest now', guest, MAKER, { use: true, change }],
      ['an administrator', administrator, NO_STANDING, { change, users }],
      ['an administrator who is an assignee', administrator, ASSIGNED, { use: true, change, users }],
      ['an administrator on its list', administrator, LISTED, { use: true, assign: true, change, users }],
    ];
    for (const [who, caller, how, { users: seesUsers = false, ...may }] of table) {
      expect(whatMayDoWithChat(caller, how), who).to.deep.equal({ ...none, ...may });
      expect(maySeeUsers(caller, how), who).to.equal(seesUsers);
    }
  });

  it('to a conversation is nothing that a role gives', () => {
    fc.assert(
      fc.property(anyone, standing, (caller, how) => {
        const without = whatMayDoWithChat({ ...caller, roles: [] }, how);
        const { change: _change, ...may } = whatMayDoWithChat(caller, how);
        expect(may).to.deep.equal({ use: without.use, assign: without.assign });
        expect(mayUseChat(caller, NO_STANDING)).to.equal(false);
      }),
    );
  });

  it('includes reading for everybody who may use or change it, and for nobody else', () => {
    fc.assert(
      fc.property(anyone, standing, (caller, how) => {
        const { use, assign, change } = whatMayDoWithChat(caller, how);
        expect(mayReadChat(caller, how)).to.equal(use || change);
        expect(mayChangeChat(caller, how)).to.equal(how.isMaker || caller.roles.includes('administrator'));
        if (assign) expect(use && maySeeUsers(caller, how)).to.equal(true);
      }),
    );
  });
});

describe("the audit of a change to a chat's access list", () => {
  const [ada, grace] = ['ada@sandbox.test', 'grace@sandbox.test'];
  const granted = (user: string) => ({ action: 'chat.granted', detail: { user } });
  const revoked = (user: string) => ({ action: 'chat.revoked', detail: { user } });

  it('names who was added and who was removed, and nobody who stays', () => {
    expect(accessChanges([ada], [ada])).to.deep.equal([]);
    expect(accessChanges([ada], [grace])).to.deep.equal([granted(grace), revoked(ada)]);
  });

  it('says when a chat was opened to everybody, or was closed again', () => {
    expect(accessChanges([], [ada])).to.deep.equal([granted(ada), { action: 'chat.restricted' }]);
    expect(accessChanges([ada], [])).to.deep.equal([revoked(ada), { action: 'chat.opened' }]);
    expect(accessChanges([], [])).to.deep.equal([]);
  });
});
