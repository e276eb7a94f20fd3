import type { ClientConfig } from '../../contract/client.ts';
import type { Config } from '../foundation/config.ts';
import type { SettingValues } from '../foundation/settings/settingTable.ts';
import { SCOPE_ORDER } from '../people/identity/permissions.ts';
import { GRAPH_ORIGIN, LOGIN_ORIGIN, loginOriginOf } from '../people/identity/registrations.ts';
import { searchScopeIn } from '../search/chosenIndex.ts';
import type { Services } from './services.ts';

/** What a client needs to sign in, and which features it shows. */
export function toClientConfig(
  config: Config,
  version: string,
  { channels, live, people, search }: Pick<Services, 'channels' | 'live' | 'people' | 'search'>,
): ClientConfig {
  const { clientId, tenantId, directoryClientId } = people.registrations();
  const authorityOrigin = loginOriginOf(config.originMap);
  return {
    mode: config.mode,
    version,
    auth: {
      clientId,
      tenantId,
      authority: `${LOGIN_ORIGIN}/${tenantId}`,
      knownAuthorities: config.authorityMetadata ? [new URL(authorityOrigin).host, new URL(LOGIN_ORIGIN).host] : [],
      authorityMetadata: config.authorityMetadata,
      apiScope: `api://${directoryClientId}/User.Read`,
      searchScope: searchScopeIn(live.current()),
      scopeFallbacks: SCOPE_ORDER.map((scopes) => [...scopes]),
    },
    documents: documentsIn(config, live.current()),
    links: { mailbox: config.mailboxUrl },
    features: {
      email: channels.has('email'),
      assistant: config.llm !== null,
      search: search.isOn(),
      channels: [...channels.keys()],
    },
    minimumDesktopVersion: '0.1.0',
  };
}

/**
 * What clients may read from Microsoft Graph themselves. Whether a person may depends on what the client registration
 * was granted.
 */
export function documentsIn(
  { originMap }: Config,
  { personalFileLocation, docSiteClientId, docSiteAuthType }: SettingValues,
): ClientConfig['documents'] {
  const drive = personalFileLocation === 'personalDrive';
  const libraries = docSiteClientId !== null || docSiteAuthType === 'managedSystemIdentity'; // needs no client id
  return drive || libraries ? { graph: originMap[GRAPH_ORIGIN] ?? GRAPH_ORIGIN, drive, libraries } : null;
}
