import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { readConfig } from '../../../server/foundation/config.ts';
import { createLocalSignals } from '../../../server/foundation/database/signals.ts';
import { createCipher } from '../../../server/foundation/settings/cipher.ts';
import { createLiveSettings } from '../../../server/foundation/settings/liveSettings.ts';
import { createSettings } from '../../../server/foundation/settings/settings.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('settings of a running server', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    const cipher = createCipher(randomBytes(32));
    const reported: string[] = [];
    beforeEach(() => void reported.splice(0));
    const report = (error: unknown) => void reported.push((error as Error).message);

    /** Two servers on one database, each with its own signals, so neither hears the other. */
    async function aServer() {
      const signals = createLocalSignals(report);
      const parts = { units: store.units, reader: store.db.reader, cipher, config: readConfig({}), signals };
      const settings = createSettings({ ...parts, now: Date.now, channels: [] });
      return { settings, live: await createLiveSettings({ settings, signals, report }) };
    }

    it('are applied at once where they were stored, and elsewhere at the next poll', async () => {
      const [here, there] = [await aServer(), await aServer()];
      const applied: Record<string, unknown[]> = { here: [], there: [] };
      await here.live.follow(
        ({ adminGroupIds }) => adminGroupIds,
        (ids) => void applied['here']!.push(ids),
      );
      await there.live.follow(
        ({ adminGroupIds }) => adminGroupIds,
        (ids) => void applied['there']!.push(ids),
      );
      await here.settings.set('adminGroupIds', [GUID], 'ada');
      await here.settings.set('enableSearchAcl', true, 'ada');
      await here.live.refresh();
      expect(applied).to.deep.equal({ here: [[], [GUID]], there: [[]] });
      await there.live.loop.tick(Date.now());
      expect(applied['there']).to.deep.equal([[], [GUID]]);
      expect(there.live.current().enableSearchAcl).to.equal(true);
    });

    it('stay as they were for a part that cannot apply them and retries, and for no other part', async () => {
      const { settings, live } = await aServer();
      const taken: boolean[] = [];
      let isBroken = false;
      await live.follow(
        ({ enableSearchAcl }) => enableSearchAcl,
        (isOn) => {
          if (isBroken) throw new Error('not now');
          taken.push(isOn);
        },
      );
      const others: boolean[] = [];
      await live.follow(
        ({ enableSearchAcl }) => enableSearchAcl,
        (isOn) => void others.push(isOn),
      );
      isBroken = true;
      await settings.set('enableSearchAcl', true, 'ada');
      await live.refresh();
      expect([taken, others]).to.deep.equal([[false], [false, true]]);
      expect(reported).to.include('not now');
      isBroken = false;
      await live.refresh();
      expect(taken).to.deep.equal([false, true]);
    });

    it('stop the start if a part cannot apply them, or if a secret is unreadable and not overridden', async () => {
      const { settings, live } = await aServer();
      const failing = live.follow(
        () => 1,
        () => Promise.reject(new Error('not so')),
      );
      expect(await failing.catch((error: Error) => error.message)).to.equal('not so');
      await settings.set('directoryClientSecret', 'hunter2', 'ada');
      const parts = { units: store.units, reader: store.db.reader, now: Date.now, channels: [] };
      const withOtherKey = { ...parts, cipher: createCipher(randomBytes(32)) };
      const refused = createSettings({ ...withOtherKey, config: readConfig({}) }).all();
      expect(await refused.catch((error: Error) => error.name)).to.equal('UnsealableError');
      const given = readConfig({ DIRECTORY_CLIENT_SECRET: 'from outside' });
      const values = await createSettings({ ...withOtherKey, config: given }).all();
      expect(values.directoryClientSecret).to.equal('from outside');
    });

    it('are no longer followed after the stop', async () => {
      const { settings, live } = await aServer();
      live.close();
      await settings.set('enableSearchAcl', true, 'ada');
      expect(live.current().enableSearchAcl).to.equal(false);
    });
  });
});
