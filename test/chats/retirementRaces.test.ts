import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chat } from '../../contract/chats.ts';
import type { Problem } from '../../contract/problem.ts';
import { insertMessages } from '../../server/chats/chatStore.ts';
import { chatRetirement } from '../../server/flow/chatRetirementStore.ts';
import { newId } from '../../server/foundation/newId.ts';
import { assign, GRACE, newestOf, user } from '../assignments/support.ts';
import { expectProblem, publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { msOf } from '../support/msOf.ts';
import type { Answered } from '../support/product.ts';

/** Chats that are retired while conversations are begun in them. */
const RACES = 20;
/** Long enough for a call that nothing holds back. */
const HELD_MS = 300;

forEachDatabase((database, openUrl) =>
  describe(`retiring a chat while conversations are begun in it, on ${database}`, function () {
    this.timeout(60_000);
    const stage = useStage({ openUrl, config: { key: '8'.repeat(64) }, limits: { requestsPerMinute: Infinity } });
    let flowId: string;
    let chat: Chat;
    let assignment: string;
    before(async () => {
      const nodes = ['start', 'end'].map((type) => ({ id: type, type, config: {} }));
      flowId = await publish(stage.ada, { id: 'raced', name: 'Raced', nodes, edges: [{ from: 'start', to: 'end' }] });
    });
    beforeEach(() => newChat());

    async function newChat(): Promise<void> {
      chat = (await stage.tim.call<Chat>('POST', '/chats', { name: 'Raced' })).body;
      await assign(stage.tim, chat, { criterion: 'manual', principals: [user(GRACE)] });
      assignment = (await newestOf(stage.grace)).id;
    }
    const retire = () => stage.tim.call('POST', `/chats/${chat.id}/retire`);

    /** Each way to begin a conversation, by a person of its own. */
    const BEGINNINGS: (() => Promise<Answered<Partial<Problem>>>)[] = [
      () => stage.alan.call('POST', `/chats/${chat.id}/messages`, { content: 'Hello' }),
      () => stage.ada.call('POST', `/flows/${flowId}/executions`, { chatId: chat.id }),
      () => stage.grace.call('POST', `/assignments/${assignment}/start`),
    ];
    /** What each of these stores. */
    const TABLES: [string, object][] = [
      ['chat_messages', { log_id: '' }],
      ['executions', { log_id: null }],
      ['chat_logs', {}],
    ];
    /** How many conversations each of these ways has begun. */
    const begun = () => {
      const { reader } = stage.services.ground;
      const ofChat = (table: string, where: object) => reader(table).where({ chat_id: chat.id, ...where });
      return Promise.all(TABLES.map(async (stored) => (await ofChat(...stored).pluck('id')).length));
    };

    /** Whether this is still under way when everything that is not held back is over. */
    const isHeld = (call: Promise<unknown>) => Promise.race([call.then(() => false), sleep(HELD_MS).then(() => true)]);

    it('waits for one that is being stored', async () => {
      const retiring = await stage.services.ground.units.run(async ({ trx }) => {
        await chatRetirement.holdRetiring(trx, [chat.id]);
        const at = stage.now();
        const log = { chatId: chat.id, person: 'somebody', logId: null };
        await insertMessages(trx, [{ ...log, id: newId(at), role: 'user', content: 'Hello', at, executionId: null }]);
        const call = retire();
        expect(await isHeld(call)).to.equal(true);
        return { call };
      });
      expect((await retiring.call).status).to.equal(200);
      expect(await begun()).to.deep.equal([1, 0, 0]);
    });

    it('lets none be stored meanwhile, however it begins', async () => {
      for (const begin of BEGINNINGS) {
        await newChat();
        const beginning = await stage.services.ground.units.run(async ({ trx }) => {
          await chatRetirement.holdUses(trx, chat.id);
          expect(await chatRetirement.retire(trx, chat.id, stage.now())).to.equal(true);
          const call = begin();
          expect(await isHeld(call)).to.equal(true);
          return { call };
        });
        expectProblem(await beginning.call, 409, 'chat_retired');
        expect(await begun()).to.deep.equal([0, 0, 0]);
      }
    });

    it('lets no change be saved meanwhile', async () => {
      const saving = await stage.services.ground.units.run(async ({ trx }) => {
        await chatRetirement.retire(trx, chat.id, stage.now());
        const call = stage.tim.call('PUT', `/chats/${chat.id}`, { ...chat, name: 'Changed' });
        expect(await isHeld(call)).to.equal(true);
        return { call };
      });
      expectProblem(await saving.call, 409, 'chat_retired');
      expect((await stage.tim.call('GET', `/chats/${chat.id}`)).body).to.include({ name: 'Raced', version: 1 });
    });

    it('either comes after one or refuses it, each time', async () => {
      const seen = { begun: 0, refused: 0 };
      const beginMs = await msOf(BEGINNINGS[1]!);
      for (let race = 0; race < RACES; race++) {
        await newChat();
        // some have a head start, or all of them might lose
        const headStartMs = ((race % 5) / 3) * beginMs;
        const early = race % (BEGINNINGS.length + 1);
        const calls = BEGINNINGS.slice(0, early).map((begin) => begin());
        await sleep(headStartMs);
        const retiring = retire();
        calls.push(...BEGINNINGS.slice(early).map((begin) => begin()));
        expect((await retiring).status).to.equal(200);
        const answers = await Promise.all(calls);
        const isBegun = answers.map(({ status }) => status < 300);
        for (const [n, answer] of answers.entries()) if (!isBegun[n]) expectProblem(answer, 409, 'chat_retired');
        expect(await begun()).to.deep.equal(isBegun.map(Number));
        seen.begun += isBegun.filter(Boolean).length;
        seen.refused += isBegun.filter((is) => !is).length;
      }
      expect(seen.begun, 'begun').to.be.greaterThan(0);
      expect(seen.refused, 'refused').to.be.greaterThan(0);
    });
  }),
);
