import type { ClientConfig } from './client.ts';

/**
 * The scopes and endpoints that a client accepts from a server. A server that could make a client fetch and send it a
 * token for something else, Microsoft Graph say, could act there as the person who signs in.
 */

const ID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
const API_SCOPE = new RegExp(`^api://${ID}/[\\w.-]+$`, 'i');
/** Ids of Microsoft's own applications, including Microsoft Graph. */
const OF_MICROSOFT = /^api:\/\/[\da-f]{8}-0000-0000-c000-000000000000\//i;
/** Azure AI Search, by its address or by its id. */
const SEARCH_SCOPE =
  /^(?:https:\/\/search\.azure\.com|(?:api:\/\/)?880da380-985e-4198-81b9-e05b1cc53158)\/user_impersonation$/i;

/** Whether the scope is for an organisation's own API, such as the server registration. */
export const isApiScope = (scope: string): boolean => API_SCOPE.test(scope) && !OF_MICROSOFT.test(scope);

/** Whether the scope is for the search service (behaviour 5.3 D), or for an organisation's own proxy in front of it. */
export const isSearchScope = (scope: string): boolean => SEARCH_SCOPE.test(scope) || isApiScope(scope);

const AUTHORITY = new RegExp(`^https://login\\.microsoftonline\\.com/${ID}$`, 'i');
const IS_HERE = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?\//;

/**
 * Whether people sign in at Microsoft: a server that names other endpoints would receive their authorization code. Only
 * the sandbox has its own, on this machine.
 */
export const signsInAtMicrosoft = ({ authority, tenantId, authorityMetadata }: ClientConfig['auth']): boolean =>
  AUTHORITY.test(authority) &&
  authority.endsWith(`/${tenantId}`) &&
  (authorityMetadata === null || endpointsOf(authorityMetadata).every((address) => IS_HERE.test(address)));

function endpointsOf(metadata: string): string[] {
  try {
    const entries = Object.entries(JSON.parse(metadata) as Record<string, unknown>);
    return entries.filter(([name]) => /_(?:endpoint|uri)$/.test(name)).map(([, address]) => String(address));
  } catch {
    return ['none'];
  }
}
