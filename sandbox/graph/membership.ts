import type { Tenant, TenantGroup, TenantPerson, TenantReader } from '../tenant.ts';

/** Everything reachable, each once; groups may form cycles. */
function reachable(start: string[], next: (key: string) => string[]): Set<string> {
  const seen = new Set(start);
  for (const key of seen) for (const found of next(key)) seen.add(found);
  return seen;
}

/** Everybody in a group, directly or through other groups, once each. */
export function transitiveMembers(tenant: Tenant, group: TenantGroup): TenantPerson[] {
  const groups = new Map(tenant.groups.map((each) => [each.key, each]));
  const keys = reachable([group.key], (key) => groups.get(key)?.memberGroups ?? []);
  const members = new Set([...keys].flatMap((key) => groups.get(key)?.members ?? []));
  return tenant.people.filter(({ key }) => members.has(key));
}

/** Every group that a person is in, directly or through others. */
export function transitiveGroups(tenant: Tenant, person: TenantPerson): TenantGroup[] {
  const direct = tenant.groups.filter(({ members }) => members.includes(person.key)).map(({ key }) => key);
  const holders = (key: string) =>
    tenant.groups.filter(({ memberGroups }) => memberGroups.includes(key)).map((each) => each.key);
  const keys = reachable(direct, holders);
  return tenant.groups.filter(({ key }) => keys.has(key));
}

/** Whether a person is among the readers, directly or through a group; organisation links exclude guests. */
export function mayRead(tenant: Tenant, personId: string, readers: TenantReader[]): boolean {
  const person = tenant.people.find(({ id }) => id === personId);
  if (!person) return false;
  const groups = new Set(transitiveGroups(tenant, person).map(({ key }) => key));
  return readers.some((reader) => {
    if ('link' in reader) return person.guestOf === null;
    return 'person' in reader ? reader.person === person.key : groups.has(reader.group);
  });
}
