import { expect } from 'chai';
import { erasePerson } from '../../server/composition/person/erasePerson.ts';
import { createSend } from '../../server/assignments/sending.ts';
import { insertSending } from '../../server/assignments/sendingStore.ts';
import { createLocalSignals } from '../../server/foundation/database/signals.ts';
import type { UnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { aSending, BY_ADA, seedChat } from '../assignments/seeds.ts';
import { anchor, AUDIT_SEAL } from '../support/auditChain.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { aPerson, NOW } from '../support/seeds.ts';

const MANY = 2500;
const MOST_OF_ONE_UNIT = 1000;

describe('a person with very many assignments', function () {
  this.timeout(60_000);

  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);

    it('is erased in bounded units, with everything they wrote about them', async () => {
      await seedChat(store.db.writer);
      await anchor(store);
      const signals = createLocalSignals();
      const grace = { person: aPerson('grace'), group: null };
      await store.units.run(async (unit) => {
        await insertSending(unit.trx, aSending('S', { note: 'Please', creator: aPerson('ada') }), null);
        const all = Array.from({ length: MANY }, () => grace);
        await createSend({ signals, now: () => NOW })(unit, aSending('S'), all, BY_ADA);
        const declined = { reason: 'No time for it', status: 'rejected', is_over: 1 };
        await unit.trx('assignments').where({ sending_id: 'S' }).update(declined);
      });
      const changed: number[] = [];
      const units: UnitOfWork = {
        run: (work) =>
          store.units.run(async (unit) => {
            const said = async () => Number((await unit.trx('assignments').count({ n: 'reason' }).first())!['n']);
            const before = await said();
            const result = await work(unit);
            changed.push(before - (await said()));
            return result;
          }),
      };
      const storage = { remove: async () => {} };
      const known = { id: 'grace', names: ['Grace'], addresses: ['grace@sandbox.test'] };
      await erasePerson({ units, reader: store.db.reader, seal: AUDIT_SEAL, storage }, known);
      const left = await store.db.reader('assignments').where({ person: 'grace' }).orWhereNotNull('reason');
      expect(left).to.deep.equal([]);
      expect(Math.max(...changed)).to.equal(MOST_OF_ONE_UNIT);
      expect((await store.db.reader('sendings').first()).note, 'of somebody else').to.equal('Please');
    });
  });
});
