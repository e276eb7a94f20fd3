import { expect } from 'chai';
import { eraseInAudit } from '../../server/composition/person/eraseAudit.ts';
import { eraseInExecutions } from '../../server/composition/person/eraseExecutions.ts';
import { ForeignChainError } from '../../server/foundation/audit/auditChainStore.ts';
import { addToAudit } from '../../server/foundation/audit/auditStore.ts';
import { verifyAudit } from '../../server/foundation/audit/verifyAudit.ts';
import type { UnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { anchor, AUDIT_SEAL, seal } from '../support/auditChain.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';

const [ADA, GRACE] = ['ada', 'grace'].map((name) => ({
  known: { id: `${name}-id`, names: [], addresses: [`${name}@x.test`] },
  pseudonym: `erased-${name}`,
}));
/** More than an erasure of one row takes. */
const UNITS = 4;

describe('two people who are erased at the same time', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    /** Does the other one before a unit of the first. @returns whether it came to that */
    async function eraseBeside(
      moment: number,
      first: (units: UnitOfWork) => Promise<void>,
      other: () => Promise<void>,
    ): Promise<boolean> {
      let count = 0;
      await first({
        async run(work) {
          if (count++ === moment) await other();
          return store.units.run(work);
        },
      });
      return count > moment;
    }
    const erase = (person: typeof ADA, units: UnitOfWork) =>
      eraseInAudit({ ...person!, units, reader: store.db.reader }, AUDIT_SEAL);

    for (const [whom, other] of [
      ['somebody else', GRACE],
      ['the same person', ADA],
    ] as const)
      it(`leave nothing in the audit, whenever the other command erases ${whom}`, async () => {
        await anchor(store);
        for (let moment = 0; moment < UNITS; moment++) {
          await addToAudit(store.db.writer, [
            {
              at: 1000 + moment,
              actor: ADA!.known.id,
              verifiedBy: null,
              action: 'request.nudged',
              subject: 'r1',
              detail: { person: GRACE!.known.id },
            },
          ]);
          await seal(store);
          const isOver = await eraseBeside(
            moment,
            (units) => erase(ADA, units),
            () => erase(other, store.units),
          );
          await seal(store);
          const left = JSON.stringify(await store.db.reader('audit').select('actor', 'detail'));
          expect(left, `at unit ${moment}`).to.not.include(ADA!.known.id);
          if (other === GRACE && isOver) expect(left, `at unit ${moment}`).to.not.include(GRACE!.known.id);
          expect(await verifyAudit(store.db.reader, { seal: AUDIT_SEAL })).to.include({ ok: true });
        }
      });

    it('are not kept waiting for a chain whose ends are missing', async () => {
      await addToAudit(store.db.writer, [
        { at: 1, actor: ADA!.known.id, verifiedBy: null, action: 'request.nudged', subject: 'r1' },
      ]);
      const ends = await store.db.reader('audit_chain').first();
      await store.db.writer('audit_chain').delete();
      const ended = await erase(ADA, store.units).catch((error: Error) => error);
      await store.db.writer('audit_chain').insert(ends);
      expect(ended).to.be.instanceOf(ForeignChainError);
    });

    it('leave nothing in the chat of somebody else', async () => {
      const erase = (person: typeof ADA, units: UnitOfWork) =>
        eraseInExecutions({ ...person!, units, reader: store.db.reader });
      const chat = {
        name: 'c',
        instructions: '',
        users: '[]',
        version: 1,
        created_by: 'x',
        created_at: 1,
        updated_at: 1,
      };
      const [users, content] = [[ADA, GRACE].map((person) => person!.known.id), 'Wait for ada-id and grace-id.'];
      const execution = { flow_id: 'f', flow_version: 1, status: 'completed', started_by: 'alan-id', starter: '{}' };
      await store.db.writer('chats').insert({ id: 'chat', ...chat });
      for (let moment = 0; moment < 2 * UNITS; moment++) {
        const [id, variables] = [`execution-${moment}`, JSON.stringify({ users })];
        const row = { id, ...execution, chat_id: 'chat', variables, branches: '[]', started_at: 1 };
        const message = { id, chat_id: 'chat', person: 'alan-id', role: 'flow', content, at: 1, execution_id: id };
        await store.db.writer('executions').insert(row);
        await store.db.writer('chat_messages').insert(message);
        const isOver = await eraseBeside(
          moment,
          (units) => erase(ADA, units),
          () => erase(GRACE, store.units),
        );
        const left = await store.db.reader('chat_messages').where({ id }).first('content');
        expect(left, `at unit ${moment}`).to.deep.equal({
          content: `Wait for erased-ada and ${isOver ? 'erased-grace' : 'grace-id'}.`,
        });
      }
    });
  });
});
