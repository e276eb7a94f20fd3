import { expect } from 'chai';
import type { Services } from '../../server/composition/services.ts';
import { datesAfter } from '../../server/assignments/recurrenceRules.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { forEachDatabase } from '../support/databases.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { assign, group, makeChat } from './support.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 1000;
const WEEKLY = {
  cron: '0 9 * * 1,4',
  timeZone: 'Europe/Berlin',
  dueAfterMs: 4 * HOUR_MS,
  expiresAfterMs: 30 * HOUR_MS,
};
const CLOCK_LOOPS = ['assignments.recur', 'assignments.sweep'];

forEachDatabase((database, openUrl) => {
  if (database !== 'PostgreSQL') return; // several servers share only this

  describe(`a recurrence on two servers, for ${DAYS} days`, function () {
    this.timeout(300_000);
    let sandbox: Sandbox;
    const servers: TestProduct[] = [];
    let now = Date.UTC(2026, 0, 1);
    let databaseUrl: string;

    const start = () =>
      startProduct({ sandbox, databaseUrl, withLoops: false, now: () => now, config: { key: '7'.repeat(64) } });
    before(async () => {
      sandbox = await startSandbox({ portBase: 0, now: () => now, lifetimeSeconds: 3 * 365 * 24 * 3600 });
      databaseUrl = await openUrl();
      servers.push(await start(), await start());
    });
    after(async () => {
      await Promise.all(servers.map((server) => server.close()));
      await sandbox?.close();
    });

    const tick = ({ work }: Services) =>
      Promise.all(
        work.assigned.loops.filter(({ name }) => CLOCK_LOOPS.includes(name)).map((loop) => loop.tick(now, now)),
      );

    it('creates, misses and expires each date once, whatever the clocks do and whoever restarts', async () => {
      const tim = await servers[0]!.as('tim@sandbox.test');
      const begin = now;
      const chat = await makeChat(tim);
      const { sending } = await assign(tim, chat, { principals: [group('Legal')], recurrence: WEEKLY });
      for (let day = 1; day <= DAYS; day++) {
        now += day % 97 === 0 ? 8 * DAY_MS : DAY_MS;
        if (day % 31 === 0) now -= HOUR_MS;
        if (day % 250 === 0) {
          await servers[0]!.close();
          servers[0] = await start();
        }
        await Promise.all(servers.map(({ product }) => tick(product.services)));
      }
      const { reader } = servers[0]!.product.services.ground;
      const occurrences = await reader('sending_occurrences').where({ sending_id: sending.id }).orderBy('at');
      const dates = datesAfter(WEEKLY, begin, occurrences.length);
      expect(occurrences.map(({ at }) => Number(at))).to.deep.equal(dates);
      const made = occurrences.filter(({ outcome }) => outcome === 'made');
      expect(made.length).to.be.above(250);
      expect(occurrences.filter(({ outcome }) => outcome === 'missed').length).to.be.above(5);

      const people = made[0]!.people;
      const assignments = await reader('assignments').where({ sending_id: sending.id });
      expect(assignments).to.have.length(made.length * people);
      const each = new Set(assignments.map(({ occurrence_at: at, person }) => `${at} ${person}`));
      expect(each.size, 'nobody twice').to.equal(assignments.length);
      const expired = await reader('audit').where({ action: 'assignment.expired' });
      const over = assignments.filter(({ status }) => status === 'expired');
      expect(assignments.length - over.length, 'still open').to.be.at.most(people);
      expect(expired).to.have.length(over.length);
      expect(await reader('assignment_notices').where({ kind: 'expired' })).to.have.length(2 * over.length);
    });
  });
});
