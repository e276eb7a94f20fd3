import { registrationKey, type Registration, type Tenant, type TenantPerson } from '../tenant.ts';
import { Refusal } from './refusal.ts';

export const GRAPH = 'https://graph.microsoft.com';
/** Graph by its application id: accepted as an audience, too. */
export const GRAPH_APP_ID = '00000003-0000-0000-c000-000000000000';
/** What a bot's own token is for: the service that carries its messages to Teams. */
export const BOT_FRAMEWORK = 'https://api.botframework.com';
/** Azure AI Search, all services of it. */
export const SEARCH_SERVICE = 'https://search.azure.com';
const OPENID_SCOPES = ['openid', 'profile', 'email', 'offline_access'];

/** What a list of scopes asks for: one resource, and names on it. */
export interface Target {
  /** As the caller spelt it: MSAL looks tokens up in its cache by this spelling. */
  resource: string;
  names: string[];
  openId: string[];
}

/** `api://x/User.Read`, `https://graph.microsoft.com/.default`, bare Graph scopes. All must be of one resource. */
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

/** @param version overrides the version that the resource's registration asks for */
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
 * The delegated permissions that a token for this person carries.
 * @throws Refusal `consent_required` when one of the names was not consented to
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
