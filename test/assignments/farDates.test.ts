import { expect } from 'chai';
import type { AssignmentNotification } from '../../contract/assignments.ts';
import { LONGEST_AFTER_MS, type Occurrence, type Sending } from '../../contract/sendings.ts';
import { useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Client } from '../support/product.ts';
import { assign, listed, makeChat } from './support.ts';

const DAY_MS = 24 * 60 * 60_000;
const DAILY = { cron: '0 9 * * *', timeZone: 'Europe/Berlin' };
const LAST = '9999-12-31T23:59:59.999Z';

forEachDatabase((database, openUrl) =>
  describe(`recurrences with dates far in the future, on ${database} (behaviour 2.8)`, () => {
    const stage = useStage({ openUrl });

    /** As an older version with higher limits has stored it. */
    async function recurring(stored: object): Promise<string> {
      const { sending } = await assign(stage.tim, await makeChat(stage.tim), { recurrence: DAILY });
      await stage.services.ground.units.run(({ trx }) => trx('sendings').where({ id: sending.id }).update(stored));
      return sending.id;
    }
    const get = async <Body>(by: Client, path: string): Promise<Body> => {
      const { status, body } = await by.call<Body>('GET', path);
      expect(status, path).to.equal(200);
      return body;
    };

    it('are shown, even if the stored delay exceeds the range of dates', async () => {
      const far = Number.MAX_SAFE_INTEGER;
      const id = await recurring({ due_after_ms: far, expires_after_ms: far });
      await stage.after(DAY_MS);
      const [mine] = await listed(stage.grace, `?sendingId=${id}`);
      expect(mine).to.deep.include({ dueAt: LAST, expiresAt: LAST, status: 'pending' });
      expect(await listed(stage.tim, `?direction=outbound&sendingId=${id}`)).to.have.length(1);
      const told = await get<{ items: AssignmentNotification[] }>(stage.grace, '/assignments/notifications');
      expect(told.items[0]!.assignment).to.include({ sendingId: id, dueAt: LAST });
      const { recurrence } = await get<Sending>(stage.tim, `/sendings/${id}`);
      expect(recurrence).to.deep.include({ dueAfterMs: far, expiresAfterMs: far });
    });

    it('may be due and expire ten years after each date', async () => {
      const recurrence = { ...DAILY, dueAfterMs: LONGEST_AFTER_MS, expiresAfterMs: LONGEST_AFTER_MS };
      const { sending } = await assign(stage.tim, await makeChat(stage.tim), { recurrence });
      await stage.after(DAY_MS);
      const [mine] = await listed(stage.grace, `?sendingId=${sending.id}`);
      const date = Date.parse(sending.recurrence!.next[0]!);
      expect(mine).to.include({ dueAt: new Date(date + LONGEST_AFTER_MS).toISOString() });
    });

    it('show their dates even if decades apart, and can be ended', async () => {
      const leap = { cron: '0 9 * 2 1#5', timeZone: 'UTC' };
      const { sending } = await assign(stage.tim, await makeChat(stage.tim), { recurrence: leap });
      expect(sending.recurrence!.next[0]).to.equal('2044-02-29T09:00:00.000Z');
      const { items } = await get<{ items: Sending[] }>(stage.tim, '/sendings');
      expect(items[0]!.recurrence!.next).to.deep.equal(sending.recurrence!.next);
      const ended = await stage.tim.call<Sending>('POST', `/sendings/${sending.id}/end`);
      expect(ended.status).to.equal(200);
      expect(ended.body.recurrence!.next).to.deep.equal([]);
    });

    for (const [what, stored] of [
      ['an impossible day', { cron: '0 0 31 4,6 *' }],
      ['no schedule', { cron: 'x' }],
      ['a time zone that no longer exists', { time_zone: 'Mars/Olympus' }],
    ] as const)
      it(`create the announced date and then end, if the stored schedule has ${what}`, async () => {
        const id = await recurring(stored);
        const { items } = await get<{ items: Sending[] }>(stage.tim, '/sendings');
        expect(items[0]).to.include({ id });
        expect(items[0]!.recurrence!.next).to.have.length(1);
        await stage.after(2 * DAY_MS);
        const occurrences = await get<{ items: Occurrence[] }>(stage.tim, `/sendings/${id}/occurrences`);
        expect(occurrences.items.map(({ outcome }) => outcome)).to.deep.equal(['made']);
        const { recurrence } = await get<Sending>(stage.tim, `/sendings/${id}`);
        expect(recurrence).to.deep.include({ next: [], endedAt: new Date(stage.now()).toISOString() });
        const { reader } = stage.services.ground;
        expect(await reader('audit').where({ action: 'assignment.recurrence_ended', subject: id })).to.have.length(1);
      });
  }),
);
