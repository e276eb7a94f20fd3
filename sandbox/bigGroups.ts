import type { Tenant, TenantGroup, TenantPerson } from './tenant.ts';

/** The sizes of groups for fan-out tests and benchmarks. */
export const BIG_GROUP_SIZES = [5_000, 10_000] as const;

const objectId = (kind: number, n: number) => `${kind}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

function generatePerson(n: number, domain: string): TenantPerson {
  const key = `person${n}`;
  const address = `${key}@${domain}`;
  return {
    key,
    id: objectId(5, n),
    displayName: `Person ${n}`,
    givenName: 'Person',
    surname: String(n),
    userPrincipalName: address,
    mail: address,
    jobTitle: null,
    department: null,
    officeLocation: null,
    companyName: null,
    employeeId: null,
    mobilePhone: null,
    businessPhones: [],
    preferredLanguage: null,
    manager: null,
    appRoles: [],
    guestOf: null,
    isGenerated: true,
  };
}

/**
 * Adds one group per size, named `big-<size>`, to a tenant that has not been started yet. The groups share members: the
 * largest contains all of them.
 */
export function addBigGroups(tenant: Tenant, sizes: readonly number[] = BIG_GROUP_SIZES): TenantGroup[] {
  const people = Array.from({ length: Math.max(0, ...sizes) }, (_, i) => generatePerson(i + 1, tenant.domain));
  const groups = sizes.map((size) => ({
    key: `big-${size}`,
    id: objectId(6, size),
    displayName: `Big ${size}`,
    description: `${size} people`,
    mail: `big-${size}@${tenant.domain}`,
    members: people.slice(0, size).map(({ key }) => key),
    memberGroups: [],
  }));
  tenant.people.push(...people);
  tenant.groups.push(...groups);
  return groups;
}
