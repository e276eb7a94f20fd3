import { clientName, docSiteName, entitlementName, ROLES, SCOPE, serverName, type EntraPlan } from './plan.ts';

/** Quotes a word for the shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A Microsoft Graph filter for applications by name. */
const named = (name: string): string => `displayName eq '${name.replaceAll("'", "''")}'`;

/** The script for the Azure CLI: the quoted values, then the commands. @param body registrations.sh */
export function scriptOf(plan: EntraPlan, body: string): string {
  const values: Record<string, string> = {
    WANTED_TENANT: plan.tenantId,
    SERVER_NAME: serverName(plan),
    SERVER_FILTER: named(serverName(plan)),
    CLIENT_NAME: clientName(plan),
    CLIENT_FILTER: named(clientName(plan)),
    SCOPE_NAME: SCOPE.value,
    SCOPE_ID: SCOPE.id,
    SCOPE_JSON: JSON.stringify(SCOPE),
    CLIENT_SCOPES: plan.clientScopes.join(' '),
    SERVER_ROLES: plan.serverRoles.join(' '),
    SERVER_SCOPES: plan.serverScopes.join(' '),
    DOCUMENTS_NAME: docSiteName(plan),
    DOCUMENTS_FILTER: named(docSiteName(plan)),
    DOCUMENTS_ROLES: plan.docSiteRoles.join(' '),
    GRANTING_NAME: entitlementName(plan),
    GRANTING_FILTER: named(entitlementName(plan)),
    GRANTING_ROLES: plan.entitlementRoles.join(' '),
    SEARCH_RESOURCE: plan.searchResource,
    AUTH_TYPE: plan.authType,
  };
  const roles = ROLES.map((role) => `  role "$1" ${quoted(role.value)} ${quoted(JSON.stringify(role))}`);
  const redirects = plan.redirectUris.map(
    ({ platform, uri }) => `  redirect "$1" ${platform} ${quoted(uri)} ${quoted(JSON.stringify(uri))}`,
  );
  return [
    '#!/usr/bin/env bash',
    '# Makes the registrations of Handback at Microsoft Entra ID, or brings them up to date: bash entra.sh',
    '# Written by npm run manifests -- entra.',
    ...Object.entries(values).map(([name, value]) => `${name}=${quoted(value)}`),
    'add_roles() {',
    ...roles,
    '}',
    'add_redirects() {',
    ...redirects,
    '}',
    '',
    body,
  ].join('\n');
}
