// cspell:ignore bilanz rüfung über überprüfung ökobilanz
import { expect } from 'chai';
import type { Sending } from '../../contract/sendings.ts';
import { insertAssignments } from '../../server/assignments/assignmentStore.ts';
import { newAssignment } from '../../server/assignments/sending.ts';
import { findSending } from '../../server/assignments/sendingStore.ts';
import { useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Client } from '../support/product.ts';
import { aPerson } from '../support/seeds.ts';
import { act, ALAN, assign, GRACE, listed, makeChat, TIM, user } from './support.ts';

const HOUR_MS = 60 * 60_000;
const CHUNK = 1000;

forEachDatabase((database, openUrl) =>
  describe(`lists of assignments on ${database} (behaviour 2.8)`, () => {
    const stage = useStage({ openUrl });
    const inMs = (ms: number) => new Date(stage.now() + ms).toISOString();

    describe('that are searched', () => {
      let id: string;
      before(async () => {
        const chat = await makeChat(stage.tim, { name: 'Überprüfung der ÖKOBILANZ' });
        id = (await assign(stage.tim, chat)).sending.id;
        await assign(stage.tim, await makeChat(stage.tim, { name: 'Holidays' }), { principals: [user(ALAN)] });
      });
      const found = async (by: Client, search: string, direction: string) =>
        (await listed(by, `?direction=${direction}&search=${encodeURIComponent(search)}`)).map(
          ({ sendingId }) => sendingId,
        );

      for (const search of ['Überprüfung', 'überprüfung', 'ÜBERPRÜFUNG', 'ökobilanz', 'bilanz über', 'ökoBILANZ'])
        it(`find words regardless of case: ${search}`, async () => {
          expect(await found(stage.tim, search, 'outbound')).to.deep.equal([id]);
          expect(await found(stage.grace, search, 'inbound')).to.deep.equal([id]);
        });

      it('find words in the name of the other person, and special characters literally', async () => {
        expect(await found(stage.tim, 'hopper über', 'outbound')).to.deep.equal([id]);
        expect(await found(stage.grace, 'tim über', 'inbound')).to.deep.equal([id]);
        for (const search of ['displayName', 'über_rüfung', '%', 'über policy'])
          expect(await found(stage.grace, search, 'inbound'), search).to.deep.equal([]);
      });

      it('continue where a page ended, even if many rows had to be scanned', async () => {
        await store(id, 1500);
        const search = encodeURIComponent('HOPPER');
        const pages: number[] = [];
        for (let cursor = ''; ;) {
          const { body } = await stage.tim.call<{ items: unknown[]; nextCursor: string | null }>(
            'GET',
            `/assignments?direction=outbound&sendingId=${id}&search=${search}${cursor}`,
          );
          pages.push(body.items.length);
          if (body.nextCursor === null) break;
          cursor = `&cursor=${body.nextCursor}`;
        }
        expect(pages).to.deep.equal([0, 1]);
      });
    });

    /** More assignments of a sending, to people who are not in the directory. */
    async function store(sendingId: string, count: number): Promise<void> {
      const { reader, units } = stage.services.ground;
      const { creator, ...sending } = (await findSending(reader, sendingId))!;
      const origin = { ...sending, sendingId, creatorId: creator.id };
      const none = { occurrenceAt: null, predecessorId: null, chainId: null };
      const rows = Array.from({ length: count }, (_, n) =>
        newAssignment({ ...origin, ...none }, { person: aPerson(`p${n}`), group: null }, stage.now() + 1),
      );
      await units.run(async ({ trx }) => {
        for (let start = 0; start < count; start += CHUNK)
          await insertAssignments(trx, rows.slice(start, start + CHUNK));
      });
    }

    describe('that are long, or include finished assignments', () => {
      it('are exported completely, however long they are', async function () {
        this.timeout(60_000);
        const { sending } = await assign(stage.tim, await makeChat(stage.tim));
        await store(sending.id, 20_500);
        const exported = async (more = '') => {
          const path = `/assignments/export.csv?sendingId=${sending.id}${more}`;
          const authorization = `Bearer ${await stage.product.sandbox.tokenFor(TIM)}`;
          const response = await fetch(`${stage.product.url}/api${path}`, { headers: { authorization } });
          expect(response.status).to.equal(200);
          expect(response.headers.get('content-disposition')).to.equal('attachment; filename="assignments.csv"');
          return (await response.text()).trimEnd().split('\r\n').slice(1);
        };
        const lines = await exported();
        expect(lines).to.have.length(20_501);
        expect(new Set(lines.map((line) => line.split(',')[0]))).to.have.length(20_501);
        expect(await exported('&search=GRACE')).to.have.length(1);
        expect(await exported('&status=completed')).to.deep.equal([]);
      });

      it('show administrators a whole sending, and nobody else what others have sent', async () => {
        const { sending } = await assign(stage.tim, await makeChat(stage.tim), {
          principals: [user(GRACE), user(ALAN)],
        });
        const path = `?direction=outbound&sendingId=${sending.id}`;
        expect(await listed(stage.alan, path)).to.deep.equal([]);
        const shown = await listed(stage.ada, path);
        expect(shown.map(({ assignee }) => assignee.displayName)).to.have.members(['Grace Hopper', 'Alan Turing']);
        expect(shown[0]!.senderActions).to.deep.equal(['remind', 'cancel', 'reassign']);
        expect(await listed(stage.ada, `?direction=inbound&sendingId=${sending.id}`)).to.deep.equal([]);
      });

      it('continue from page to page, newest first, finished or not', async () => {
        const chat = await makeChat(stage.alan);
        const ids: string[] = [];
        for (let n = 0; n < 7; n++) {
          stage.advance(1000);
          await assign(stage.alan, chat, { principals: [user(GRACE)] });
          const [newest] = await listed(stage.grace);
          ids.unshift(newest!.id);
          if (n % 3 > 0) await act(stage.grace, newest!.id, 'complete');
        }
        const found: string[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const path: string = `/assignments?direction=outbound&limit=2${cursor && `&cursor=${cursor}`}`;
          const { body } = await stage.alan.call<{ items: { id: string }[]; nextCursor: string | null }>('GET', path);
          found.push(...body.items.map(({ id }) => id));
          cursor = body.nextCursor;
        }
        expect(found).to.deep.equal(ids);
        const open = await listed(stage.alan, '?direction=outbound&status=pending');
        const over = await listed(stage.alan, '?direction=outbound&status=completed');
        expect([open.length, over.length]).to.deep.equal([3, 4]);
      });

      it('list expired assignments as expired, even before the sweep', async () => {
        const terms = { dueAt: inMs(HOUR_MS), expiresAt: inMs(2 * HOUR_MS) };
        const principals = [user(GRACE), user(ALAN)];
        const { sending } = await assign(stage.tim, await makeChat(stage.tim), { ...terms, principals });
        const [first] = await listed(stage.alan, `?sendingId=${sending.id}`);
        await act(stage.alan, first!.id, 'complete');
        const states = async (query: string) =>
          (await listed(stage.tim, `?direction=outbound&sendingId=${sending.id}&${query}`)).map(({ status }) => status);
        expect(await states('tab=active')).to.deep.equal(['pending']);
        expect(await states('status=pending')).to.deep.equal(['pending']);

        stage.advance(3 * HOUR_MS); // nothing is swept
        const isStored = stage.services.ground.reader('assignments').where({ sending_id: sending.id, is_over: 0 });
        expect(await isStored, 'it is not swept').to.have.length(1);
        expect(await states('tab=active')).to.deep.equal([]);
        expect(await states('status=pending')).to.deep.equal([]);
        expect(await states('status=expired')).to.deep.equal(['expired']);
        expect(await states('tab=active&status=expired')).to.deep.equal([]);
        expect(await states('tab=history&status=expired')).to.deep.equal(['expired']);
        expect(await states('tab=history')).to.have.members(['expired', 'completed']);
        expect(await states('tab=history&status=completed')).to.deep.equal(['completed']);
        expect(await states('overdue=true')).to.deep.equal([]);
        expect(await states('overdue=false')).to.have.length(2);
        const { body } = await stage.tim.call<Sending>('GET', `/sendings/${sending.id}`);
        expect(body.progress).to.include({ pending: 0, expired: 1, completed: 1 });
        expect(body).to.include({ overdue: 0, total: 2 });

        await stage.tick();
        expect(await states('tab=history')).to.have.members(['expired', 'completed']);
      });
    });
  }),
);
