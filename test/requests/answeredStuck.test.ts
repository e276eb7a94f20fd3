import { expect } from 'chai';
import type { RequestView } from '../../contract/requests.ts';
import { answered, executionOf, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';

forEachDatabase((_, openUrl) =>
  describe('An answer with which its execution cannot continue', () => {
    const stage = useStage({ openUrl, config: { key: '4'.repeat(64) } });

    it('is stored anyway, and enters the execution once it can continue', async () => {
      const request = await stage.ask({
        inputType: 'text',
        prompt: 'Well?',
        assignees: { users: ['grace@sandbox.test'] },
      });
      const { database, units } = stage.services.ground;
      const row = { id: executionOf(request) };
      const { branches } = await database.reader('executions').where(row).first('branches');
      const leave = (stored: string) =>
        units.run(({ trx }) => trx('executions').where(row).update({ branches: stored }));
      await leave('no JSON');
      await answered(stage.grace, request, 'yes');
      const { body } = await stage.ada.call<RequestView>('GET', `/requests/${request}`);
      expect(body).to.deep.include({ status: 'completed', counts: { assignees: 1, responses: 1 } });
      await leave(branches);
      await stage.after(60_000);
      expect(await stage.result(request)).to.deep.include({ value: 'yes' });
    });
  }),
);
