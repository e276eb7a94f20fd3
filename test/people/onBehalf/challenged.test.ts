import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { createPlatformFetch } from '../../../server/foundation/http/outbound.ts';
import { createCipher } from '../../../server/foundation/settings/cipher.ts';
import { SETTINGS, type SettingValues } from '../../../server/foundation/settings/settingTable.ts';
import { createDelegatedApplication } from '../../../server/people/identity/delegatedApplication.ts';
import { createDelegations, DelegationError, type Delegations } from '../../../server/people/onBehalf/delegations.ts';
import { SECOND_FACTOR_CLAIMS } from '../../../sandbox/identity/secondFactor.ts';
import { SEARCH_SERVICE } from '../../../sandbox/identity/scopes.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';

const SEARCH = 'user_impersonation';

describe('a delegation under conditional access (behaviour 5.3)', () => {
  let sandbox: Sandbox;
  before(async () => void (sandbox = await startSandbox({ portBase: 0 })));
  after(() => sandbox?.close());

  forEachDatabase((_name, openUrl) => {
    const store = useStore(openUrl);
    const cipher = createCipher(randomBytes(32));
    let now: number;
    /** What the identity provider answers instead; null: the sandbox answers. */
    let refusal: { error: string; error_description: string; claims?: string } | null;
    const grace = () => sandbox.tenant.people.find(({ key }) => key === 'grace')!;

    beforeEach(() => {
      now = Date.now();
      refusal = null;
    });
    afterEach(() => void delete grace().secondFactorFor);

    /** One of several servers. */
    function open(): Delegations {
      const { tenantId, clientId, directoryClientId, directoryClientSecret, originMap } = sandbox.config;
      const registrations = {
        tenantId: tenantId!,
        clientId: clientId!,
        directoryClientId: directoryClientId!,
        directoryClientSecret,
        directoryAuthType: 'clientCredentials' as const,
      };
      const initial = Object.entries(SETTINGS).map(([name, { initial: value }]) => [name, value]);
      const platformFetch = createPlatformFetch(originMap);
      const application = createDelegatedApplication(registrations, async (url, init) =>
        refusal && String(url).includes('/oauth2/v2.0/token')
          ? Response.json(refusal, { status: 400 })
          : platformFetch(url, init),
      );
      return createDelegations({
        units: store.units,
        reader: store.db.reader,
        cipher,
        settings: () => ({ ...(Object.fromEntries(initial) as SettingValues), enableDelegatedDirectoryMailRead: true }),
        registrations: () => registrations,
        application: () => application,
        searchScope: () => `${SEARCH_SERVICE}/${SEARCH}`,
        now: () => now,
        report: (error) => {
          throw error;
        },
      });
    }
    const take = async (delegations: Delegations, permissions: string[], hasSecondFactor = false): Promise<void> =>
      delegations.take(grace().id, await sandbox.tokenFor('grace@sandbox.test', { hasSecondFactor }), permissions);
    const faultOf = (delegations: Delegations, permission: string): Promise<string> =>
      delegations.tokenOf(grace().id, permission).then(
        () => 'none',
        (error: unknown) => {
          if (!(error instanceof DelegationError)) throw error;
          return [error.code, error.claims].join(' ').trim();
        },
      );
    const CHALLENGED = `sign_in_challenged ${SECOND_FACTOR_CLAIMS}`;

    it('names the claims that the next sign-in needs, days later and on every server', async () => {
      grace().secondFactorFor = ['graph'];
      await take(open(), ['Mail.Read']);
      now += 3 * 24 * 60 * 60_000;
      expect(await faultOf(open(), 'Mail.Read')).to.equal(CHALLENGED);
      await take(open(), ['Mail.Read']);
      expect(await faultOf(open(), 'Mail.Read'), 'the same sign-in').to.equal(CHALLENGED);
      await take(open(), ['Mail.Read'], true);
      expect(await faultOf(open(), 'Mail.Read')).to.equal('none');
    });

    it('keeps the tokens that are not refused, and exchanges the next sign-in at once', async () => {
      const delegations = open();
      await take(delegations, ['Mail.Read', SEARCH]);
      grace().secondFactorFor = ['search'];
      expect(await faultOf(delegations, SEARCH)).to.equal(CHALLENGED);
      expect(await faultOf(delegations, 'Mail.Read'), 'the other permission').to.equal('none');
      await take(open(), ['Mail.Read', SEARCH], true); // within ten minutes of the first
      expect(await faultOf(delegations, SEARCH)).to.equal('none');
    });

    it('takes the permissions that are not refused', async () => {
      grace().secondFactorFor = ['graph'];
      await take(open(), ['Mail.Read', SEARCH]);
      expect(await faultOf(open(), SEARCH)).to.equal('none');
      expect(await faultOf(open(), 'Mail.Read')).to.equal(CHALLENGED);
    });

    it('loses no tokens to a refusal of a later exchange', async () => {
      await take(open(), ['Mail.Read']);
      now += 11 * 60_000;
      grace().secondFactorFor = ['search'];
      await take(open(), [SEARCH]);
      expect(await faultOf(open(), 'Mail.Read')).to.equal('none');
    });

    it('passes on only claims that are a short JSON object', async () => {
      const error = 'interaction_required';
      const error_description = 'AADSTS53000: Device is not in required device state.';
      for (const claims of [undefined, 'no JSON', '[1]', `{"a":"${'x'.repeat(4_000)}"}`]) {
        refusal = { error, error_description, ...(claims !== undefined && { claims }) };
        const delegations = open();
        await take(delegations, ['Mail.Read']);
        expect(await faultOf(delegations, 'Mail.Read'), String(claims).slice(0, 20)).to.equal('sign_in_required');
      }
      refusal = null;
      await take(open(), ['Mail.Read']);
      expect(await faultOf(open(), 'Mail.Read')).to.equal('none');
    });

    it('is forgotten at sign-out, with its claims', async () => {
      grace().secondFactorFor = ['graph'];
      const delegations = open();
      await take(delegations, ['Mail.Read']);
      await delegations.forget(grace().id);
      expect(await faultOf(delegations, 'Mail.Read')).to.equal('sign_in_required');
      expect(await store.db.reader('delegations').select()).to.deep.equal([]);
    });
  });
});
