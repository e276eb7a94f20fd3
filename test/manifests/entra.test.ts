import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { DESKTOP_REDIRECT_URI } from '../../contract/setup.ts';
import { FEATURES, planOf } from '../../manifests/entra/plan.ts';
import { stepsOf } from '../../manifests/entra/steps.ts';
import { readValues, type ManifestError } from '../../manifests/fill.ts';
import {
  CLIENT_PERMISSIONS,
  DELEGATED_PERMISSIONS,
  SERVER_PERMISSIONS,
  SITE_PERMISSIONS,
} from '../../server/people/identity/permissions.ts';
import { runCommand, runProgram, type Ended } from '../support/command.ts';
import { startAzure, type App, type Azure, type Tenant } from './azure.ts';

const GRAPH = '00000003-0000-0000-c000-000000000000';
const TENANT = '10000000-0000-4000-8000-000000000001';
const SEARCH = 'https://search.example.com';
const SECRET = 'the-secret-of-the-registration';

const scopes = (...names: string[]) => names.map((value) => ({ id: `scope of ${value}`, value }));

/** A tenant that knows Microsoft Graph and a search service, and nothing of ours. */
const newTenant = (): Tenant => ({
  tenantId: TENANT,
  secret: SECRET,
  apps: [],
  principals: [
    {
      appId: GRAPH,
      appRoles: [...SERVER_PERMISSIONS, ...SITE_PERMISSIONS].map(({ name }) => ({
        id: `role of ${name}`,
        value: name,
      })),
      oauth2PermissionScopes: scopes(...[...CLIENT_PERMISSIONS, ...DELEGATED_PERMISSIONS].map(({ name }) => name)),
    },
    { appId: 'the search service', names: [SEARCH], oauth2PermissionScopes: scopes('user_impersonation') },
  ],
});

describe('npm run manifests -- entra', function () {
  this.timeout(60_000);
  let folder: string;
  let azure: Azure;
  const file = (...parts: string[]) => path.join(folder, ...parts);

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-entra-'));
    await mkdir(file('bin'));
    azure = await startAzure(file('bin/az'), newTenant());
  });
  afterEach(async () => {
    await azure.close();
    await rm(folder, { recursive: true, force: true });
  });

  const appCalled = (name: string) => azure.tenant.apps.find(({ displayName }) => displayName === name)!;

  const write = (env: Record<string, string>, ...args: string[]) =>
    runCommand('manifests/write.ts', ['entra', ...args], {
      cwd: folder,
      env: { PUBLIC_URL: 'https://ask.example.com/', ...env },
    });

  /** Runs the generated script; returns its changes to the tenant too. */
  async function make(): Promise<Ended & { writes: string[] }> {
    azure.calls = [];
    const env = { PATH: `${file('bin')}${path.delimiter}${process.env['PATH']}` };
    const ended = await runProgram('bash', ['out/manifests/entra.sh'], { cwd: folder, env });
    const WRITING = /^(ad app create|ad sp create|ad app permission add|ad app credential reset|rest)\b/;
    return { ...ended, writes: azure.calls.map((args) => args.join(' ')).filter((call) => WRITING.test(call)) };
  }

  it('creates both registrations, nothing on a second run, and only what somebody removed', async () => {
    const wanted = ['--with', 'groups,mailRead'];
    const { stdout } = await write({ SEARCH_RESOURCE: SEARCH, TENANT_ID: TENANT }, ...wanted);
    expect(stdout.split('\n').filter(Boolean)).to.deep.equal(
      ['entra.sh', 'entra.md'].map((name) => `Wrote ${path.join('out', 'manifests', name)}`),
    );
    const first = await make();
    expect(first.status, first.stderr).to.equal(0);
    const [server, client] = [appCalled('Handback server'), appCalled('Handback client')];

    expect(client.spa?.redirectUris).to.deep.equal(['https://ask.example.com', 'https://ask.example.com/']);
    expect(client.publicClient.redirectUris).to.deep.equal([DESKTOP_REDIRECT_URI]);
    expect(client.web).to.deep.equal({ implicitGrantSettings: { enableIdTokenIssuance: true } });
    expect(server.identifierUris).to.deep.equal([`api://${server.appId}`]);
    expect(server.api.requestedAccessTokenVersion).to.equal(2);
    expect(server.api.oauth2PermissionScopes.map(({ value, type }) => [value, type])).to.deep.equal([
      ['User.Read', 'Admin'],
    ]);
    const scope = server.api.oauth2PermissionScopes[0]!.id;
    expect(server.api.preAuthorizedApplications).to.deep.equal([
      { appId: client.appId, delegatedPermissionIds: [scope] },
    ]);
    expect(server.appRoles.map(({ value, allowedMemberTypes }) => [value, ...allowedMemberTypes])).to.deep.equal(
      ['Admin', 'Author', 'Auditor'].map((value) => [value, 'User']),
    );
    const asked = ({ requiredResourceAccess }: App) =>
      requiredResourceAccess.flatMap(({ resourceAppId, resourceAccess }) =>
        resourceAccess.map(({ id, type }) => `${resourceAppId} ${id} ${type}`),
      );
    expect(asked(server)).to.deep.equal([
      ...['User.ReadBasic.All', 'GroupMember.Read.All', 'Group.Read.All'].map(
        (name) => `${GRAPH} role of ${name} Role`,
      ),
      `${GRAPH} scope of Mail.Read Scope`,
      'the search service scope of user_impersonation Scope', // flows search as their starters
    ]);
    expect(asked(client)).to.deep.equal([
      `${server.appId} ${scope} Scope`,
      ...['User.Read', 'Group.Read.All', 'User.Read.All'].map((name) => `${GRAPH} scope of ${name} Scope`),
      'the search service scope of user_impersonation Scope',
    ]);
    const ids = `TENANT_ID=${TENANT}\nCLIENT_ID=${client.appId}\nDIRECTORY_CLIENT_ID=${server.appId}\n`;
    expect(first.stdout, 'where no secret belongs, for it may go to a file').to.equal(ids);
    expect(first.stderr).to.contain(`DIRECTORY_CLIENT_SECRET=${SECRET}\n`);

    const before = structuredClone(azure.tenant);
    const second = await make();
    expect([second.status, second.writes, second.stdout]).to.deep.equal([0, [], ids]);
    expect(second.stderr).to.not.contain(SECRET);
    expect(azure.tenant).to.deep.equal(before);
    for (const name of await readdir(file('out/manifests')))
      expect(await readFile(file('out/manifests', name), 'utf8'), name).to.not.contain(SECRET);

    const theirs = ['https://old.example.com/', 'https://ask.example.com'];
    const changed = before.apps.map((app) => (app.spa ? { ...app, spa: { redirectUris: theirs } } : app));
    azure.tenant = { ...before, apps: changed };
    expect((await make()).writes).to.have.length(1);
    expect(appCalled('Handback client').spa?.redirectUris).to.deep.equal([...theirs, 'https://ask.example.com/']);
  });

  it('creates the registrations for document sites if requested, and no others', async () => {
    await write({}, '--with', 'documents');
    const first = await make();
    expect(first.status, first.stderr).to.equal(0);
    const rolesOf = ({ requiredResourceAccess }: App) =>
      requiredResourceAccess.flatMap(({ resourceAccess }) => resourceAccess.map(({ id, type }) => `${id} ${type}`));
    const documents = appCalled('Handback documents');
    const granting = appCalled('Handback access to sites');
    expect(rolesOf(documents)).to.deep.equal(['role of Sites.Selected Role']);
    expect(rolesOf(granting)).to.deep.equal(['role of Sites.FullControl.All Role']);
    expect(first.stdout).to.contain(`\nDOCSITE_CLIENT_ID=${documents.appId}\n`).and.to.not.contain(SECRET);
    expect(first.stderr)
      .to.contain(`DOCSITE_CLIENT_SECRET=${SECRET}\n`)
      .and.to.contain(`admin-consent --id ${granting.appId}`);
    expect((await make()).writes).to.deep.equal([]);

    azure.tenant = newTenant();
    await write({}, '--with', 'allDocuments');
    await make();
    expect(rolesOf(appCalled('Handback documents'))).to.deep.equal(['role of Sites.Read.All Role']);
    expect(appCalled('Handback access to sites')).to.equal(undefined);
    azure.tenant = newTenant();
    await write({});
    expect((await make()).stdout).to.not.contain('DOCSITE');
  });

  it('passes values literally, whatever the shell would make of them', async () => {
    const name = `It's "$(touch pwned)" \`touch pwned\` \\`;
    const address = `https://'$(touch\${ifs}pwned)";touch;'.example.com`;
    const env = { REGISTRATION_NAME: name, PUBLIC_URL: address, DIRECTORY_AUTH_TYPE: 'managedSystemIdentity' };
    expect((await write(env)).status).to.equal(0);
    const { status, stderr, stdout } = await make();
    expect(status, stderr).to.equal(0);
    const client = appCalled(`${name} client`);
    expect(client.spa?.redirectUris).to.deep.equal([address, `${address}/`]);
    expect(await readdir(folder)).to.have.members(['bin', 'out']);
    expect(stdout).to.contain('DIRECTORY_AUTH_TYPE=managedSystemIdentity');
    expect(stderr, 'which needs none').to.not.contain('SECRET');
  });

  it('changes nothing in another tenant, with duplicate names, or if it cannot look', async () => {
    await write({ TENANT_ID: '10000000-0000-4000-8000-000000000009' });
    const elsewhere = await make();
    expect([elsewhere.status, elsewhere.writes]).to.deep.equal([1, []]);
    expect(elsewhere.stderr).to.contain('az login').and.to.contain('--tenant 10000000-0000-4000-8000-000000000009');

    await write({});
    const twice = ['1', '2'].map((appId) => ({ appId, displayName: 'Handback server' }) as App);
    azure.tenant = { ...newTenant(), apps: twice };
    const unclear = await make();
    expect([unclear.status, unclear.writes]).to.deep.equal([1, []]);
    expect(unclear.stderr).to.contain('More than one registration is called Handback server');

    azure.tenant = { ...newTenant(), failing: 'ad app list' };
    const blind = await make();
    expect([blind.status, blind.writes]).to.deep.equal([1, []]);
  });

  it('says what is wrong, and writes nothing', async () => {
    const said = async (env: Record<string, string>, ...args: string[]) => {
      const { status, stderr } = await write(env, ...args);
      expect(status).to.equal(1);
      return stderr;
    };
    expect(await said({ PUBLIC_URL: 'http://ask.example.com' })).to.contain('PUBLIC_URL must be');
    expect(await said({}, '--with', 'groups,everything')).to.contain('--with everything is not known: it is one of ');
    expect(await readdir(folder)).to.not.include('out');
  });
});

describe('the plan of the registrations', () => {
  const values = (env: NodeJS.ProcessEnv = {}) =>
    readValues({ PUBLIC_URL: 'https://ask.example.com', ...env }, ['entra'], '1');

  it('requests the required permissions, and the rest by feature', () => {
    const { clientScopes, serverRoles, serverScopes } = planOf(values(), '');
    expect(serverRoles).to.deep.equal(['User.ReadBasic.All', 'GroupMember.Read.All']);
    expect([clientScopes.includes('Sites.Selected'), serverScopes]).to.deep.equal([false, []]);
    const all = planOf(values(), FEATURES.join(' , '));
    expect(all.serverRoles).to.deep.equal(SERVER_PERMISSIONS.map(({ name }) => name));
    expect(all.serverScopes).to.deep.equal(DELEGATED_PERMISSIONS.map(({ name }) => name));
    expect(CLIENT_PERMISSIONS.map(({ name }) => name).filter((name) => !all.clientScopes.includes(name))).to.deep.equal(
      ['Directory.Read.All'],
    );
  });

  it('is printed as steps, with a reason for each permission', () => {
    const steps = stepsOf(planOf(values({ SEARCH_RESOURCE: SEARCH, REGISTRATION_NAME: 'A `b`' }), FEATURES.join(',')));
    for (const { name, purpose } of [...SERVER_PERMISSIONS, ...DELEGATED_PERMISSIONS, ...SITE_PERMISSIONS])
      expect(steps).to.contain(`- \`${name}\`: ${purpose}\n`);
    expect(steps)
      .to.contain('`` A `b` server ``')
      .and.to.contain(`\`${SEARCH}\``)
      .and.to.contain('DIRECTORY_CLIENT_SECRET');
    const managed = stepsOf(planOf(values({ DIRECTORY_AUTH_TYPE: 'managedSystemIdentity', TENANT_ID: TENANT }), ''));
    expect(managed).to.contain('No secret').and.to.contain(TENANT).and.to.not.contain('DIRECTORY_CLIENT_SECRET');
  });

  it('refuses values that the command line or the portal would misread', () => {
    const refused = (env: NodeJS.ProcessEnv) => {
      try {
        values(env);
      } catch (error) {
        return (error as ManifestError).problems.map((text) => text.split(' ')[0]);
      }
      return [];
    };
    for (const REGISTRATION_NAME of ['@file', '-x', 'two\nlines', 'x'.repeat(101)])
      expect(refused({ REGISTRATION_NAME }), REGISTRATION_NAME).to.deep.equal(['REGISTRATION_NAME']);
    for (const SEARCH_RESOURCE of ['@file', 'search', 'http://search.example.com'])
      expect(refused({ SEARCH_RESOURCE }), SEARCH_RESOURCE).to.deep.equal(['SEARCH_RESOURCE']);
    expect(refused({ TENANT_ID: 'contoso', DIRECTORY_AUTH_TYPE: 'none' })).to.deep.equal([
      'TENANT_ID',
      'DIRECTORY_AUTH_TYPE',
    ]);
  });
});
