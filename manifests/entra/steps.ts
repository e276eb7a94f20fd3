import {
  CLIENT_PERMISSIONS,
  DELEGATED_PERMISSIONS,
  SERVER_PERMISSIONS,
  SITE_PERMISSIONS,
} from '../../server/people/identity/permissions.ts';
import { clientName, docSiteName, entitlementName, ROLES, SCOPE, serverName, type EntraPlan } from './plan.ts';

/** Inline code in Markdown, for any text. */
const code = (text: string): string => {
  const fence = '`'.repeat(1 + Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)));
  return fence.length === 1 ? `\`${text}\`` : `${fence} ${text} ${fence}`;
};

const permissions = (names: readonly string[], table: readonly { name: string; purpose: string }[]): string[] =>
  names.map((name) => `   - ${code(name)}: ${table.find((each) => each.name === name)!.purpose}`);

const delegated = ({ serverScopes }: EntraPlan): string[] =>
  serverScopes.length === 0
    ? []
    : [
        '1. _API permissions_, _Microsoft Graph_, _Delegated permissions_:',
        ...permissions(serverScopes, DELEGATED_PERMISSIONS),
      ];

const secret = ({ authType }: EntraPlan): string[] =>
  authType === 'managedSystemIdentity'
    ? ['1. No secret: set `DIRECTORY_AUTH_TYPE=managedSystemIdentity`.']
    : [
        '1. _Certificates & secrets_, _New client secret_. Its value is shown once: put it into the secret store of your hosting platform as `DIRECTORY_CLIENT_SECRET`.',
      ];

const search = ({ searchResource }: EntraPlan): string[] =>
  searchResource === ''
    ? []
    : [
        `1. _API permissions_, the search service ${code(searchResource)}, _Delegated permissions_: \`user_impersonation\`.`,
      ];

/** The steps for the document-site registrations; empty if none is wanted. */
const documents = (plan: EntraPlan): string[] => {
  const register = (name: string, roles: readonly string[], secretGoes: string) =>
    roles.length === 0
      ? []
      : [
          '',
          `## ${name}`,
          '',
          `1. _New registration_: ${code(name)}, accounts in this organisation only, no redirect URI.`,
          '1. _API permissions_, _Microsoft Graph_, _Application permissions_:',
          ...permissions(roles, SITE_PERMISSIONS),
          '1. _API permissions_, _Grant admin consent_.',
          `1. _Certificates & secrets_, _New client secret_. Its value is shown once. ${secretGoes}`,
        ];
  return [
    ...register(
      docSiteName(plan),
      plan.docSiteRoles,
      'Id and secret are `DOCSITE_CLIENT_ID` and `DOCSITE_CLIENT_SECRET`, or are entered in Handback: _Administration_, _Document libraries_.',
    ),
    ...register(
      entitlementName(plan),
      plan.entitlementRoles,
      'Id and secret are entered in Handback: _Administration_, _Access to libraries_.',
    ),
  ];
};

/** What the script does, as manual steps in the Entra admin centre. */
export function stepsOf(plan: EntraPlan): string {
  const spa = plan.redirectUris.filter(({ platform }) => platform === 'spa').map(({ uri }) => code(uri));
  const native = plan.redirectUris.filter(({ platform }) => platform !== 'spa').map(({ uri }) => code(uri));
  const lines = [
    '# Registrations at Microsoft Entra ID',
    '',
    `Written by \`npm run manifests -- entra\`. \`bash entra.sh\` does the same. Where: <https://entra.microsoft.com>, _App registrations_${plan.tenantId && `, tenant ${code(plan.tenantId)}`}.`,
    '',
    '## Server registration',
    '',
    `1. _New registration_: ${code(serverName(plan))}, accounts in this organisation only, no redirect URI. Its _Application (client) ID_ is \`DIRECTORY_CLIENT_ID\`, the _Directory (tenant) ID_ is \`TENANT_ID\`.`,
    '1. _Expose an API_: _Application ID URI_ `api://<DIRECTORY_CLIENT_ID>`, as it is offered.',
    `1. _Expose an API_, _Add a scope_: ${code(SCOPE.value)}, _Admins only_, ${code(SCOPE.adminConsentDisplayName)}.`,
    '1. _Manifest_: `requestedAccessTokenVersion` is `2`.',
    '1. _App roles_, _Create app role_, allowed for _Users/Groups_:',
    ...ROLES.map(({ value, description }) => `   - ${code(value)}: ${description}`),
    '1. _API permissions_, _Microsoft Graph_, _Application permissions_:',
    ...permissions(plan.serverRoles, SERVER_PERMISSIONS),
    ...delegated(plan),
    ...search(plan),
    ...secret(plan),
    '',
    '## Client registration',
    '',
    `1. _New registration_: ${code(clientName(plan))}, accounts in this organisation only. Its _Application (client) ID_ is \`CLIENT_ID\`.`,
    `1. _Authentication_, _Add a platform_, _Single-page application_: ${spa.join(' and ')}.`,
    `1. _Authentication_, _Add a platform_, _Mobile and desktop applications_: ${native.join(' and ')}.`,
    '1. _Authentication_, _Implicit grant and hybrid flows_: _ID tokens_.',
    '1. _API permissions_, _Microsoft Graph_, _Delegated permissions_:',
    ...permissions(plan.clientScopes, CLIENT_PERMISSIONS),
    `1. _API permissions_, _APIs my organization uses_, ${code(serverName(plan))}, _Delegated permissions_: ${code(SCOPE.value)}.`,
    ...search(plan),
    ...documents(plan),
    '',
    '## Client and server registration',
    '',
    `1. Server registration, _Expose an API_, _Add a client application_: the \`CLIENT_ID\`, with the scope ${code(SCOPE.value)}.`,
    '1. Both registrations, _API permissions_, _Grant admin consent_.',
    `1. _Enterprise applications_, ${code(serverName(plan))}, _Users and groups_: give people or groups the roles.`,
    '1. Look whether all is well, with the variables set: `npm run verify:tenant`.',
    '',
  ];
  return lines.join('\n');
}
