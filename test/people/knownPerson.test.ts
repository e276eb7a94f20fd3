import { expect } from 'chai';
import { createSend } from '../../server/assignments/sending.ts';
import { insertSending } from '../../server/assignments/sendingStore.ts';
import { findKnown } from '../../server/composition/person/knownPerson.ts';
import { createLocalSignals } from '../../server/foundation/database/signals.ts';
import { aSending, BY_ADA, seedChat } from '../assignments/seeds.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { aPerson, NOW } from '../support/seeds.ts';

describe('a person who has only been assigned a chat, or has only assigned one', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);

    beforeEach(async () => {
      await seedChat(store.db.writer);
      await store.db.writer('chats').update({ users: JSON.stringify(['grace@sandbox.test']) });
      await store.units.run(async (unit) => {
        await insertSending(unit.trx, aSending('S', { creator: aPerson('ada') }), null);
        const send = createSend({ signals: createLocalSignals(), now: () => NOW });
        await send(unit, aSending('S'), [{ person: aPerson('grace'), group: null }], BY_ADA);
      });
    });

    it('is found by their address, with the id that everything of theirs is stored under', async () => {
      const { id, email } = aPerson('grace');
      for (const reference of [id, email!, email!.toUpperCase()])
        expect(await findKnown(store.db.reader, reference), reference).to.deep.include({ id, addresses: [email] });
    });

    it('is found by their address as the sender too', async () => {
      const { id, email } = aPerson('ada');
      expect(await findKnown(store.db.reader, email!)).to.deep.include({ id, addresses: [email] });
    });
  });
});
