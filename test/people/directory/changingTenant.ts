import fc from 'fast-check';
import { transitiveGroups, transitiveMembers } from '../../../sandbox/graph/membership.ts';
import { readTenant, type Tenant, type TenantGroup, type TenantPerson } from '../../../sandbox/tenant.ts';

/** People and groups have one of these places; whoever takes a place anew has a new object id. */
const PLACES = 4;
const place = fc.nat(PLACES - 1);
const address = fc.nat(PLACES + 1).map((n) => `a${n}@sandbox.test`);

/** What administrators of the directory do. */
export const ACTION = fc.oneof(
  fc.record({ kind: fc.constant('remove' as const), who: place }),
  fc.record({ kind: fc.constant('join' as const), who: place, mail: address, upn: address }),
  fc.record({ kind: fc.constant('address' as const), who: place, mail: address, upn: address }),
  fc.record({ kind: fc.constant('swap' as const), who: place, other: place }),
  fc.record({ kind: fc.constant('guest' as const), who: place }),
  fc.record({ kind: fc.constant('member' as const), who: place, group: place }),
  fc.record({ kind: fc.constant('nest' as const), group: place, other: place }),
  fc.record({ kind: fc.constant('rename' as const), group: place, name: place }),
  fc.record({ kind: fc.constant('drop' as const), group: place }),
  fc.record({ kind: fc.constant('found' as const), group: place, name: place }),
);
export type Action = typeof ACTION extends fc.Arbitrary<infer T> ? T : never;

export const nameOfGroup = (n: number): string => `Group ${n}`;
export const addressOf = (n: number): string => `a${n}@sandbox.test`;

/** The directory at one moment. */
export type Moment = Pick<Tenant, 'people' | 'groups'> & { at: number };

/** A tenant with few people and groups, which changes; it remembers what it was. */
export function createChangingTenant(now: () => number) {
  const tenant = readTenant();
  const { people, groups } = tenant;
  const [somebody, something] = [people[0]!, groups[0]!];
  const past: Moment[] = [];
  let made = 0;
  const idOf = (first: string): string => `${first}0000000-0000-4000-8000-${String(++made).padStart(12, '0')}`;
  const personAt = (n: number): TenantPerson | undefined => people.find(({ key }) => key === `p${n}`);
  const groupAt = (n: number): TenantGroup | undefined => groups.find(({ key }) => key === `g${n}`);

  const record = (): void => void past.push({ at: now(), ...structuredClone({ people, groups }) });

  function join(n: number, mail: string, upn: string): void {
    if (personAt(n) || people.some(({ userPrincipalName }) => userPrincipalName === upn)) return;
    const own = { key: `p${n}`, id: idOf('1'), displayName: `Person ${made}`, mail, userPrincipalName: upn };
    people.push({ ...somebody, ...own, manager: null, guestOf: null });
  }

  function found(n: number, name: number): void {
    if (groupAt(n)) return;
    const own = { key: `g${n}`, id: idOf('2'), displayName: nameOfGroup(name), mail: null };
    groups.push({ ...something, ...own, members: [], memberGroups: [] });
  }

  function address(n: number, mail: string, upn: string): void {
    const person = personAt(n);
    const isTaken = people.some((each) => each !== person && each.userPrincipalName === upn);
    if (person) Object.assign(person, { mail, ...(isTaken ? {} : { userPrincipalName: upn }) });
  }

  function swap(n: number, m: number): void {
    const [one, other] = [personAt(n), personAt(m)];
    if (!one || !other) return;
    const { mail, userPrincipalName } = one;
    Object.assign(one, { mail: other.mail, userPrincipalName: other.userPrincipalName });
    Object.assign(other, { mail, userPrincipalName });
  }

  const toggle = (list: string[] | undefined, key: string): void => {
    const at = list?.indexOf(key) ?? -1;
    if (at >= 0) list!.splice(at, 1);
    else list?.push(key);
  };
  const without = <T extends { key: string }>(list: T[], key: string): void =>
    void list.splice(0, Infinity, ...list.filter((each) => each.key !== key));

  const actions: { [K in Action['kind']]: (action: Extract<Action, { kind: K }>) => void } = {
    remove({ who }) {
      without(people, `p${who}`);
      for (const { members } of groups) if (members.includes(`p${who}`)) toggle(members, `p${who}`);
    },
    join: ({ who, mail, upn }) => join(who, mail, upn),
    address: ({ who, mail, upn }) => address(who, mail, upn),
    swap: ({ who, other }) => swap(who, other),
    guest({ who }) {
      const person = personAt(who);
      if (person) person.guestOf = person.guestOf ? null : { tenantId: idOf('3'), objectId: idOf('4') };
    },
    member: ({ who, group }) => void (personAt(who) && toggle(groupAt(group)?.members, `p${who}`)),
    nest: ({ group, other }) => void (groupAt(other) && toggle(groupAt(group)?.memberGroups, `g${other}`)),
    rename({ group, name }) {
      Object.assign(groupAt(group) ?? {}, { displayName: nameOfGroup(name) });
    },
    drop({ group }) {
      without(groups, `g${group}`);
      for (const { memberGroups } of groups) if (memberGroups.includes(`g${group}`)) toggle(memberGroups, `g${group}`);
    },
    found: ({ group, name }) => found(group, name),
  };

  return {
    tenant,
    personAt,
    groupAt,
    /** Starts again with everybody in their place. */
    reset(): void {
      people.length = groups.length = past.length = 0;
      for (let n = 0; n < PLACES; n++) {
        join(n, addressOf(n), addressOf(n));
        found(n, n);
        groupAt(n)!.members.push(`p${n}`);
      }
      record();
    },
    change(action: Action): void {
      actions[action.kind](action as never);
      record();
    },
    /** What the directory was since a moment, at least once. */
    since: (at: number): Moment[] => past.filter((_, n) => n === past.length - 1 || past[n + 1]!.at >= at),
  };
}

export type ChangingTenant = ReturnType<typeof createChangingTenant>;

/** Those whose address or user principal name this is. */
export const holdersOf = ({ people }: Moment, reference: string): TenantPerson[] =>
  people.filter(({ id, mail, userPrincipalName }) => [id, mail, userPrincipalName].includes(reference));

export const groupsCalled = ({ groups }: Moment, reference: string): TenantGroup[] =>
  groups.filter(({ id, displayName }) => [id, displayName].includes(reference));

const asTenant = (moment: Moment): Tenant => moment as unknown as Tenant;
export const idsOfMembers = (moment: Moment, group: TenantGroup): string[] =>
  transitiveMembers(asTenant(moment), group).map(({ id }) => id);
export const idsOfGroups = (moment: Moment, person: TenantPerson): string[] =>
  transitiveGroups(asTenant(moment), person).map(({ id }) => id);
export const recordOf = ({ people }: Moment, oid: string): TenantPerson | undefined =>
  people.find(({ id }) => id === oid);

/** Whether a reference names exactly one person, or no person and one group. */
export function isClear(moment: Moment, reference: string): boolean {
  const people = holdersOf(moment, reference).length;
  return people === 1 || (people === 0 && groupsCalled(moment, reference).length === 1);
}
