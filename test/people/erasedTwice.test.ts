import { expect } from 'chai';
import { eraseInExecutions } from '../../server/composition/person/eraseExecutions.ts';
import { beginErasure, endErasure, findErasure, type Erasure } from '../../server/composition/person/erasureStore.ts';
import { findAsked, SeveralPeople } from '../../server/composition/person/knownPerson.ts';
import type { UnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';

const ADA = { id: 'ada-id', names: ['Ada Lovelace'], addresses: ['ada@x.test'] };
/** More than the erasure of two executions takes. */
const UNITS = 12;

describe('a person in the middle of an erasure', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);

    it('is not taken for somebody else who has the same address', async () => {
      await store.units.run(({ trx }) => beginErasure(trx, ADA));
      const [address, reader] = [ADA.addresses[0]!, store.db.reader];
      for (const reference of [ADA.id, address, address.toUpperCase()])
        expect(await findAsked(reader, reference), reference).to.deep.equal(ADA);
      const starter = JSON.stringify({ id: 'another', displayName: 'Other', email: address, userPrincipalName: null });
      const execution = { flow_id: 'f', flow_version: 1, status: 'completed', started_by: 'another', starter };
      const nothing = { variables: '{}', branches: '[]', started_at: 1 };
      await store.db.writer('executions').insert({ id: 'theirs', ...execution, ...nothing });
      const found = await findAsked(reader, address).catch((error: Error) => error);
      expect(found).to.be.instanceOf(SeveralPeople);
      expect(String(found)).to.include('another').and.include(ADA.id);
      expect(await findAsked(reader, ADA.id)).to.deep.equal(ADA);
    });
  });
});

describe('one person whom two commands erase', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);

    /** An execution whose step names her id, and whose variables then only say her name. */
    async function keep(id: string): Promise<void> {
      const execution = { flow_id: 'f', flow_version: 1, status: 'completed', started_by: 'alan-id', starter: '{}' };
      const variables = JSON.stringify({ said: `Thanks to ${ADA.names[0]}.` });
      await store.db.writer('executions').insert({ id, ...execution, variables, branches: '[]', started_at: 1 });
      const step = { execution_id: id, seq: 1, visit_key: 'ask', node_id: 'ask', status: 'completed' };
      const output = JSON.stringify({ by: ADA.id });
      await store.db.writer('execution_steps').insert({ ...step, output, started_at: 1, ended_at: 1 });
    }

    const begin = async (): Promise<Erasure> =>
      (await findErasure(store.db.reader, ADA.id)) ?? store.units.run(({ trx }) => beginErasure(trx, ADA));

    /** One command, as far as executions go. @param beforeUnit may fail, as if the command was killed */
    async function erase(erasure: Erasure, beforeUnit = async (_: number): Promise<void> => undefined): Promise<void> {
      const { db, units } = store;
      let count = 0;
      const run: UnitOfWork['run'] = async (work) => {
        await beforeUnit(count++);
        return units.run(work);
      };
      await eraseInExecutions({ ...erasure, units: { run }, reader: db.reader });
    }

    it('is in none of their executions after one command was killed beside the other, whenever', async () => {
      for (let moment = 0; moment < UNITS; moment++) {
        const ids = ['a', 'b'].map((name) => `${name}-${moment}`);
        for (const id of ids) await keep(id);
        const [one, other] = [await begin(), await begin()];
        await erase(one, async (count) => {
          if (count !== moment) return;
          await erase(other);
          throw new Error('killed');
        }).catch((error: Error) => expect(error.message).to.equal('killed'));
        await erase(await begin());
        await store.units.run(({ trx }) => endErasure(trx, ADA.id));
        const left = await store.db.reader('executions').whereIn('id', ids).pluck('variables');
        expect(left.join(), `at unit ${moment}`).to.not.include(ADA.names[0]);
      }
    });
  });
});
