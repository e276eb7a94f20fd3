#!/usr/bin/env node
// Stands in for the Azure command line: answers as it does out of the file AZ_STATE, and notes its arguments in AZ_LOG.
const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
const { randomUUID } = require('node:crypto');

const args = process.argv.slice(2);
const state = JSON.parse(readFileSync(process.env.AZ_STATE, 'utf8'));
const command = args
  .slice(
    0,
    args.findIndex((each) => each.startsWith('--')),
  )
  .join(' ');
const option = (name) => (args.includes(`--${name}`) ? args[args.indexOf(`--${name}`) + 1] : undefined);

appendFileSync(process.env.AZ_LOG, `${JSON.stringify(args)}\n`);

function fail(text) {
  process.stderr.write(`ERROR: ${text}\n`);
  process.exit(1);
}

/** As much of JMESPath as is asked: `a.b`, `a[].b`, `a[?b=='c'].d | [0]`. */
function select(query, root) {
  const [path, first] = query.split(' | ');
  let values = [root];
  let isList = false;
  for (const [, name, bracket, key, wanted] of path.matchAll(/(?:^|\.)(\w*)(\[(?:\?(\w+)=='([^']*)')?\])?/g)) {
    values = values
      .map((value) => (name ? value[name] : value))
      .filter((value) => value !== undefined && value !== null);
    if (!bracket) continue;
    isList = true;
    values = values.flat().filter((value) => key === undefined || value[key] === wanted);
  }
  return isList && !first ? values : values[0];
}

function answer(value) {
  writeFileSync(process.env.AZ_STATE, JSON.stringify(state));
  const asked = option('query') ? select(option('query'), value) : value;
  if (option('output') === 'none') return;
  if (option('output') === 'tsv')
    process.stdout.write(
      [asked ?? []]
        .flat()
        .map((each) => `${each}\r\n`)
        .join(''),
    );
  else process.stdout.write(`${JSON.stringify(asked ?? null, null, 2)}\n`);
}

const appOf = (id) => state.apps.find(({ appId }) => appId === id) ?? fail('no such application');
const named = () => /^\w+ eq '(.*)'$/s.exec(option('filter'))[1].replaceAll("''", "'");

const COMMANDS = {
  'account show': () => ({ tenantId: state.tenantId }),
  'ad app list': () => state.apps.filter(({ displayName }) => displayName === named()),
  'ad app create': () => {
    const app = { appId: randomUUID(), id: randomUUID(), displayName: option('display-name'), credentials: [] };
    state.apps.push(app);
    return app;
  },
  'ad app show': () => appOf(option('id')),
  rest: () => {
    const app = state.apps.find(({ id }) => option('uri') === `https://graph.microsoft.com/v1.0/applications/${id}`);
    const body = JSON.parse(option('body'));
    for (const [name, value] of Object.entries(body))
      app[name] = Array.isArray(value) ? value : { ...app[name], ...value };
  },
  'ad sp list': () => state.principals.filter(({ appId }) => appId === named()),
  'ad sp create': () => void state.principals.push({ id: randomUUID(), appId: option('id') }),
  'ad sp show': () => {
    const found = state.principals.find((each) => [each.appId, ...(each.names ?? [])].includes(option('id')));
    if (!found) fail('no such principal');
    const app = state.apps.find(({ appId }) => appId === found.appId);
    return app ? { ...found, oauth2PermissionScopes: app.api.oauth2PermissionScopes } : found;
  },
  'ad app permission add': () => {
    const [id, type] = option('api-permissions').split('=');
    const app = appOf(option('id'));
    (app.requiredResourceAccess ??= []).push({ resourceAppId: option('api'), resourceAccess: [{ id, type }] });
  },
  'ad app credential list': () => appOf(option('id')).credentials,
  'ad app credential reset': () => {
    appOf(option('id')).credentials.push({ keyId: randomUUID() });
    return { password: state.secret };
  },
};

if (state.failing === command) fail('the network is down');
answer((COMMANDS[command] ?? (() => fail(`what is ${command}?`)))());
