import { expect } from 'chai';
import type { AuditAction } from '../../../contract/auditActions.ts';
import type { AuditSearch } from '../../../server/foundation/audit/auditFilterRules.ts';
import { findAudit, newestOf, type AuditPlace } from '../../../server/foundation/audit/auditLogStore.ts';
import { addToAudit, fromStoredDetail, type AuditRow } from '../../../server/foundation/audit/auditStore.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';

describe('audit log', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);

    const aRow = (at: number, actor: string, action: AuditAction, subject = 's'): AuditRow => ({
      at,
      actor,
      action,
      subject,
      verifiedBy: null,
    });

    /** Every row of a search, read in pages, and the number of pages. */
    async function read(search: AuditSearch, limit = 3) {
      const found: string[] = [];
      let [after, pages]: [AuditPlace | undefined, number] = [undefined, 0];
      for (;;) {
        const { rows, next } = await findAudit(store.db.reader, search, { after, limit });
        pages++;
        found.push(...rows.map(({ at, actor, action }) => `${at} ${actor} ${action}`));
        if (!next) return { found, pages };
        after = next;
      }
    }

    it('is read newest first, by its clock, in pages without gaps', async () => {
      const moments = [5, 3, 9, 3, 3, 7, 1]; // servers do not write in the order of their clocks
      await addToAudit(
        store.db.writer,
        moments.map((at, n) => aRow(at, `p${n}`, 'chat.made')),
      );
      const { found, pages } = await read({}, 2);
      expect(found.map((each) => each.split(' ').slice(0, 2).join(' '))).to.deep.equal([
        '9 p2',
        '7 p5',
        '5 p0',
        '3 p4',
        '3 p3',
        '3 p1',
        '1 p6',
      ]);
      expect(pages).to.equal(4);
      expect(await read({}, 7)).to.deep.equal({ found, pages: 1 });
    });

    it('is narrowed by each filter and by all together', async () => {
      const all = ['chat.made', 'chat.granted', 'flow.saved', 'request.answered'] as const;
      const rows = Array.from({ length: 24 }, (_row, n) =>
        aRow(n, n % 3 === 0 ? 'flow' : `p${n % 3}`, all[n % 4]!, `s${n % 5}`),
      );
      await addToAudit(store.db.writer, rows);
      const expected = (isWanted: (row: AuditRow) => boolean) =>
        rows
          .filter(isWanted)
          .map(({ at, actor, action }) => `${at} ${actor} ${action}`)
          .reverse();
      const cases: [AuditSearch, (row: AuditRow) => boolean][] = [
        [{ actor: 'p1' }, ({ actor }) => actor === 'p1'],
        [{ action: 'flow.saved' }, ({ action }) => action === 'flow.saved'],
        [{ action: 'chat.' }, ({ action }) => action.startsWith('chat.')],
        [{ action: 'c.' }, () => false],
        [{ action: 'secret.' }, () => false],
        [{ subject: 's2' }, ({ subject }) => subject === 's2'],
        [{ from: 5 }, ({ at }) => at >= 5],
        [{ to: 5 }, ({ at }) => at < 5],
        [{ from: 5, to: 9, actor: 'p2' }, ({ at, actor }) => at >= 5 && at < 9 && actor === 'p2'],
        [{ actor: 'p1', action: 'chat.' }, ({ actor, action }) => actor === 'p1' && action.startsWith('chat.')],
        [{ actor: 'flow', action: 'flow.saved' }, ({ actor, action }) => actor === 'flow' && action === 'flow.saved'],
        [
          { subject: 's2', action: 'request.', actor: 'p1', from: 1 },
          ({ subject, action, actor }) => subject === 's2' && action === 'request.answered' && actor === 'p1',
        ],
      ];
      for (const [search, isWanted] of cases)
        expect((await read(search)).found, JSON.stringify(search)).to.deep.equal(expected(isWanted));
    });

    it('scans a limited number of rows at a time, and continues where it stopped', async () => {
      const rows = Array.from({ length: 2300 }, (_row, n) => aRow(n, 'ada', n === 10 ? 'chat.made' : 'flow.saved'));
      await addToAudit(store.db.writer, rows);
      const search = { actor: 'ada', action: 'chat.made' };
      const first = await findAudit(store.db.reader, search, { limit: 5 });
      expect(first.rows).to.deep.equal([]);
      expect(first.next).to.include({ at: 300 });
      expect(await read(search)).to.deep.equal({ found: ['10 ada chat.made'], pages: 2 });
    });

    it('finds the newest row of an action', async () => {
      await addToAudit(store.db.writer, [aRow(1, 'a', 'audit.verified'), aRow(2, 'b', 'audit.verified')]);
      expect((await newestOf(store.db.reader, 'audit.verified'))?.actor).to.equal('b');
      expect(await newestOf(store.db.reader, 'chat.made')).to.equal(null);
    });

    it("stores the person's verification beside the detail, if there was one", async () => {
      const detail = { to: 'x' };
      await addToAudit(store.db.writer, [
        aRow(1, 'flow', 'chat.made'),
        { ...aRow(2, 'flow', 'chat.made'), detail },
        { ...aRow(3, 'ada', 'chat.made'), verifiedBy: 'session' },
        { ...aRow(4, 'ada', 'chat.made'), verifiedBy: 'bot_token', detail },
      ]);
      const stored: (string | null)[] = await store.db.reader('audit').orderBy('seq').pluck('detail');
      expect(stored.slice(0, 2)).to.deep.equal([null, '{"to":"x"}']); // as older servers write it
      expect(stored.map(fromStoredDetail)).to.deep.equal([
        { verifiedBy: null },
        { verifiedBy: null, detail },
        { verifiedBy: 'session' },
        { verifiedBy: 'bot_token', detail },
      ]);
    });
  });
});
