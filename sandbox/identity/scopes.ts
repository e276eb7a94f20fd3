import { registrationKey, type Registration, type Tenant, type TenantPerson } from '../tenant.ts';
import { Refusal } from './refusal.ts';

export const GRAPH = 'https://graph.microsoft.com';
/** Graph's application id, which is also accepted as an audience. */
export const GRAPH_APP_ID = '00000003-0000-0000-c000-000000000000';
/** The audience of a bot's own tokens: the service that delivers its messages to Teams. */
export const BOT_FRAMEWORK = 'https://api.botframework.com';
/** Azure AI Search, all services of it. */
export const SEARCH_SERVICE = 'https://search.azure.com';
const OPENID_SCOPES = ['openid', 'profile', 'email', 'offline_access'];

/** The target of a list of scopes: one resource and its scope names. */
export interface Target {
  /** As spelled by the caller, because MSAL's cache keys use this spelling. */
  resource: string;
  names: string[];
  openId: string[];
}

/** `api://x/User.Read`, `https://graph.microsoft.com/.default`, bare Graph scopes. All must belong to one resource. */
export function parseScopes(scope: string): Target {
  const all = scope.split(/\s+/).filter(Boolean);
  const parsed = all
    .filter((name) => !OPENID_SCOPES.includes(name))
    .map((name) => {
      const slash = name.lastIndexOf('/');
      return slash < 0 ? { resource: GRAPH, name } : { resource: name.slice(0, slash), name: name.slice(slash + 1) };
    });
  const resources = new Set(parsed.map(({ resource }) => resource));
  if (resources.size > 1) throw new Refusal(28000);
  return {
    resource: parsed[0]?.resource ?? GRAPH,
    names: parsed.map(({ name }) => name),
    openId: all.filter((name) => OPENID_SCOPES.includes(name)),
  };
}

export interface Resource {
  /** Key in a registration's grants. */
  key: string;
  audience: string;
  version: 1 | 2;
}

/** @param version overrides the token version in the resource's registration */
export function findResource(tenant: Tenant, name: string, version?: 1 | 2): Resource {
  if (name === GRAPH || name === GRAPH_APP_ID) return { key: 'graph', audience: GRAPH, version: 1 };
  if (name === BOT_FRAMEWORK) return { key: 'botFramework', audience: BOT_FRAMEWORK, version: 1 };
  if (name === SEARCH_SERVICE) return { key: 'search', audience: SEARCH_SERVICE, version: 1 };
  const key = registrationKey(tenant, name);
  if (!key) throw new Refusal(500011, name);
  const { clientId, accessTokenVersion } = tenant.registrations[key];
  const wanted = version ?? accessTokenVersion;
  return { key, audience: wanted === 2 ? clientId : `api://${clientId}`, version: wanted };
}

/**
 * The delegated permissions in a token for this person.
 * @throws Refusal `consent_required` if one of the names has no consent
 */
export function consentedScopes(
  registration: Registration,
  person: TenantPerson,
  resource: Resource,
  names: string[],
): string[] {
  const grants = person.guestOf ? registration.delegatedToGuests : registration.delegated;
  const granted = grants[resource.key] ?? [];
  const wanted = names.includes('.default') ? granted : names;
  if (wanted.length === 0 || wanted.some((name) => !granted.includes(name)))
    throw new Refusal(65001, registration.displayName);
  return wanted;
}
