import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';

/** A registration of the tenant. */
export interface App {
  appId: string;
  id: string;
  displayName: string;
  credentials: { keyId: string }[];
  spa?: { redirectUris: string[] };
  publicClient: { redirectUris: string[] };
  web?: { implicitGrantSettings?: { enableIdTokenIssuance?: boolean } };
  identifierUris: string[];
  api: {
    requestedAccessTokenVersion: number;
    oauth2PermissionScopes: { id: string; value: string; type: string }[];
    preAuthorizedApplications: { appId: string; delegatedPermissionIds: string[] }[];
  };
  appRoles: { value: string; allowedMemberTypes: string[] }[];
  requiredResourceAccess: { resourceAppId: string; resourceAccess: { id: string; type: string }[] }[];
}

interface Permission {
  id: string;
  value: string;
}

interface Principal {
  id?: string;
  appId: string;
  names?: string[];
  appRoles?: Permission[];
  oauth2PermissionScopes?: Permission[];
}

export interface Tenant {
  tenantId: string;
  /** The secret of every registration. */
  secret: string;
  apps: App[];
  principals: Principal[];
  /** The command that fails. */
  failing?: string;
}

/** Stands in for the Azure command line: answers as it does, from a tenant in memory. */
export interface Azure {
  tenant: Tenant;
  /** The arguments of each call. */
  calls: string[][];
  close(): Promise<void>;
}

/** Sends its arguments to this process, which answers with a status and a text: a Node process per call takes long. */
const AZ = (port: number) => `#!/usr/bin/env bash
exec 3<>/dev/tcp/127.0.0.1/${port}
printf '%s\\0' "$#" "$@" >&3
read -r status <&3
if [ "$status" = 0 ]; then cat <&3; else cat <&3 >&2; fi
exit "$status"
`;

/** @param file where to put the command */
export async function startAzure(file: string, tenant: Tenant): Promise<Azure> {
  const azure = { tenant, calls: [] as string[][] };
  const server = net.createServer((socket) => {
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
      const [count, ...args] = received.split('\0');
      if (args.length <= Number(count)) return; // an argument is complete when a zero follows
      args.pop();
      azure.calls.push(args);
      try {
        socket.end(`0\n${answer(azure.tenant, args)}`);
      } catch (error) {
        socket.end(`1\nERROR: ${(error as Error).message}\n`);
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await writeFile(file, AZ((server.address() as AddressInfo).port));
  await chmod(file, 0o755);
  return Object.assign(azure, { close: () => new Promise<void>((resolve) => server.close(() => resolve())) });
}

function fail(text: string): never {
  throw new Error(text);
}

function answer(tenant: Tenant, args: string[]): string {
  const firstOption = args.findIndex((each) => each.startsWith('--'));
  const command = args.slice(0, firstOption).join(' ');
  const option = (name: string) => (args.includes(`--${name}`) ? args[args.indexOf(`--${name}`) + 1]! : '');
  if (tenant.failing === command) fail('the network is down');
  const value = (COMMANDS[command] ?? fail(`what is ${command}?`))(tenant, option);
  const asked = option('query') ? select(option('query'), value) : value;
  if (option('output') === 'none') return '';
  if (option('output') !== 'tsv') return `${JSON.stringify(asked ?? null, null, 2)}\n`;
  return [asked ?? []]
    .flat()
    .map((each) => `${String(each)}\r\n`)
    .join('');
}

/** As much of JMESPath as is asked: `a.b`, `a[].b`, `a[?b=='c'].d | [0]`. */
function select(query: string, root: unknown): unknown {
  const [path, first] = query.split(' | ');
  let values = [root];
  let isList = false;
  for (const [, name, bracket, key, wanted] of path!.matchAll(/(?:^|\.)(\w*)(\[(?:\?(\w+)=='([^']*)')?\])?/g)) {
    values = values
      .map((value) => (name ? (value as Record<string, unknown>)[name] : value))
      .filter((value) => value !== undefined && value !== null);
    if (!bracket) continue;
    isList = true;
    values = values.flat().filter((value) => key === undefined || (value as Record<string, unknown>)[key] === wanted);
  }
  return isList && !first ? values : values[0];
}

type Option = (name: string) => string;

const named = (option: Option) => /^\w+ eq '(.*)'$/s.exec(option('filter'))![1]!.replaceAll("''", "'");
const appOf = ({ apps }: Tenant, option: Option): App =>
  apps.find(({ appId }) => appId === option('id')) ?? fail('no such application');

const COMMANDS: Record<string, (tenant: Tenant, option: Option) => unknown> = {
  'account show': ({ tenantId }) => ({ tenantId }),
  'ad app list': ({ apps }, option) => apps.filter(({ displayName }) => displayName === named(option)),
  'ad app create'({ apps }, option) {
    const made = { appId: randomUUID(), id: randomUUID(), displayName: option('display-name'), credentials: [] };
    apps.push(made as Partial<App> as App); // the script adds the rest
    return made;
  },
  'ad app show': appOf,
  rest({ apps }, option) {
    const app = apps.find(({ id }) => option('uri') === `https://graph.microsoft.com/v1.0/applications/${id}`)!;
    const known = app as unknown as Record<string, object>;
    for (const [name, value] of Object.entries(JSON.parse(option('body')) as Record<string, object>))
      known[name] = Array.isArray(value) ? value : { ...known[name], ...value };
  },
  'ad sp list': ({ principals }, option) => principals.filter(({ appId }) => appId === named(option)),
  'ad sp create': ({ principals }, option) => void principals.push({ id: randomUUID(), appId: option('id') }),
  'ad sp show'({ principals, apps }, option) {
    const found = principals.find((each) => [each.appId, ...(each.names ?? [])].includes(option('id')));
    if (!found) fail('no such principal');
    const app = apps.find(({ appId }) => appId === found.appId);
    return app ? { ...found, oauth2PermissionScopes: app.api.oauth2PermissionScopes } : found;
  },
  'ad app permission add'(tenant, option) {
    const [id, type] = option('api-permissions').split('=');
    (appOf(tenant, option).requiredResourceAccess ??= []).push({
      resourceAppId: option('api'),
      resourceAccess: [{ id: id!, type: type! }],
    });
  },
  'ad app credential list': (tenant, option) => appOf(tenant, option).credentials,
  'ad app credential reset'(tenant, option) {
    appOf(tenant, option).credentials.push({ keyId: randomUUID() });
    return { password: tenant.secret };
  },
};
