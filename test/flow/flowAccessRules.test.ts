import { expect } from 'chai';
import fc from 'fast-check';
import { FLOW_ROLES, type FlowPrincipal, type FlowRole } from '../../contract/flowAccess.ts';
import { ROLES } from '../../contract/people.ts';
import {
  changesBetween,
  concernsFlow,
  grantsIn,
  keepsAnOwner,
  listsOf,
  mayChangeFlow,
  mayReadFlow,
  mayRetireFlow,
  mayRunFlow,
  mayShareFlow,
  mayStartFlow,
  NO_STANDING,
  whatMayDo,
  type AccessLists,
  type AccessCaller,
  type Standing,
} from '../../server/flow/flowAccessRules.ts';

const member: AccessCaller = { roles: [], isGuest: false };
const author: AccessCaller = { roles: ['author'], isGuest: false };
const guest: AccessCaller = { roles: [], isGuest: true };
const administrator: AccessCaller = { roles: ['administrator'], isGuest: false };
const as = (...roles: FlowRole[]): Standing => ({ roles, isOpen: false });
const OPEN: Standing = { roles: [], isOpen: true };

const anyone = fc.record({ roles: fc.subarray([...ROLES]), isGuest: fc.boolean() });
const standing = fc.record({ roles: fc.subarray([...FLOW_ROLES]), isOpen: fc.boolean() });
const principal = fc.record({
  kind: fc.constantFrom('user' as const, 'group' as const),
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  displayName: fc.constant('Somebody'),
  email: fc.constant(null),
});
const list = fc.uniqueArray(principal, { selector: ({ id }) => id });
const lists: fc.Arbitrary<AccessLists> = fc.record({
  owners: list,
  readers: list,
  starters: fc.oneof(fc.constant('everyone' as const), list),
});

const namesOf = (lists: AccessLists) => new Set(grantsIn(lists).map(({ role, id }) => `${role} ${id}`));

describe('access to flows', () => {
  it('follows the lists', () => {
    const none = { start: false, read: false, change: false, share: false };
    const table: [who: string, caller: AccessCaller, standing: Standing, may: Partial<typeof none>][] = [
      ['nobody in particular', member, NO_STANDING, {}],
      ['an author of other flows', author, NO_STANDING, {}],
      ['a member, of an open flow', member, OPEN, { start: true }],
      ['a guest, of an open flow', guest, OPEN, {}],
      ['a starter', member, as('starter'), { start: true }],
      ['a guest who is named', guest, as('starter'), { start: true }],
      ['a reader', member, as('reader'), { read: true }],
      ['a reader of an open flow', member, { roles: ['reader'], isOpen: true }, { read: true, start: true }],
      ['a guest in a group of readers and owners', guest, as('reader', 'owner'), {}],
      ['an owner', author, as('owner'), { start: true, read: true, change: true, share: true }],
      ['an owner who is no author', member, as('owner'), { start: true, read: true, share: true }],
      ['an administrator', administrator, NO_STANDING, { start: true, read: true, change: true, share: true }],
    ];
    for (const [who, caller, how, may] of table) {
      expect(whatMayDo(caller, how), who).to.deep.equal({ ...none, ...may });
      expect(concernsFlow(caller, how), who).to.equal(may.start === true || may.read === true);
    }
  });

  it('to a retired flow is reading it and sharing it, for those who may', () => {
    fc.assert(
      fc.property(anyone, standing, (caller, how) => {
        const may = whatMayDo(caller, how);
        expect(whatMayDo(caller, how, true)).to.deep.equal({ ...may, start: false, change: false });
        expect(mayRetireFlow(caller, how)).to.equal(may.share);
      }),
    );
  });

  it('to contexts is for owners and administrators only', () => {
    expect(mayRunFlow(author, as('reader', 'starter'))).to.equal(false);
    expect(mayRunFlow(member, as('owner'))).to.equal(true);
    expect(mayRunFlow(administrator, NO_STANDING)).to.equal(true);
  });

  it('never goes beyond what the next lower role includes', () => {
    fc.assert(
      fc.property(anyone, standing, (caller, how) => {
        if (mayChangeFlow(caller, how)) expect(mayShareFlow(caller, how)).to.equal(true);
        if (mayShareFlow(caller, how))
          expect([mayReadFlow, mayStartFlow].every((may) => may(caller, how))).to.equal(true);
        if (mayReadFlow(caller, how) || mayStartFlow(caller, how)) expect(concernsFlow(caller, how)).to.equal(true);
      }),
    );
  });

  it('of a guest who is not an administrator is limited to starting, and only if a list names them', () => {
    fc.assert(
      fc.property(standing, (how) => {
        const named = how.roles.includes('starter');
        expect(whatMayDo(guest, how)).to.deep.equal({ start: named, read: false, change: false, share: false });
      }),
    );
  });

  it('grows with every role that a person gets', () => {
    fc.assert(
      fc.property(anyone, standing, fc.constantFrom(...FLOW_ROLES), (caller, how, role) => {
        const before = whatMayDo(caller, how);
        const after = whatMayDo(caller, { ...how, roles: [...how.roles, role] });
        for (const [action, may] of Object.entries(before))
          if (may) expect(after[action as keyof typeof after], action).to.equal(true);
      }),
    );
  });

  it('is read as it was stored', () => {
    fc.assert(
      fc.property(lists, (given) => {
        expect(listsOf(grantsIn(given), given.starters === 'everyone')).to.deep.equal(given);
      }),
    );
  });

  it('changes by what was granted and revoked', () => {
    fc.assert(
      fc.property(lists, lists, (before, after) => {
        const { granted, revoked } = changesBetween(before, after);
        const names = namesOf(before);
        for (const { role, id } of revoked) expect(names.delete(`${role} ${id}`)).to.equal(true);
        for (const { role, id } of granted) expect(names.has(`${role} ${id}`)).to.equal(false);
        for (const { role, id } of granted) names.add(`${role} ${id}`);
        expect(names).to.deep.equal(namesOf(after));
      }),
    );
  });

  it('keeps an owner, except for administrators', () => {
    const someone: FlowPrincipal = { kind: 'user', id: 'a', displayName: 'A', email: null };
    const ownerless: AccessLists = { owners: [], readers: [someone], starters: 'everyone' };
    expect(keepsAnOwner(author, ownerless)).to.equal(false);
    expect(keepsAnOwner(author, { ...ownerless, owners: [someone] })).to.equal(true);
    expect(keepsAnOwner(administrator, ownerless)).to.equal(true);
  });
});
