import type { ChannelHost } from '../../contract/channel.ts';
import type { Config } from '../foundation/config.ts';
import { createAuthenticate, type Authenticate, type Caller } from '../foundation/http/authenticate.ts';
import { createPlatformFetch } from '../foundation/http/outbound.ts';
import type { LiveSettings } from '../foundation/settings/liveSettings.ts';
import { createCachedDirectory } from '../people/directory/cachedDirectory.ts';
import { createBotInstaller } from '../people/directory/botInstaller.ts';
import type { Directory } from '../people/directory/directory.ts';
import type { GraphClient } from '../people/directory/graphClient.ts';
import { createGraphDirectory } from '../people/directory/graphDirectory.ts';
import { createBearerVerifier, type VerifyBearer } from '../people/identity/bearer.ts';
import { createAdministratorResolver, createCallerResolver, type CallerOptions } from '../people/identity/caller.ts';
import { registrationsOf, type Registrations } from '../people/identity/registrationSettings.ts';
import { createServerRegistration, type ServerRegistration } from '../people/identity/registrations.ts';
import { createDelegatedApplication, type DelegatedApplication } from '../people/identity/delegatedApplication.ts';
import { createDelegations, type Delegations } from '../people/onBehalf/delegations.ts';
import { createProfiles, type Profiles } from '../people/profiles/profiles.ts';
import { searchScopeIn } from '../search/chosenIndex.ts';
import type { PersonalDrives } from '../files/personalDrive.ts';
import { drivesOf } from './files.ts';
import { graphOf } from './graph.ts';
import type { Ground } from './ground.ts';
import { standIn } from './standIn.ts';

export interface People {
  directory: Directory;
  authenticate: Authenticate;
  /** Lets administrators in even if the directory cannot be read. */
  authenticateAdministrator: Authenticate;
  installBot: ChannelHost['installBot'];
  /** The current server registration. */
  registration(): ServerRegistration;
  registrations(): Registrations;
  graph(): GraphClient;
  /** Drives that may hold files of answers. */
  drives: PersonalDrives;
  delegations: Delegations;
  profiles: Profiles;
  /** The token a caller sent with this call. */
  assertionOf(caller: Caller): string | null;
  /** The directory that other registrations would open. */
  directoryOf(ids: Registrations): Directory;
}

/** What is created from the registrations. */
interface Registered {
  ids: Registrations;
  registration: ServerRegistration;
  graph: GraphClient;
  drives: PersonalDrives;
  directory: Directory;
  verifyBearer: VerifyBearer;
  installBot: ChannelHost['installBot'];
  delegated: DelegatedApplication;
}

type Clocks = Pick<Ground, 'now' | 'steady' | 'callLimits'>;

/** Creates everything that depends on the registrations. */
export function register(ids: Registrations, config: Config, { now, steady }: Clocks): Registered {
  const platformFetch = createPlatformFetch(config.originMap);
  const registration = createServerRegistration({ ...ids, platformFetch });
  const graph = graphOf(registration, { platformFetch, now, steady });
  return {
    ids,
    registration,
    graph,
    drives: drivesOf(registration, { ...config, now, steady }),
    directory: createCachedDirectory(createGraphDirectory(graph), steady),
    verifyBearer: createBearerVerifier({ ...ids, platformFetch, now }),
    installBot: createBotInstaller(graph),
    delegated: createDelegatedApplication(ids, platformFetch),
  };
}

/**
 * The directory, and who calls. When the registrations change, everything that depends on them is recreated; what other
 * parts hold are proxies for the current objects.
 *
 * @throws NotSetUp while a registration is missing
 */
export async function composePeople(config: Config, live: LiveSettings, ground: Ground): Promise<People> {
  let registered!: Registered;
  await live.follow(registrationsOf, (ids) => void (registered = register(ids, config, ground)));
  const directory = standIn(() => registered.directory);
  const known: Pick<CallerOptions, 'verifyBearer' | 'roleHolders'> = {
    verifyBearer: (authorization) => registered.verifyBearer(authorization),
    roleHolders: () => live.current(),
  };
  const resolveCaller = createCallerResolver({ ...known, directory });
  const registrations = () => registered.ids;
  const profiles = createProfiles({
    ...ground,
    directory,
    timeZone: config.timeZone,
    everyMs: ground.options.profilesEveryMs,
  });
  const assertions = new WeakMap<Caller, string>(); // not on the caller, which is passed around
  const resolveAndKeep = async (authorization: string | undefined): Promise<Caller> => {
    const caller = await resolveCaller(authorization);
    assertions.set(caller, authorization!.replace(/^Bearer /i, ''));
    profiles.used(caller.person.id);
    return caller;
  };
  return {
    directory,
    delegations: createDelegations({
      ...ground,
      settings: live.current,
      registrations,
      application: () => registered.delegated,
      searchScope: () => searchScopeIn(live.current()),
    }),
    profiles,
    assertionOf: (caller) => assertions.get(caller) ?? null,
    authenticate: createAuthenticate(resolveAndKeep, ground.callLimits),
    authenticateAdministrator: createAuthenticate(createAdministratorResolver(known, resolveCaller), ground.callLimits),
    installBot: (...call) => registered.installBot(...call),
    registration: () => registered.registration,
    registrations,
    graph: () => registered.graph,
    drives: standIn(() => registered.drives),
    directoryOf: (ids) => register(ids, config, ground).directory,
  };
}
