import type {
  AdministratorChoice,
  ClientCheckBody,
  FindAdministratorBody,
  FoundAdministrator,
  RegistrationCheck,
  RegistrationValues,
  ServerCheckBody,
  SetupBody,
  SetupView,
} from '../../contract/setup.ts';
import { check, failed, ProblemError } from '../foundation/errors.ts';
import type { Fetch } from '../foundation/http/outbound.ts';
import type { LiveSettings } from '../foundation/settings/liveSettings.ts';
import type { CurrentValueOf } from '../foundation/settings/settingChanges.ts';
import type { Settings, StoredBy } from '../foundation/settings/settings.ts';
import type { SettingValues } from '../foundation/settings/settingTable.ts';
import { DirectoryError, type Directory } from '../people/directory/directory.ts';
import {
  isRegistered,
  REGISTRATION_SETTINGS,
  registrationsOf,
  type Registrations,
} from '../people/identity/registrationSettings.ts';
import { checkClient, checkServer } from '../people/identity/tenantChecks.ts';
import { faultsOf, isAt, toRegistrationCheck } from './setupRules.ts';
import { toSettingView } from './settingView.ts';

/** Configures the registrations (behaviour 2.9): they are tested at the tenant before they are stored. */
export interface Setup {
  view(): Promise<SetupView>;
  /** @throws ProblemError `validation_failed` for values that are missing or set by a variable, or for another host */
  checkClient(asked: ClientCheckBody): Promise<RegistrationCheck[]>;
  /** @throws ProblemError as `checkClient` */
  checkServer(asked: ServerCheckBody): Promise<RegistrationCheck[]>;
  /** @throws ProblemError `validation_failed` if there is no such person or group */
  findAdministrator(asked: FindAdministratorBody): Promise<FoundAdministrator>;
  /**
   * Stores everything or nothing.
   * @throws ProblemError `validation_failed` with the invalid fields, `changed_meanwhile` if somebody else was faster
   */
  complete(asked: SetupBody, by: StoredBy): Promise<void>;
}

interface Parts {
  settings: Pick<Settings, 'get' | 'asIf' | 'change' | 'describe' | 'forget'>;
  live: Pick<LiveSettings, 'refresh'>;
  /** The directory that these registrations open, as opposed to the running product's. */
  directoryOf(registrations: Registrations): Pick<Directory, 'personByAddress' | 'personById' | 'groupByReference'>;
  platformFetch: Fetch;
  publicUrl: string;
}

type Given = RegistrationValues;

/** All settings it reads: it must work even if others cannot be read. */
const NEEDED = [...REGISTRATION_SETTINGS, 'adminIds', 'adminGroupIds'] as const;
type Needed = Pick<SettingValues, (typeof NEEDED)[number]>;

async function neededOf(settings: Pick<Settings, 'get'>): Promise<Needed> {
  const read = NEEDED.map(async (name) => [name, await settings.get(name)] as const);
  return Object.fromEntries(await Promise.all(read)) as unknown as Needed;
}

const ofRegistrations = (name: string): boolean => REGISTRATION_SETTINGS.some((each) => each === name);

export function createSetup(parts: Parts): Setup {
  const { settings, live, platformFetch, publicUrl } = parts;
  const redirectUri = `${publicUrl}/`;

  /** The settings as they would take effect. @throws ProblemError for values that a variable overrides */
  async function wanted(given: Given): Promise<Needed> {
    const values = { ...(await neededOf(settings)), ...settings.asIf(given) };
    const names = (Object.keys(given) as (keyof Given)[]).filter((name) => values[name] !== given[name]);
    if (names.length === 0) return values;
    const described = new Map((await settings.describe()).map((each) => [each.name, each.variables]));
    const variableOf = (name: keyof Given) => (described.get(name) ?? []).join(', ');
    throw failed(
      Object.fromEntries(names.map((name) => [name, check('setByVariable', { variable: variableOf(name) })])),
    );
  }

  function checkAddress(address: string): void {
    if (!isAt(address, publicUrl)) throw failed({ address: check('otherHost', { publicUrl }) });
  }

  return {
    async view() {
      settings.forget(); // bypass the cache
      const [described, values] = await Promise.all([settings.describe(), neededOf(settings)]);
      return {
        isComplete: isRegistered(values),
        redirectUri,
        settings: described.filter(({ name }) => ofRegistrations(name)).map(toSettingView),
        needsAdministrator: hasNoAdministrator(values),
      };
    },

    async checkClient({ address, ...given }) {
      checkAddress(address);
      const { tenantId, clientId } = present(await wanted(given), 'tenantId', 'clientId');
      return (await checkClient({ tenantId, clientId, redirectUri }, platformFetch)).map(toRegistrationCheck);
    },

    async checkServer(given) {
      const asked = serverOf(await wanted(given));
      return (await checkServer(asked, platformFetch)).map(toRegistrationCheck);
    },

    async findAdministrator({ administrator, ...given }) {
      const server = serverOf(await wanted(given));
      return find(parts.directoryOf({ ...server, clientId: '' }), administrator);
    },

    async complete({ address, administrator, ...given }, by) {
      checkAddress(address);
      settings.forget();
      const before = await neededOf(settings);
      const values = await wanted(given);
      const server = serverOf(values);
      const { clientId } = present(values, 'clientId');
      const registrations = registrationsOf({ ...values, clientId });
      const isOtherTenant = before.tenantId !== null && before.tenantId !== server.tenantId;
      if (!administrator && (isOtherTenant || hasNoAdministrator(before))) throw noAdministrator();
      const ofClient = await checkClient({ ...server, clientId, redirectUri }, platformFetch);
      const ofServer = ofClient[0]!.isOk ? await checkServer(server, platformFetch) : [];
      const faults = faultsOf([...ofClient, ...ofServer].map(toRegistrationCheck));
      if (faults) throw failed(faults);
      const found = administrator && (await find(parts.directoryOf(registrations), administrator));
      await settings.change((now) => ({ ...given, ...changesAfter(before, now, found, isOtherTenant) }), by);
      await live.refresh();
    },
  };
}

type Administrators = Pick<SettingValues, 'adminIds' | 'adminGroupIds'>;

const hasNoAdministrator = ({ adminIds, adminGroupIds }: Administrators): boolean =>
  adminIds.length + adminGroupIds.length === 0;

const noAdministrator = () => failed({ administrator: check('missing') });

const changedMeanwhile = () =>
  new ProblemError('changed_meanwhile', 'The registrations were changed while these were tried; read them again.');

/** @throws ProblemError that names the missing ones */
function present<N extends keyof Given>(values: Needed, ...names: N[]): { [Name in N]: string } {
  const missing = names.filter((name) => values[name] === null);
  if (missing.length > 0) throw failed(Object.fromEntries(missing.map((name) => [name, check('missing')])));
  return values as { [Name in N]: string };
}

function serverOf(values: Needed): Omit<Registrations, 'clientId'> {
  const { directoryAuthType, directoryClientSecret } = values;
  const ids = present(values, 'tenantId', 'directoryClientId');
  if (directoryAuthType === 'clientCredentials') present(values, 'directoryClientSecret');
  return {
    tenantId: ids.tenantId,
    directoryClientId: ids.directoryClientId,
    directoryAuthType,
    directoryClientSecret,
  };
}

/**
 * What to store beside the tested registrations.
 * @param before the settings when testing started
 * @throws ProblemError if they have changed since, or no administrator is left
 */
function changesAfter(
  before: Needed,
  now: CurrentValueOf,
  found: FoundAdministrator | undefined,
  isOtherTenant: boolean,
) {
  // omitted settings were tested too, with their values at that time
  if (REGISTRATION_SETTINGS.some((name) => now(name) !== before[name])) throw changedMeanwhile();
  const roles = { adminIds: now('adminIds'), adminGroupIds: now('adminGroupIds') };
  if (!found && hasNoAdministrator(roles)) throw noAdministrator();
  return rolesAfter(roles, found, isOtherTenant);
}

/** The administrators afterwards. Ids of another tenant mean nobody in this one. */
function rolesAfter(before: Administrators, found: FoundAdministrator | undefined, isOtherTenant: boolean) {
  if (!found) return {};
  const { adminIds, adminGroupIds } = isOtherTenant ? { adminIds: [], adminGroupIds: [] } : before;
  const others = isOtherTenant ? { authorGroupIds: null, auditorGroupIds: null } : {};
  const added = (ids: readonly string[], kind: FoundAdministrator['kind']) =>
    found.kind === kind ? [...new Set([...ids, found.id])] : [...ids];
  return { ...others, adminIds: added(adminIds, 'person'), adminGroupIds: added(adminGroupIds, 'group') };
}

async function find(
  directory: ReturnType<Parts['directoryOf']>,
  { kind, reference }: AdministratorChoice,
): Promise<FoundAdministrator> {
  const read = async () => {
    if (kind === 'group') return directory.groupByReference(reference);
    return (await directory.personById(reference)) ?? directory.personByAddress(reference);
  };
  const found = await read().catch((error: unknown) => {
    if (!(error instanceof DirectoryError)) throw error;
    if (error.code === 'directory_unavailable') throw error.toProblem();
    if (error.code === 'directory_failed') throw failed({ 'administrator.reference': check('nameAmbiguous') });
    const missing = kind === 'group' ? 'Group.Read.All' : 'User.ReadBasic.All';
    throw failed({ 'administrator.reference': check('consentMissing', { missing }) });
  });
  const unknown = kind === 'group' ? 'groupUnknown' : 'personUnknown';
  if (!found) throw failed({ 'administrator.reference': check(unknown, { names: reference }) });
  if ('isDisabled' in found && found.isDisabled)
    throw failed({ 'administrator.reference': check('personDisabled', { names: found.displayName }) });
  return { kind, id: found.id, displayName: found.displayName };
}
