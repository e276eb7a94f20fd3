import { z } from 'zod';
import type { RegistrationHealth } from '../../contract/settings.ts';
import { FILES } from '../files/driveGraph.ts';
import type { SettingValues } from '../foundation/settings/settingTable.ts';
import { DirectoryError, type Directory } from '../people/directory/directory.ts';
import type { GraphClient } from '../people/directory/graphClient.ts';
import { DELEGATED_PERMISSIONS, SERVER_PERMISSIONS, healthOf } from '../people/identity/permissions.ts';
import type { Registrations } from '../people/identity/registrationSettings.ts';
import type { ServerRegistration } from '../people/identity/registrations.ts';
import { consentUrlOf } from '../people/identity/tenantCheckRules.ts';

interface Parts {
  registration(): Pick<ServerRegistration, 'grantedPermissions'>;
  registrations(): Registrations;
  graph(): Pick<GraphClient, 'all' | 'one'>;
  directory: Pick<Directory, 'organizationName'>;
  settings(): SettingValues;
  isOpen(channel: string): boolean;
  checkSearch(): Promise<RegistrationHealth['search']>;
  loginOrigin: string;
  now(): number;
}

/** The granted permissions, and how we know them. */
interface Found {
  granted: readonly string[];
  readFrom: 'token' | 'probe';
  /** False if files count as covered by the rule only, and no drive can be opened. */
  opensDrives: boolean;
}

const AnyPerson = z.object({ id: z.string() });

/** The health of the server registration (behaviour 5.3 B): applies the rule to what its token says or a probe finds. */
export function createHealthCheck(parts: Parts): (isFresh: boolean) => Promise<RegistrationHealth> {
  const { registration, registrations, directory, settings, loginOrigin, now } = parts;

  async function find(isFresh: boolean): Promise<Found> {
    const inToken = await registration().grantedPermissions(isFresh);
    const isInToken = inToken.length > 0;
    const granted = isInToken ? inToken : await probe(parts.graph());
    const opensDrives = !isOnlyByRule(granted, FILES) || (await canOpenDrives(parts.graph()));
    return { granted, readFrom: isInToken ? 'token' : 'probe', opensDrives };
  }

  return async (isFresh) => {
    const at = now();
    const found = await find(isFresh).catch((error: unknown) => {
      if (error instanceof DirectoryError) return error;
      throw error;
    });
    const isFound = !(found instanceof DirectoryError);
    const granted = isFound ? found.granted : [];
    const health = healthOf(granted);
    const lacking = new Set([...health.missing, ...health.unavailable.map(({ permission }) => permission)]);
    if (isFound && !found.opensDrives) lacking.add(FILES);
    const { tenantId, directoryClientId, directoryAuthType } = registrations();
    const values = settings();
    return {
      checkedAt: new Date(at).toISOString(),
      authType: directoryAuthType,
      organization: isFound ? await directory.organizationName() : null,
      isHealthy: isFound && health.isHealthy,
      readFrom: isFound ? found.readFrom : null,
      problem: isFound ? null : found.detail,
      missing: health.missing,
      permissions: SERVER_PERMISSIONS.map(({ name, purpose, requiredWhen }) => ({
        name,
        purpose,
        requiredWhen,
        isNeeded: isNeeded(name, values, parts),
        isGranted: !lacking.has(name),
      })),
      delegated: DELEGATED_PERMISSIONS.map(({ name, setting, purpose }) => ({
        name,
        setting,
        purpose,
        isOn: values[setting as keyof SettingValues] === true,
      })),
      consentUrl: consentUrlOf(tenantId, directoryClientId, loginOrigin),
      search: await parts.checkSearch(),
    };
  };
}

/** Nothing depends on it: without it the tenant's name is not shown. */
const OPTIONAL = 'Organization.Read.All';

/** Whether the feature that needs a permission is enabled; permissions of permanent features are always needed. */
function isNeeded(name: string, { personalFileLocation }: SettingValues, { isOpen }: Pick<Parts, 'isOpen'>): boolean {
  if (name === OPTIONAL) return false;
  if (name === FILES) return personalFileLocation === 'personalDrive';
  return name.startsWith('TeamsApp') || name.startsWith('AppCatalog') ? isOpen('teams') : true;
}

/** The rule counts Directory.Read.All as covering files, but Microsoft Graph opens none with it. */
const isOnlyByRule = (granted: readonly string[], name: string): boolean =>
  granted.includes('Directory.Read.All') && !granted.includes(name);

/** If the token does not list permissions: derives them from what can be read. */
async function probe(graph: Pick<GraphClient, 'all' | 'one'>): Promise<string[]> {
  const people = await allowed(() =>
    graph.all(AnyPerson, { path: '/users', query: { $select: 'id', $top: '1' }, permission: 'User.ReadBasic.All' }, 1),
  );
  if (!people.isAllowed) return [];
  const id = people.value?.[0]?.id;
  if (id === undefined) return ['User.ReadBasic.All'];
  const path = `/users/${id}/transitiveMemberOf/microsoft.graph.group`;
  const query = { $select: 'id', $top: '1' };
  const groups = await allowed(() =>
    graph.all(AnyPerson, { path, query, isAdvanced: true, permission: 'GroupMember.Read.All' }, 1),
  );
  return ['User.ReadBasic.All', ...(groups.isAllowed ? ['GroupMember.Read.All'] : [])];
}

async function canOpenDrives(graph: Pick<GraphClient, 'all' | 'one'>): Promise<boolean> {
  const query = { $select: 'id', $top: '1' };
  const people = await graph.all(AnyPerson, { path: '/users', query, permission: 'User.ReadBasic.All' }, 1);
  const id = people?.[0]?.id;
  if (id === undefined) return false;
  const path = `/users/${id}/drive/special/approot`;
  return (await allowed(() => graph.one(AnyPerson, { path, permission: FILES }))).isAllowed;
}

/** @throws DirectoryError if the directory cannot be reached: that says nothing about permissions */
async function allowed<T>(read: () => Promise<T>): Promise<{ isAllowed: true; value: T } | { isAllowed: false }> {
  try {
    return { isAllowed: true, value: await read() };
  } catch (error) {
    if (error instanceof DirectoryError && error.code === 'directory_denied') return { isAllowed: false };
    throw error;
  }
}
