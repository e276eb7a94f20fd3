import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { createPlatformFetch, type Fetch } from '../../../server/foundation/http/outbound.ts';
import { createCipher } from '../../../server/foundation/settings/cipher.ts';
import { SETTINGS, type SettingValues } from '../../../server/foundation/settings/settingTable.ts';
import { createDelegatedApplication } from '../../../server/people/identity/delegatedApplication.ts';
import type { Registrations } from '../../../server/people/identity/registrationSettings.ts';
import { delegationRetention } from '../../../server/people/onBehalf/delegationRetention.ts';
import { createDelegations, DelegationError, type Delegations } from '../../../server/people/onBehalf/delegations.ts';
import { resealDelegations } from '../../../server/people/onBehalf/delegationStore.ts';
import { SEARCH_SERVICE } from '../../../sandbox/identity/scopes.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';

const DAY_MS = 24 * 60 * 60_000;

describe('a delegation (behaviour 5.3)', () => {
  let sandbox: Sandbox;
  before(async () => void (sandbox = await startSandbox({ portBase: 0 })));
  after(() => sandbox?.close());

  forEachDatabase((_name, openUrl) => {
    const store = useStore(openUrl);
    const cipher = createCipher(randomBytes(32));
    let settings: SettingValues;
    let registrations: Registrations;
    let now: number;
    let meddle: (fetch: Fetch) => Fetch;
    /** Token requests so far. */
    let exchanges: URLSearchParams[];
    let searchScope: string | null;

    beforeEach(() => {
      const initial = Object.entries(SETTINGS).map(([name, { initial: value }]) => [name, value]);
      settings = { ...(Object.fromEntries(initial) as SettingValues), enableDelegatedDirectoryMailRead: true };
      const { tenantId, clientId, directoryClientId, directoryClientSecret } = sandbox.config;
      registrations = {
        tenantId: tenantId!,
        clientId: clientId!,
        directoryClientId: directoryClientId!,
        directoryClientSecret,
        directoryAuthType: 'clientCredentials',
      };
      searchScope = null;
      now = Date.now();
      exchanges = [];
      meddle = (fetch) => fetch;
    });

    function open(): Delegations {
      const platformFetch = meddle(createPlatformFetch(sandbox.config.originMap));
      const counting: Fetch = async (url, init) => {
        if (String(url).includes('/oauth2/v2.0/token')) exchanges.push(new URLSearchParams(String(init?.body)));
        return platformFetch(url, init);
      };
      return createDelegations({
        units: store.units,
        reader: store.db.reader,
        cipher,
        settings: () => settings,
        registrations: () => registrations,
        application: () => createDelegatedApplication(registrations, counting),
        searchScope: () => searchScope,
        now: () => now,
        report: (error) => {
          throw error;
        },
      });
    }

    const idOf = (key: string) => sandbox.tenant.people.find((person) => person.key === key)!.id;
    async function take(delegations: Delegations, key: string, permissions = ['Mail.Read']): Promise<void> {
      await delegations.take(idOf(key), await sandbox.tokenFor(`${key}@sandbox.test`), permissions);
    }
    const faultOf = (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => 'none',
        (error: unknown) => {
          if (!(error instanceof DelegationError)) throw error;
          return error.code;
        },
      );
    const claimsOf = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { oid: string; aud: string };
    const ownerOf = (token: string) => claimsOf(token).oid;

    it('exchanges a token once, and once for a hundred concurrent callers', async () => {
      const delegations = open();
      await take(delegations, 'grace');
      await take(delegations, 'grace');
      expect(exchanges.filter((body) => body.get('requested_token_use') === 'on_behalf_of')).to.have.length(1);
      exchanges.length = 0;
      const tokens = await Promise.all(
        Array.from({ length: 100 }, () => delegations.tokenOf(idOf('grace'), 'Mail.Read')),
      );
      expect(new Set(tokens).size).to.equal(1);
      expect(exchanges.length).to.be.at.most(1);
      const exchanged = () => exchanges.filter((body) => body.get('requested_token_use') === 'on_behalf_of').length;
      now += 11 * 60_000;
      await take(delegations, 'grace');
      expect(exchanged()).to.equal(1);
      now -= 60 * 60_000;
      await take(delegations, 'grace');
      expect(exchanged(), 'after the clock was set back').to.equal(2);
    });

    it('gives nobody a token of somebody else, whoever asks at the same time', async () => {
      const delegations = open();
      const keys = ['ada', 'grace', 'tim', 'ken'];
      await Promise.all(keys.map((key) => take(delegations, key)));
      const asked = Array.from({ length: 200 }, (_, n) => keys[n % keys.length]!);
      const tokens = await Promise.all(asked.map((key) => delegations.tokenOf(idOf(key), 'Mail.Read')));
      expect(tokens.map(ownerOf)).to.deep.equal(asked.map(idOf));
    });

    it("takes nothing from a token that is not the person's, or cannot be exchanged", async () => {
      const delegations = open();
      await delegations.take(idOf('ada'), await sandbox.tokenFor('grace@sandbox.test'), ['Mail.Read']);
      await delegations.take(idOf('ada'), await sandbox.tokenFor('ada@sandbox.test').then((token) => `${token}x`), [
        'Mail.Read',
      ]);
      expect(await faultOf(delegations.tokenOf(idOf('ada'), 'Mail.Read'))).to.equal('sign_in_required');
      expect(await store.db.reader('delegations').select()).to.deep.equal([]);
    });

    it('stays within what is switched on and consented to', async () => {
      const delegations = open();
      settings.enableDelegatedDirectoryMailSend = true;
      const { delegated } = sandbox.tenant.registrations.server;
      const granted = delegated['graph']!;
      delegated['graph'] = granted.filter((permission) => permission !== 'Mail.Send');
      try {
        await take(delegations, 'grace', ['Mail.Send', 'Mail.Read']);
        expect(await faultOf(delegations.tokenOf(idOf('grace'), 'Mail.Read'))).to.equal('none');
        expect(await faultOf(delegations.tokenOf(idOf('grace'), 'Mail.Send'))).to.equal('consent_missing');
        expect(await faultOf(delegations.tokenOf(idOf('grace'), 'Mail.Read'))).to.equal('none'); // that lost nothing
      } finally {
        delegated['graph'] = granted;
      }
      expect(await faultOf(delegations.tokenOf(idOf('grace'), 'Files.Read'))).to.equal('delegation_off');
      registrations = { ...registrations, directoryAuthType: 'managedSystemIdentity' };
      expect(await faultOf(delegations.tokenOf(idOf('grace'), 'Mail.Read'))).to.equal('delegation_impossible');
    });

    it('says what hindered the exchange, for as long as that may still be so', async () => {
      const delegations = open();
      const fault = () => faultOf(delegations.tokenOf(idOf('grace'), 'Mail.Read'));
      const { delegated } = sandbox.tenant.registrations.server;
      const granted = delegated['graph']!;
      delegated['graph'] = [];
      await take(delegations, 'grace').finally(() => (delegated['graph'] = granted));
      expect(await fault(), 'nobody consented').to.equal('consent_missing');
      const { directoryClientSecret } = registrations;
      registrations = { ...registrations, directoryClientSecret: 'expired' };
      await take(delegations, 'grace');
      expect(await fault(), 'the secret has expired').to.equal('directory_denied');
      registrations = { ...registrations, directoryClientSecret };
      meddle = () => () => Promise.reject(new TypeError('fetch failed'));
      const cutOff = open();
      await take(cutOff, 'grace');
      expect(await faultOf(cutOff.tokenOf(idOf('grace'), 'Mail.Read'))).to.equal('directory_unavailable');
      now += 10 * 60_000;
      expect(await fault()).to.equal('sign_in_required');
      await take(delegations, 'grace');
      expect(await fault()).to.equal('none');
      await delegations.forget(idOf('grace'));
      expect(await fault()).to.equal('sign_in_required');
    });

    it('searches as the person, with a token for the search service, whatever other consents exist', async () => {
      const delegations = open();
      expect(await faultOf(delegations.tokenOf(idOf('grace'), 'user_impersonation'))).to.equal('delegation_off');
      searchScope = `${SEARCH_SERVICE}/user_impersonation`;
      await take(delegations, 'grace', ['Mail.Read', 'user_impersonation']);
      const [search, mail] = await Promise.all(
        ['user_impersonation', 'Mail.Read'].map((each) => delegations.tokenOf(idOf('grace'), each)),
      );
      expect(claimsOf(search!)).to.include({ oid: idOf('grace'), aud: SEARCH_SERVICE });
      expect(claimsOf(mail!).aud).to.equal('https://graph.microsoft.com');
      const { delegated } = sandbox.tenant.registrations.server;
      const granted = delegated['graph']!;
      delegated['graph'] = [];
      try {
        await take(delegations, 'tim', ['Mail.Read', 'user_impersonation']);
        expect(await faultOf(delegations.tokenOf(idOf('tim'), 'user_impersonation'))).to.equal('none');
        expect(await faultOf(delegations.tokenOf(idOf('tim'), 'Mail.Read'))).to.equal('consent_missing');
      } finally {
        delegated['graph'] = granted;
      }
    });

    it('says that nobody answers, and keeps what it has', async () => {
      await take(open(), 'grace');
      settings.enableDelegatedDirectoryFilesRead = true;
      meddle = () => () => Promise.reject(new TypeError('fetch failed'));
      expect(await faultOf(open().tokenOf(idOf('grace'), 'Files.Read'))).to.equal('directory_unavailable');
      meddle = (fetch) => fetch;
      expect(await faultOf(open().tokenOf(idOf('grace'), 'Files.Read'))).to.equal('none');
    });

    it('outlives the refusal of an older one that was forgotten meanwhile', async () => {
      const delegations = open();
      await take(delegations, 'grace');
      settings.enableDelegatedDirectoryFilesRead = true;
      meddle = () => async () => {
        await delegations.forget(idOf('grace'));
        now += 1;
        await take(delegations, 'grace');
        return Response.json({ error: 'invalid_grant', error_description: 'revoked' }, { status: 400 });
      };
      const older = open();
      expect(await faultOf(older.tokenOf(idOf('grace'), 'Files.Read'))).to.equal('sign_in_required');
      expect(await faultOf(delegations.tokenOf(idOf('grace'), 'Mail.Read'))).to.equal('none');
    });

    it('is forgotten at sign-out, and when unused for long', async () => {
      const delegations = open();
      await take(delegations, 'grace');
      await take(delegations, 'tim');
      await delegations.forget(idOf('grace'));
      await delegations.forget(idOf('grace'));
      expect(await faultOf(delegations.tokenOf(idOf('grace'), 'Mail.Read'))).to.equal('sign_in_required');
      const { keepMs, purge } = delegationRetention;
      const purged = (at: number) => store.units.run(({ trx }) => purge(trx, at - keepMs, 10));
      expect([await purged(now + 89 * DAY_MS), await purged(now + 91 * DAY_MS)]).to.deep.equal([0, 1]);
      const actions: { action: string }[] = await store.db.reader('audit').orderBy('seq').select('action');
      expect(actions.map(({ action }) => action)).to.deep.equal([
        'delegation.taken',
        'delegation.taken',
        'delegation.forgotten',
      ]);
    });

    it('is sealed again when the key changes, in batches', async () => {
      const delegations = open();
      for (const key of ['ada', 'grace', 'tim']) await take(delegations, key);
      const [older, newer] = [randomBytes(32), randomBytes(32)];
      const from = createCipher({ sealing: () => older, opening: () => [older] });
      const rows = (await store.db.reader('delegations').select()) as { person: string; tokens: string }[];
      for (const { person, tokens } of rows) {
        const place = ['delegation', person] as const;
        const sealed = from.seal(cipher.open(tokens, place), place);
        await store.units.run(({ trx }) => trx('delegations').where({ person }).update({ tokens: sealed }));
      }
      const both = createCipher({ sealing: () => newer, opening: () => [newer, older] });
      const reseal = (after: string) => store.units.run(({ trx }) => resealDelegations(trx, both, after, 2));
      const first = await reseal('');
      expect(first.resealed).to.equal(2);
      expect(await reseal(first.last!)).to.deep.equal({ resealed: 1, last: null });
      const alone = createCipher(newer);
      for (const { person, tokens } of (await store.db.reader('delegations').select()) as typeof rows)
        expect(alone.open(tokens, ['delegation', person])).to.contain('RefreshToken');
    });
  });
});
