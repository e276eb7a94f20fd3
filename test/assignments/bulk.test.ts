// cspell:ignore plpgsql errcode
import { expect } from 'chai';
import type { BulkResult } from '../../contract/assignments.ts';
import { useStage } from '../scenarios/support.ts';
import { forEachDatabase, type DatabaseName } from '../support/databases.ts';
import { assign, GRACE, listed, makeChat, TIM, user } from './support.ts';

/** From then on the database refuses to change this assignment. */
const REFUSALS: Record<DatabaseName, { statements: (id: string) => string[]; code: string }> = {
  SQLite: {
    statements: (id) => [
      `CREATE TRIGGER refusing BEFORE UPDATE ON assignments WHEN old.id = '${id}' BEGIN SELECT RAISE(ABORT, 'no'); END`,
    ],
    code: 'internal',
  },
  PostgreSQL: {
    statements: (id) => [
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'full' USING ERRCODE = '53100'; END $$`,
      `CREATE TRIGGER refusing BEFORE UPDATE ON assignments FOR EACH ROW WHEN (old.id = '${id}') EXECUTE FUNCTION refuse()`,
    ],
    code: 'unavailable',
  },
};

forEachDatabase((database, openUrl) => {
  describe(`several assignments at once, on ${database} (behaviour 2.8)`, () => {
    const stage = useStage({ openUrl });

    it('get one result each, also those that the database refuses', async () => {
      const people = [GRACE, TIM, 'alan@sandbox.test'];
      await assign(stage.ada, await makeChat(stage.ada), { principals: people.map(user) });
      const ids = (await listed(stage.ada, '?direction=outbound')).map(({ id }) => id);
      const unknown = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
      const { statements, code } = REFUSALS[database];
      await stage.services.ground.units.run(async ({ trx }) => {
        for (const statement of statements(ids[1]!)) await trx.raw(statement);
      });

      const body = { action: 'cancel', ids: [ids[0], unknown, ids[1], ids[2], ids[0]] };
      const answer = await stage.ada.call<BulkResult>('POST', '/assignments/bulk', body);

      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      const { results } = answer.body;
      expect(results.map((each) => [each.id, each.done, each.code])).to.deep.equal([
        [ids[0], true, null],
        [unknown, false, 'not_found'],
        [ids[1], false, code],
        [ids[2], true, null],
      ]);
      const after = await listed(stage.ada, '?direction=outbound');
      expect(after.map(({ id, status }) => [id, status])).to.have.deep.members([
        [ids[0], 'cancelled'],
        [ids[1], 'pending'],
        [ids[2], 'cancelled'],
      ]);
    });
  });
});
