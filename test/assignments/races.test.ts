import { expect } from 'chai';
import type { Assignment } from '../../contract/assignments.ts';
import type { Answered } from '../support/product.ts';
import { useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { act, ALAN, assign, GRACE, listed, makeChat, user } from './support.ts';

/** SQLite has one writer, so there is less to race for. */
const RUNS = { SQLite: 200, PostgreSQL: 1000 };
/** Races that run in parallel. */
const AT_ONCE = 20;

forEachDatabase((database, openUrl) =>
  describe(`races for an assignment on ${database}`, function () {
    this.timeout(180_000);
    const TIMES = RUNS[database];
    const stage = useStage({ openUrl, config: { key: '6'.repeat(64) }, limits: { requestsPerMinute: Infinity } });

    /** Runs two actions against each other on as many assignments; counts the wins of each. */
    async function race(
      terms: object,
      first: (id: string) => Promise<Answered<Assignment>>,
      second: (id: string) => Promise<Answered<Assignment>>,
    ): Promise<Record<string, number>> {
      const chat = await makeChat(stage.tim);
      const won: Record<string, number> = {};
      for (let run = 0; run < TIMES / AT_ONCE; run++) {
        const batch = Array.from({ length: AT_ONCE }, () =>
          assign(stage.tim, chat, { principals: [user(GRACE)], allowDelegation: true, allowRejection: true, ...terms }),
        );
        const sendings = (await Promise.all(batch)).map(({ sending }) => sending.id);
        const own = (await listed(stage.grace, `?tab=active&chatId=${chat.id}`)).filter(({ sendingId }) =>
          sendings.includes(sendingId),
        );
        expect(own).to.have.length(AT_ONCE);
        await Promise.all(
          own.map(async ({ id }) => {
            const results = await Promise.all([first(id), second(id)]);
            const winners = results.filter(({ status }) => status === 200);
            const [loser] = results.filter(({ status }) => status !== 200);
            expect(winners, JSON.stringify(results)).to.have.length(1);
            expect(loser!.body).to.include({ code: 'invalid_transition', detail: 'This assignment is over.' });
            const { status } = winners[0]!.body;
            won[status] = (won[status] ?? 0) + 1;
            const { reader } = stage.services.ground;
            const ends = await reader('audit').where({ subject: id }).whereNot({ action: 'assignment.started' });
            expect(ends, 'one end').to.have.length(1);
            expect(await reader('assignments').where({ predecessor_id: id }), 'successors').to.have.length(
              status === 'delegated' ? 1 : 0,
            );
          }),
        );
      }
      return won;
    }

    const total = (won: Record<string, number>) => Object.values(won).reduce((sum, n) => sum + n, 0);

    it('let either delegate or complete win, each time', async () => {
      const won = await race(
        {},
        (id) => act(stage.grace, id, 'delegate', { to: ALAN }),
        (id) => act(stage.grace, id, 'complete'),
      );
      expect(total(won)).to.equal(TIMES);
    });

    it('let either cancel or complete win, each time', async () => {
      const won = await race(
        {},
        (id) => act(stage.tim, id, 'cancel', {}),
        (id) => act(stage.grace, id, 'complete'),
      );
      expect(total(won)).to.equal(TIMES);
    });

    it('let either decline or expire win, each time', async () => {
      const { changes } = stage.services.work.assigned;
      const expire = (id: string) =>
        stage.services.ground.units.run(async (unit): Promise<Answered<Assignment>> => {
          const before = await changes.lock(unit, id);
          const byClock = { trigger: 'expire', actor: null, verifiedBy: null } as const;
          const result = await changes.apply(unit, { ...before!, expiresAt: 0 }, byClock);
          const isOver = 'obstacle' in result;
          const body: unknown = isOver
            ? { code: 'invalid_transition', detail: 'This assignment is over.' }
            : result.after;
          return { status: isOver ? 409 : 200, body: body as Assignment, headers: new Headers() };
        });
      const won = await race({}, (id) => act(stage.grace, id, 'decline', {}), expire);
      expect(total(won)).to.equal(TIMES);
    });
  }),
);
