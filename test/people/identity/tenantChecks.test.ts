import { expect } from 'chai';
import { createPlatformFetch, type Fetch } from '../../../server/foundation/http/outbound.ts';
import type { AskedClient, TenantCheck } from '../../../server/people/identity/tenantCheckRules.ts';
import { checkClient, checkServer, type AskedServer } from '../../../server/people/identity/tenantChecks.ts';
import { startWorld, type World } from '../tenant.ts';

const NOBODY = '30000000-0000-4000-8000-999999999999';
const REDIRECT = 'http://localhost/';

/** A line per check: `client`, or `client: unknown_client AADSTS700016`. */
const told = (checks: TenantCheck[]): string[] =>
  checks.map(({ check, isOk, problem, values }) => {
    expect(isOk, check).to.equal(problem === undefined);
    return isOk ? check : [`${check}: ${problem}`, values['number']].filter(Boolean).join(' ');
  });

describe('checks of a tenant', () => {
  let world: World;
  let platformFetch: Fetch;
  before(async () => {
    world = await startWorld();
    platformFetch = createPlatformFetch(world.sandbox.config.originMap);
  });
  after(() => world.sandbox.close());

  const down: Fetch = () => Promise.reject(new TypeError('fetch failed'));
  /** The sandbox, with this response for matching addresses. */
  const but =
    (part: string, answer: () => Response | Promise<Response>): Fetch =>
    async (url, init) =>
      String(url).includes(part) ? answer() : platformFetch(url, init);

  describe('client registration', () => {
    const check = async (changes: Partial<AskedClient> = {}, fetch = platformFetch) => {
      const { tenantId, clientId, directoryClientId } = world.sandbox.config;
      const ids = { tenantId: tenantId!, clientId: clientId!, directoryClientId: directoryClientId! };
      return told(await checkClient({ ...ids, redirectUri: REDIRECT, ...changes }, fetch));
    };

    it('is configured correctly', async () => {
      expect(await check()).to.deep.equal(['tenant', 'client', 'redirectUri']);
      const { tenantId, clientId } = world.sandbox.config;
      const checks = await checkClient(
        { tenantId: tenantId!, clientId: clientId!, redirectUri: REDIRECT },
        platformFetch,
      );
      expect(told(checks)).to.deep.equal(['tenant', 'client', 'redirectUri']);
    });

    it('belongs to an existing tenant', async () => {
      expect(await check({ tenantId: NOBODY })).to.deep.equal(['tenant: unknown_tenant AADSTS90002']);
    });

    it('is known by its id', async () => {
      expect(await check({ clientId: NOBODY })).to.deep.equal(['tenant', 'client: unknown_client AADSTS700016']);
    });

    it('has the exact redirect URI', async () => {
      for (const redirectUri of ['https://ask.example.com/', 'http://localhost/x', 'https://localhost/'])
        expect(await check({ redirectUri }), redirectUri).to.deep.equal([
          'tenant',
          'client',
          'redirectUri: redirect_not_registered AADSTS50011',
        ]);
    });

    it('is not blamed if nobody answers', async () => {
      expect(await check({}, down)).to.deep.equal(['tenant: unreachable']);
      const mute = () => Promise.reject(new TypeError('fetch failed'));
      expect(await check({}, but('/authorize', mute))).to.deep.equal(['tenant', 'client: unreachable']);
      const busy = () => new Response('', { status: 503 });
      expect(await check({}, but('openid-configuration', busy))).to.deep.equal(['tenant: unreachable']);
      const torn = () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('torn')) }));
      expect(await check({}, but('openid-configuration', torn))).to.deep.equal(['tenant: unreachable']);
      expect(await check({}, but('/authorize', torn))).to.deep.equal(['tenant', 'client: unreachable']);
    });
  });

  describe('server registration', () => {
    const asked = (): AskedServer => {
      const { tenantId, directoryClientId, directoryClientSecret } = world.sandbox.config;
      const ids = { tenantId: tenantId!, directoryClientId: directoryClientId!, directoryClientSecret };
      return { ...ids, directoryAuthType: 'clientCredentials' };
    };
    const check = async (changes: Partial<AskedServer> = {}, fetch = platformFetch) =>
      told(await checkServer({ ...asked(), ...changes }, fetch));

    /** Runs the work while the registration has only these permissions. */
    const withPermissions = async <T>(permissions: string[], work: () => Promise<T>): Promise<T> => {
      const { application } = world.sandbox.tenant.registrations.server;
      const before = application['graph']!;
      application['graph'] = permissions;
      return work().finally(() => (application['graph'] = before));
    };

    it('is configured correctly, and features that lack a permission are named', async () => {
      const checks = await checkServer(asked(), platformFetch);
      expect(told(checks)).to.deep.equal(['tenant', 'credentials', 'permissions', 'directory']);
      expect(checks[2]!.values['missing']).to.deep.equal([]);
      expect(checks[2]!.values['unavailable']).to.deep.equal([
        'TeamsAppInstallation.ReadWriteSelfForUser.All',
        'AppCatalog.Read.All',
      ]);
    });

    it('belongs to an existing tenant', async () => {
      expect(await check({ tenantId: NOBODY })).to.deep.equal(['tenant: unknown_tenant AADSTS90002']);
    });

    it('signs in, or the reason is given without the secret', async () => {
      const refusals: [changes: Partial<AskedServer>, said: string][] = [
        [{ directoryClientId: NOBODY }, 'unknown_client AADSTS700016'],
        [{ directoryClientSecret: 'not-the-secret' }, 'wrong_secret AADSTS7000215'],
        [
          { directoryClientSecret: world.sandbox.tenant.registrations.server.expiredSecret! },
          'expired_secret AADSTS7000222',
        ],
      ];
      for (const [changes, said] of refusals)
        expect(await check(changes)).to.deep.equal(['tenant', `credentials: ${said}`]);
      const checks = await checkServer({ ...asked(), directoryClientSecret: 'not-the-secret' }, platformFetch);
      expect(JSON.stringify(checks)).to.not.contain('not-the-secret');
      const mute = () => Promise.reject(new TypeError('fetch failed'));
      expect(await check({}, but('/token', mute))).to.deep.equal(['tenant', 'credentials: unreachable']);
    });

    it('has consent, or the missing consent and its place are named', async () => {
      const checks = await withPermissions(['User.ReadBasic.All'], () => checkServer(asked(), platformFetch));
      expect(told(checks)).to.deep.equal([
        'tenant',
        'credentials',
        'permissions: consent_missing',
        'directory: consent_missing',
      ]);
      const { tenantId, directoryClientId } = asked();
      expect(checks[2]!.values).to.deep.include({
        missing: ['GroupMember.Read.All'],
        granted: ['User.ReadBasic.All'],
        consentUrl: `https://login.microsoftonline.com/${tenantId}/adminconsent?client_id=${directoryClientId}`,
      });
      expect(await withPermissions([], () => check())).to.include('directory: consent_missing');
    });

    it('reads the directory, which may be empty', async () => {
      const people = (answer: () => Response | Promise<Response>) => check({}, but('/v1.0/users?', answer));
      const last = async (answer: () => Response | Promise<Response>) => (await people(answer)).at(-1);
      expect(await last(() => Response.json({ value: [] }))).to.equal('directory');
      expect(await last(() => new Response('no JSON'))).to.equal('directory');
      expect(await last(() => new Response('', { status: 429 }))).to.equal('directory: unreachable');
      expect(await last(() => new Response('', { status: 401 }))).to.equal('directory: refused');
      expect(await last(() => Promise.reject(new TypeError('fetch failed')))).to.equal('directory: unreachable');
      const mute = () => Promise.reject(new TypeError('fetch failed'));
      expect((await check({}, but('/transitiveMemberOf', mute))).at(-1)).to.equal('directory: unreachable');
    });

    it('is judged by the directory alone if its token says nothing', async () => {
      const opaque = () => Response.json({ access_token: 'opaque', expires_in: 3600, token_type: 'Bearer' });
      const fetch = but('/token', opaque);
      expect(await check({}, fetch)).to.deep.equal(['tenant', 'credentials', 'directory: refused']);
    });
  });
});
