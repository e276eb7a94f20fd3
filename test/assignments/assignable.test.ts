import { expect } from 'chai';
import type { Chat } from '../../contract/chats.ts';
import type { FlowAccess } from '../../contract/flowAccess.ts';
import type { Problem } from '../../contract/problem.ts';
import type { Assigned, AssignBody, Occurrence } from '../../contract/sendings.ts';
import { expectProblem, publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Answered, Client } from '../support/product.ts';
import { act, ALAN, assign, done, GRACE, group, listed, makeChat, newestOf, quiz, TIM, user } from './support.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const JOAN = 'joan@fabrikam.test';
const FINANCE = { kind: 'group', id: '20000000-0000-4000-8000-000000000001' };
const DAILY = { cron: '0 9 * * *', timeZone: 'UTC' };

forEachDatabase((database, openUrl) =>
  describe(`what may still be assigned, on ${database} (behaviour 2.8)`, () => {
    const stage = useStage({ openUrl, config: { key: '3'.repeat(64) } });
    before(() => publish(stage.ada, quiz('open')));

    /** The reason for a refused call, by obstacle. */
    function reasonOf(refused: Answered<unknown>, status: number, code: string): Record<string, string> {
      const { checks } = expectProblem(refused, status, code);
      return Object.fromEntries(Object.entries(checks!).map(([field, { id }]) => [field, id]));
    }

    const change = async (by: Client, chat: Chat, to: Partial<Chat>) => {
      const { name, users, flowId } = { ...chat, ...to };
      expect((await by.call('PUT', `/chats/${chat.id}`, { name, users, flowId })).status).to.equal(200);
    };
    const send = (by: Client, chat: Chat, terms: Partial<AssignBody>) =>
      by.call('POST', '/assignments', { chatId: chat.id, principals: [user(GRACE)], criterion: 'manual', ...terms });
    const newMembers = (id: string, by = stage.tim) =>
      by.call<Assigned & Problem>('POST', `/sendings/${id}/new-members`);
    /** The state of the latest date of a recurrence. */
    async function latestOf(id: string, by = stage.tim): Promise<Occurrence | undefined> {
      const { body } = await by.call<{ items: Occurrence[] }>('GET', `/sendings/${id}/occurrences`);
      return body.items[0];
    }

    /** Sets who may start a flow of Ada's besides her. */
    async function letStart(id: string, starters: 'everyone' | { kind: string; id: string }[]): Promise<void> {
      const { body } = await stage.ada.call<FlowAccess>('GET', `/flows/${id}/access`);
      const owners = body.owners.map(({ kind, id: owner }) => ({ kind, id: owner }));
      const lists = { owners, readers: [], starters, version: body.version };
      const changed = await stage.ada.call('PUT', `/flows/${id}/access`, lists);
      expect(changed.status, JSON.stringify(changed.body)).to.equal(200);
    }

    it('excludes a chat that its sender may no longer use: it is neither reassigned nor given to new members', async () => {
      const chat = await makeChat(stage.alan);
      const { sending } = await assign(stage.tim, chat, { principals: [user(GRACE), group('Legal')] });
      const { id } = await newestOf(stage.grace);
      await change(stage.alan, chat, { users: [ALAN] });
      const barred = { chatId: 'senderWithoutChat' };
      for (const by of [stage.tim, stage.ada])
        expect(reasonOf(await act(by, id, 'reassign', { to: TIM }), 403, 'forbidden')).to.deep.equal(barred);
      expect(reasonOf(await newMembers(sending.id), 403, 'forbidden')).to.deep.equal(barred);
      expect((await stage.tim.call('GET', `/chats/${chat.id}`)).status).to.equal(404);
      expect((await newestOf(stage.grace)).status, 'it stays with her').to.equal('pending');
      await change(stage.alan, chat, { users: [ALAN, TIM] });
      await done(stage.tim, id, 'reassign', { to: TIM });
    });

    it('excludes recurrence dates while the sender may not use the chat', async () => {
      const chat = await makeChat(stage.alan);
      const { sending } = await assign(stage.tim, chat, { recurrence: DAILY });
      await change(stage.alan, chat, { users: [ALAN] });
      await stage.after(DAY_MS);
      expect(await listed(stage.tim, `?direction=outbound&sendingId=${sending.id}`)).to.deep.equal([]);
      const skipped = { outcome: 'skipped', reason: 'sender_without_chat', people: 0 };
      expect(await latestOf(sending.id)).to.include(skipped);
      const audit = await stage.services.ground.reader('audit').where({ subject: sending.id });
      expect(audit.map(({ action }) => action as string)).to.include('assignment.recurrence_skipped');
      await change(stage.alan, chat, { users: [ALAN, TIM] });
      await stage.after(DAY_MS);
      expect(await latestOf(sending.id)).to.include({ outcome: 'made', reason: null, people: 1, isUnderWay: false });
    });

    it('excludes people who may not start the flow that the chat needs, and names each of them', async () => {
      const chat = await makeChat(stage.ada, { flowId: await publish(stage.ada, quiz('closed')) });
      await letStart('closed', [FINANCE]);
      const principals = [user(GRACE), user(TIM), user(ALAN)];
      const refused = await send(stage.ada, chat, { criterion: 'flow_completed', principals });
      expect(reasonOf(refused, 422, 'validation_failed')).to.deep.equal({ principals: 'mayNotStart' });
      const { fields } = refused.body as Problem;
      expect(fields!['principals']).to.include('Grace Hopper, Alan Turing').and.not.include('Tim');
      const toGroups = { criterion: 'flow_started' as const, principals: [group('Legal'), group('Finance')] };
      expect(reasonOf(await send(stage.ada, chat, toGroups), 422, 'validation_failed')).to.have.key('principals');
      expect(await stage.services.ground.reader('sendings').where({ chat_id: chat.id })).to.deep.equal([]);
      const allowed = [group('Finance'), user('ada@sandbox.test')];
      await assign(stage.ada, chat, { criterion: 'flow_passed', principals: allowed, allowDelegation: true });

      const { id } = await newestOf(stage.tim);
      for (const [by, action] of [
        [stage.tim, 'delegate'],
        [stage.ada, 'reassign'],
      ] as const) {
        const handed = await act(by, id, action, { to: GRACE });
        expect(reasonOf(handed, 422, 'validation_failed'), action).to.deep.equal({ to: 'mayNotStart' });
      }
      await done(stage.ada, id, 'reassign', { to: 'barbara@sandbox.test' });
    });

    it('excludes guests whom a required flow does not name', async () => {
      const chat = await makeChat(stage.tim, { flowId: 'open' });
      const toJoan = { principals: [user(JOAN)] };
      const refused = await send(stage.tim, chat, { ...toJoan, criterion: 'flow_passed' });
      expect(reasonOf(refused, 422, 'validation_failed')).to.deep.equal({ principals: 'mayNotStart' });
      await assign(stage.tim, chat, { ...toJoan, criterion: 'chat_engaged' });
      const joan = await stage.product.as(JOAN);
      const { logId } = await done(joan, (await newestOf(joan)).id, 'start');
      const posted = await joan.call<{ executionId: null }>('POST', `/logs/${logId}/messages`, { content: 'Hello' });
      expect([posted.status, posted.body.executionId]).to.deep.equal([201, null]);
      expect((await newestOf(joan)).status).to.equal('completed');
    });

    it('opens without the flow if it is not needed and its assignee may not start it', async () => {
      const chat = await makeChat(stage.ada, { flowId: await publish(stage.ada, quiz('private')) });
      await letStart('private', []);
      const begun = { chat_visited: 'completed', chat_engaged: 'in_progress', manual: 'in_progress' } as const;
      for (const criterion of ['chat_visited', 'chat_engaged', 'manual'] as const) {
        await assign(stage.ada, chat, { criterion });
        const { id } = await newestOf(stage.grace);
        const { logId, status } = await done(stage.grace, id, 'start');
        expect(status, criterion).to.equal(begun[criterion]);
        const write = () => stage.grace.call('POST', `/logs/${logId}/messages`, { content: 'Hi' });
        if (criterion !== 'chat_visited') expect((await write()).status).to.equal(201);
        if (criterion === 'manual') await done(stage.grace, id, 'complete');
        expect((await newestOf(stage.grace)).status, criterion).to.equal('completed');
        expect(await stage.services.ground.reader('executions').where({ log_id: logId })).to.deep.equal([]);
      }
    });

    it('excludes new members who may not start a required flow', async () => {
      const chat = await makeChat(stage.ada, { flowId: await publish(stage.ada, quiz('joined')) });
      const terms = { criterion: 'flow_completed' as const, principals: [group('Legal')] };
      const { sending } = await assign(stage.ada, chat, terms);
      const { reader, units } = stage.services.ground;
      const [first] = await reader('assignments').where({ sending_id: sending.id });
      await units.run(async ({ trx }) => {
        await trx('assignment_notices').where({ assignment_id: first.id }).delete();
        await trx('assignments').where({ id: first.id }).delete(); // as if they had not been signed in
      });
      await letStart('joined', []);
      const refused = await newMembers(sending.id, stage.ada);
      expect(reasonOf(refused, 422, 'validation_failed')).to.deep.equal({ principals: 'mayNotStart' });
      expect(refused.body.fields!['principals']).to.include(first.display_name);
      await letStart('joined', 'everyone');
      expect((await newMembers(sending.id, stage.ada)).body.people).to.equal(1);
    });

    it('is refused, with the reason, to an assignee who may no longer start the flow', async () => {
      const chat = await makeChat(stage.ada, { flowId: await publish(stage.ada, quiz('later')) });
      const criterion = 'flow_completed' as const;
      await assign(stage.ada, chat, { criterion });
      const { id } = await newestOf(stage.grace);
      const both = [user(GRACE), user(TIM)];
      const { sending: toBoth } = await assign(stage.ada, chat, { criterion, recurrence: DAILY, principals: both });
      const { sending: toGrace } = await assign(stage.ada, chat, { criterion, recurrence: DAILY });
      await letStart('later', [FINANCE]);
      expect(reasonOf(await act(stage.grace, id, 'start'), 403, 'forbidden')).to.deep.equal({ flow: 'youMayNotStart' });
      expect(await newestOf(stage.grace)).to.include({ id, status: 'pending', logId: null });
      await stage.after(DAY_MS);
      expect(await latestOf(toBoth.id, stage.ada), 'Tim gets it').to.include({ outcome: 'made', people: 1 });
      const skipped = { outcome: 'skipped', reason: 'nobody_may_start', people: 0 };
      expect(await latestOf(toGrace.id, stage.ada)).to.include(skipped);
    });

    it('excludes a chat that has lost its required flow: no start, no reassignment, no new dates', async () => {
      const chat = await makeChat(stage.tim, { flowId: 'open' });
      const criterion = 'flow_completed' as const;
      const { sending } = await assign(stage.tim, chat, { criterion, principals: [user(GRACE), group('Legal')] });
      const { id } = await newestOf(stage.grace);
      const { sending: newest } = await assign(stage.tim, chat, { criterion, recurrence: DAILY });
      const { sending: pinned } = await assign(stage.tim, chat, { criterion, recurrence: DAILY, chatVersion: 1 });
      await change(stage.tim, chat, { flowId: null });
      for (const refused of [
        await act(stage.grace, id, 'start'),
        await act(stage.tim, id, 'reassign', { to: ALAN }),
        await newMembers(sending.id),
      ])
        expect(reasonOf(refused, 409, 'invalid_transition')).to.deep.equal({ criterion: 'flowMissing' });
      expect(await newestOf(stage.grace)).to.include({ id, status: 'pending', logId: null });
      await stage.after(DAY_MS);
      expect(await latestOf(newest.id)).to.include({ outcome: 'skipped', reason: 'flow_missing', people: 0 });
      expect(await latestOf(pinned.id)).to.include({ outcome: 'made', reason: null, people: 1 });
    });

    it('is never reassigned by its sender to somebody who has or had it in the same chain', async () => {
      await assign(stage.tim, await makeChat(stage.tim), { allowDelegation: true });
      const { id } = await newestOf(stage.grace);
      await done(stage.grace, id, 'delegate', { to: ALAN });
      const { id: next } = await newestOf(stage.alan);
      for (const [to, check] of [
        [GRACE, 'hadAssignment'],
        [ALAN, 'hasAssignment'],
      ] as const) {
        const refused = await act(stage.tim, next, 'reassign', { to });
        expect(reasonOf(refused, 422, 'validation_failed')).to.deep.equal({ to: check });
      }
      expect((await newestOf(stage.alan)).status).to.equal('pending');
      await done(stage.tim, next, 'reassign', { to: 'radia@sandbox.test' });
    });
  }),
);
