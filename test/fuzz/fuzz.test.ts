import { expect } from 'chai';
import type { Problem } from '../../contract/problem.ts';
import { forEachDatabase } from '../support/databases.ts';
import { withFuzzServer, runFuzz, settledRows } from './fuzz.ts';

/** On each database; `npm run fuzz` sends 100,000. */
const COUNT = 10_000;
const SEEDS = { SQLite: 20_260_301, PostgreSQL: 20_260_302 };
const MOST_GROWN_BYTES = 50 * 1024 * 1024;
/** Every status of a refusal occurs. */
const REFUSALS = [400, 401, 403, 404, 409, 410, 415, 422];

describe('20,000 malformed requests', () => {
  forEachDatabase((name, openUrl) => {
    it('get no 5xx, an answer that says what is wrong, and nothing stored', async function () {
      this.timeout(240_000);
      const summary = await runFuzz({ databaseUrl: await openUrl(), count: COUNT, seed: SEEDS[name] });

      expect(summary.wrong.slice(0, 5), `${summary.wrongCount} of ${COUNT}`).to.deep.equal([]);
      expect(summary.faults).to.deep.equal([]);
      expect(summary.rows.after).to.deep.equal(summary.rows.before);
      for (const status of REFUSALS)
        expect(summary.statuses[status] ?? 0, `${status} among ${JSON.stringify(summary.statuses)}`).to.be.above(5);
      expect(summary.grownBytes, 'bytes that the server keeps').to.be.below(MOST_GROWN_BYTES);
    });

    it('get 413 if they are far too large', async () => {
      await withFuzzServer(await openUrl(), async ({ targets, db, fire }) => {
        const rows = await settledRows(db);
        const large = 'x'.repeat(1024 * 1024 + 1);
        const headers = { authorization: `Bearer ${targets.tokens[0]}`, 'content-type': 'application/json' };
        for (const path of [
          '/api/chats',
          '/api/flow/human-response',
          `/api/user/notifications/${targets.executionId}-ask/respond`,
        ]) {
          const hit = await fire({ method: 'POST', path, headers, body: JSON.stringify({ name: large }) });
          expect([hit.status, (JSON.parse(hit.body) as Problem).code]).to.deep.equal([413, 'payload_too_large']);
        }
        const form = { method: 'POST', path: '/api/flow/external-response', body: `token=${large.slice(0, 70_000)}` };
        const urlencoded = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
        expect((await fire({ ...form, headers: urlencoded })).status).to.equal(413);
        expect(await settledRows(db)).to.deep.equal(rows);
      });
    });
  });
});
