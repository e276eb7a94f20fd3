import type { ChannelHost } from '../../contract/channel.ts';
import type { Config } from '../foundation/config.ts';
import { createAuthenticate, type Authenticate } from '../foundation/http/authenticate.ts';
import { createPlatformFetch } from '../foundation/http/outbound.ts';
import type { Settings } from '../foundation/settings/settings.ts';
import { createCachedDirectory } from '../people/directory/cachedDirectory.ts';
import { createBotInstaller } from '../people/directory/botInstaller.ts';
import type { Directory } from '../people/directory/directory.ts';
import { createGraphClient } from '../people/directory/graphClient.ts';
import { createGraphDirectory } from '../people/directory/graphDirectory.ts';
import { createBearerVerifier } from '../people/identity/bearer.ts';
import { createCallerResolver } from '../people/identity/caller.ts';
import { createServerRegistration } from '../people/identity/registrations.ts';
import type { Ground } from './ground.ts';

export interface People {
  directory: Directory;
  authenticate: Authenticate;
  installBot: ChannelHost['installBot'];
}

/** Who is who: the directory, and who calls. Start-up has made sure that the registrations are configured. */
export async function composePeople(
  config: Config,
  settings: Settings,
  { now, steady, callLimits }: Pick<Ground, 'now' | 'steady' | 'callLimits'>,
): Promise<People> {
  const { tenantId, clientId, directoryClientId, directoryClientSecret, directoryAuthType } = config;
  const platformFetch = createPlatformFetch(config.originMap);
  const ids = { tenantId: tenantId!, clientId: clientId!, directoryClientId: directoryClientId! };
  const registration = createServerRegistration({ ...ids, directoryClientSecret, directoryAuthType, platformFetch });
  const graph = createGraphClient({
    graphToken: () => registration.graphToken(),
    platformFetch,
    now,
    steady,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: Math.random,
  });
  const directory = createCachedDirectory(createGraphDirectory(graph), steady);
  const verifyBearer = createBearerVerifier({ ...ids, platformFetch, now });
  const [adminGroupIds, authorGroupIds] = [await settings.get('adminGroupIds'), await settings.get('authorGroupIds')];
  const resolveCaller = createCallerResolver({ verifyBearer, directory, adminGroupIds, authorGroupIds });
  return {
    directory,
    authenticate: createAuthenticate(resolveCaller, callLimits),
    installBot: createBotInstaller(graph),
  };
}
