import type { Tenant, TenantGroup, TenantPerson } from '../../sandbox/tenant.ts';
import { EVERYONE, type IndexedDocument } from '../../server/search/searchIndex.ts';
import { randomNumbers } from '../support/random.ts';
import { aDocument } from './documents.ts';

const PEOPLE = 50;
const GROUPS = 30;
const DOCUMENTS = 500;

const groupId = (n: number): string => `2a000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Fifty people, one in ten of them a guest, in randomly nested groups, including rings. */
export function populate(tenant: Tenant, seed: number): void {
  const random = randomNumbers(seed);
  const some = <T>(items: readonly T[], share: number): T[] => items.filter(() => random() < share);
  const [model, guest] = [tenant.people[0]!, tenant.people.find(({ guestOf }) => guestOf)!];
  for (let n = tenant.people.length; n < PEOPLE; n++) tenant.people.push(person(n % 10 === 0 ? guest : model, n));
  const groups: TenantGroup[] = Array.from({ length: GROUPS }, (_, n) => ({
    ...tenant.groups[0]!,
    key: `made${n}`,
    id: groupId(n),
    displayName: `Made ${n}`,
    mail: null,
    members: some(tenant.people, 0.05).map(({ key }) => key),
    memberGroups: Array.from({ length: n % 3 }, () => `made${Math.floor(random() * GROUPS)}`),
  }));
  groups[1]!.memberGroups.push('made2');
  groups[2]!.memberGroups.push('made3');
  groups[3]!.memberGroups.push('made1');
  tenant.groups.push(...groups);
}

const person = (like: TenantPerson, n: number): TenantPerson => ({
  ...like,
  key: `made${n}`,
  id: `1a000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  displayName: `Made ${n}`,
  userPrincipalName: like.guestOf ? `made${n}_fabrikam.test#EXT#@sandbox.test` : `made${n}@sandbox.test`,
  mail: like.guestOf ? `made${n}@fabrikam.test` : `made${n}@sandbox.test`,
  appRoles: [],
  guestOf: like.guestOf && { ...like.guestOf, objectId: `9a000000-0000-4000-8000-${String(n).padStart(12, '0')}` },
});

/** Documents that all contain the word `zebra`, each for nobody, for everybody, or for some people and groups. */
export function documentsOf({ people, groups }: Tenant, seed: number): IndexedDocument[] {
  const random = randomNumbers(seed);
  const oneOf = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  return Array.from({ length: DOCUMENTS }, (_, n) => {
    const named = Array.from(
      { length: Math.floor(random() * 4) },
      () => oneOf<{ id: string }>(random() < 0.5 ? people : groups).id,
    );
    const readers = random() < 0.1 ? [EVERYONE, ...named] : named;
    const title = n % 5 === 0 ? `Zebra ${n}` : `Document ${n}`;
    return aDocument({
      id: `d${n}`,
      title,
      text: `About a zebra and ${n % 2 === 0 ? 'a lion' : 'grass'}.`,
      readers,
      modifiedAt: n % 97,
    });
  });
}

/**
 * The sorted ids of all documents that a person may read, computed from the lists alone, downwards from each document.
 */
export function readableBy(tenant: Tenant, documents: readonly IndexedDocument[], reader: TenantPerson): string[] {
  const holds = new Map(tenant.groups.map(({ id, key }) => [id, membersOf(tenant, key)]));
  return documents
    .filter(({ readers }) =>
      readers.some(
        (id) => id === reader.id || (id === EVERYONE && reader.guestOf === null) || holds.get(id)?.has(reader.key),
      ),
    )
    .map(({ id }) => id)
    .sort();
}

function membersOf(tenant: Tenant, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return new Set();
  seen.add(key);
  const { members, memberGroups } = tenant.groups.find((group) => group.key === key)!;
  return new Set([...members, ...memberGroups.flatMap((each) => [...membersOf(tenant, each, seen)])]);
}
