// cspell:ignore Özgür Ünal
import { expect } from 'chai';
import { conditionOf, rowsWhere } from '../../server/composition/person/personRows.ts';
import { addToAudit } from '../../server/foundation/audit/auditStore.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';

describe('rows that name a person', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);

    it('are found in any letter case, even with pattern characters', async () => {
      const known = { id: 'id_1', names: ['Özgür "Ö" Ünal'], addresses: ['o%l@x.test'] };
      const details: Record<string, string>[] = [
        { by: 'Özgür "Ö" Ünal' },
        { to: 'O%L@X.test' },
        { to: 'oil@x.test' },
        { of: 'an id_1' },
        { of: 'idx1' },
      ];
      await addToAudit(
        store.db.writer,
        details.map((detail, at) => ({
          at,
          actor: 'flow',
          verifiedBy: null,
          action: 'flow.saved',
          subject: 'x',
          detail,
        })),
      );
      const found: unknown[] = [];
      for await (const rows of rowsWhere(store.db.reader, 'audit', conditionOf('audit', known, true)!, ['at']))
        found.push(...rows.map(({ at }) => at));
      expect(found).to.deep.equal([0, 1, 3]);
    });
  });
});
