import { expect } from 'chai';
import { reportOnTenant, tellCheck } from '../../../server/composition/tenantReport.ts';
import { createPlatformFetch } from '../../../server/foundation/http/outbound.ts';
import { runCommand } from '../../support/command.ts';
import { startWorld, type World } from '../tenant.ts';

const NOBODY = '30000000-0000-4000-8000-999999999999';

describe('npm run verify:tenant', function () {
  this.timeout(60_000);
  let world: World;
  before(async () => void (world = await startWorld()));
  after(() => world.sandbox.close());

  type Asked = Parameters<typeof reportOnTenant>[0];
  const report = (changes: Partial<Asked> = {}, through?: Parameters<typeof reportOnTenant>[1]) => {
    const { tenantId, clientId, directoryClientId, directoryClientSecret, originMap } = world.sandbox.config;
    const given = {
      publicUrl: 'http://localhost',
      given: ['PUBLIC_URL'],
      directoryAuthType: 'clientCredentials',
    } as const;
    const ids = {
      tenantId: tenantId!,
      clientId: clientId!,
      directoryClientId: directoryClientId!,
      directoryClientSecret,
    };
    return reportOnTenant({ ...ids, ...given, ...changes }, through ?? createPlatformFetch(originMap));
  };

  it('says that all is well, and which features lack a permission', async () => {
    const { isOk, lines } = await report();
    const { tenantId, clientId, directoryClientId } = world.sandbox.config;
    expect(isOk).to.equal(true);
    expect(lines).to.deep.equal([
      `ok   The tenant ${tenantId} exists.`,
      `ok   The client registration ${clientId} is known there.`,
      'ok   People are sent back to http://localhost/.',
      'ok   The desktop app signs people in with http://localhost.',
      `ok   The server registration ${directoryClientId} signs in.`,
      'ok   It has all permissions that Handback requires.',
      ...['TeamsAppInstallation.ReadWriteSelfForUser.All', 'AppCatalog.Read.All'].map(
        (name) =>
          `     Not granted: ${name}, which is needed when people are asked in Teams who have never opened the bot.`,
      ),
      'ok   People and their groups can be read.',
    ]);
  });

  it('reports what the desktop app lacks, without failing', async () => {
    const { client } = world.sandbox.tenant.registrations;
    const before = client.redirectUris;
    client.redirectUris = before.filter(({ platform }) => platform !== 'native');
    const { isOk, lines } = await report().finally(() => (client.redirectUris = before));
    expect(isOk).to.equal(true);
    expect(lines[3]).to.equal(
      '     Not registered: http://localhost, which is needed when people use the desktop app. Add it to the client registration: Authentication, platform Mobile and desktop applications.',
    );
  });

  it('says where the desktop app is not registered, and nothing about it without a client registration', async () => {
    const { originMap } = world.sandbox.config;
    const platformFetch = createPlatformFetch(originMap);
    const mute: Parameters<typeof reportOnTenant>[1] = async (url, init) =>
      new URL(String(url)).searchParams.get('redirect_uri') === 'http://localhost'
        ? Promise.reject(new TypeError('fetch failed'))
        : platformFetch(url, init);
    const { isOk, lines } = await report({}, mute);
    expect(isOk).to.equal(true);
    expect(lines[3]).to.equal(
      '     Not known: whether http://localhost is registered, because Microsoft does not say.',
    );
    const unknown = await report({ clientId: NOBODY });
    expect(unknown.lines.join()).to.contain('The client registration').and.not.to.contain('desktop');
  });

  it('reports every error in words, and never a secret', async () => {
    const { isOk, lines } = await report({
      publicUrl: 'https://ask.example.com',
      directoryClientSecret: 'not-the-secret',
    });
    expect(isOk).to.equal(false);
    expect(lines.filter((line) => line.startsWith('FAIL'))).to.deep.equal([
      'FAIL The redirect URI: https://ask.example.com/ is not registered. Add it to the client registration: Authentication, platform Single-page application. (AADSTS50011)',
      'FAIL The server registration: DIRECTORY_CLIENT_SECRET is wrong. Take the value of the secret, not its id; if it is lost, make another one. (AADSTS7000215)',
    ]);
    expect(lines.join()).to.not.contain('not-the-secret');
    expect((await report({ tenantId: NOBODY })).lines).to.have.length(1);
  });

  it('says where to give consent', async () => {
    const { application } = world.sandbox.tenant.registrations.server;
    const before = application['graph']!;
    application['graph'] = [];
    const { lines } = await report().finally(() => (application['graph'] = before));
    const { tenantId, directoryClientId } = world.sandbox.config;
    const link = `https://login.microsoftonline.com/${tenantId}/adminconsent?client_id=${directoryClientId}`;
    expect(lines).to.include(
      `FAIL The permissions of the server registration: consent is missing for User.ReadBasic.All, GroupMember.Read.All. An administrator gives it at ${link}`,
    );
    expect(lines).to.include(`FAIL The directory: consent is missing. An administrator gives it at ${link}`);
  });

  it('has a text for every problem', () => {
    const words = [
      'unreachable',
      'unknown_client',
      'client_disabled',
      'unknown_api',
      'expired_secret',
      'refused',
    ] as const;
    const told = [...words, 'no_managed_identity' as const].flatMap((problem) =>
      tellCheck({ check: 'credentials', isOk: false, problem, values: {} }),
    );
    expect(new Set(told).size).to.equal(7);
    for (const line of told) expect(line).to.match(/^FAIL The server registration: [^.]+\./);
    expect(tellCheck({ check: 'api', isOk: true, values: {} })).to.have.length(1);
  });

  it('names missing or wrong settings before it calls anybody', async () => {
    const run = (env: Record<string, string>) => runCommand('server/composition/verifyTenant.ts', [], { env });
    const nothing = await run({ DIRECTORY_AUTH_TYPE: 'managedSystemIdentity' });
    expect([nothing.status, nothing.stderr]).to.deep.equal([1, '']);
    expect(nothing.stdout).to.equal(
      ['TENANT_ID', 'CLIENT_ID', 'PUBLIC_URL', 'DIRECTORY_CLIENT_ID']
        .map((name) => `FAIL ${name} is missing.\n`)
        .join(''),
    );
    const wrong = await run({ TENANT_ID: 'contoso' });
    expect([wrong.status, wrong.stdout]).to.deep.equal([1, '']);
    expect(wrong.stderr).to.contain('TENANT_ID must be a GUID');
  });
});
