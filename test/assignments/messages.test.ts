// cspell:ignore Fällig Läuft
import { expect } from 'chai';
import { speechIn } from '../../contract/speech.ts';
import { noticeRetention } from '../../server/assignments/noticeRetention.ts';
import { expectProblem, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { act, ALAN, assign, assignOne, done, GRACE, group, makeChat, newestOf, TIM, toldTo, user } from './support.ts';

const MINUTE_MS = 60_000;

forEachDatabase((database, openUrl) =>
  describe(`messages about assignments on ${database} (behaviour 6)`, () => {
    const stage = useStage({ openUrl, config: { key: '8'.repeat(64) } });
    const mailsTo = (address: string) =>
      stage.product.sandbox.mail
        .mails()
        .filter(({ to }) => JSON.stringify(to).includes(address))
        .reverse();
    /** Sends notices, and then their deliveries. */
    const bring = async () => {
      await stage.tick();
      await stage.tick();
    };
    beforeEach(() => stage.after(60 * MINUTE_MS));

    it('reach the assignee by mail, with a link to the assignment, and then its sender', async () => {
      const { id } = await assignOne(stage.tim, stage.grace, { note: 'By Friday, please.' }, { name: 'Mailed' });
      await bring();
      const mail = mailsTo(GRACE).at(-1)!;
      expect(mail.subject).to.equal('Assigned to you: Mailed');
      expect(mail.text).to.include('By Friday, please.').and.to.include(`#/open/assignments/${id}`);
      await done(stage.grace, id, 'complete');
      await bring();
      expect(mailsTo(TIM).at(-1)!.subject).to.equal('Grace Hopper is done: Mailed');
    });

    it("say when something is due in their reader's language and time zone", async () => {
      const dueAt = new Date(stage.now() + 24 * 60 * MINUTE_MS).toISOString();
      const expiresAt = new Date(stage.now() + 48 * 60 * MINUTE_MS).toISOString();
      await stage.radia.call('POST', '/me/profile', { language: 'de', timeZone: 'Asia/Tokyo' });
      await assign(stage.tim, await makeChat(stage.tim), {
        principals: [user('radia@sandbox.test')],
        dueAt,
        expiresAt,
      });
      await bring();
      const { instant } = speechIn('Asia/Tokyo', 'de');
      expect(mailsTo('radia.perlman@sandbox.test').at(-1)!.text)
        .to.include(`Fällig: ${instant(dueAt)}`)
        .and.to.include(`Läuft ab: ${instant(expiresAt)}`);
    });

    it('come one by one while they are few, and combined when they are many', async () => {
      const before = mailsTo(GRACE).length;
      for (let n = 0; n < 15; n++) await assignOne(stage.tim, stage.grace, {}, { name: `Many ${n}` });
      await bring();
      const mails = mailsTo(GRACE).slice(before);
      expect(mails.map(({ subject }) => subject)).to.deep.equal(['15 messages about assignments']);
      expect(mails[0]!.text).to.include('Many 14').and.to.include('5 more');
      await assignOne(stage.tim, stage.grace, {}, { name: 'One more' });
      await bring();
      expect(mailsTo(GRACE).length - before, 'a moment later').to.equal(2);
      expect((await toldTo(stage.grace)).filter((each) => each === 'inbound assigned').length).to.be.at.least(16);
    });

    it('are not sent to the person who caused them', async () => {
      const chat = await makeChat(stage.alan, { name: 'For myself' });
      const before = mailsTo(ALAN).length;
      await assign(stage.alan, chat, { principals: [{ kind: 'user', id: ALAN }] });
      await bring();
      expect(mailsTo(ALAN).length).to.equal(before);
    });

    it('reach a sender who gets it back once, as the one who has it now', async () => {
      const { id } = await assignOne(stage.tim, stage.grace, { allowDelegation: true }, { name: 'Handed back' });
      await bring();
      const before = mailsTo(TIM).length;
      await done(stage.grace, id, 'delegate', { to: TIM });
      await bring();
      const mails = mailsTo(TIM).slice(before);
      expect(mails.map(({ subject }) => subject)).to.deep.equal(['Assigned to you: Handed back']);
      expect(await toldTo(stage.tim), 'the record').to.include('outbound delegated');
    });

    it('tell the next holder that somebody had it before', async () => {
      const { id } = await assignOne(stage.tim, stage.grace, { allowDelegation: true }, { name: 'Handed on' });
      await bring();
      await done(stage.grace, id, 'delegate', { to: ALAN });
      await bring();
      const mail = mailsTo(ALAN).find(({ subject }) => subject === 'Assigned to you: Handed on')!;
      expect(mail.text).to.include('Somebody else had it before.');
      const first = mailsTo(GRACE).find(({ subject }) => subject === 'Assigned to you: Handed on')!;
      expect(first.text).to.not.include('had it before');
    });

    it('say nothing of the due date to people whose time is over, however many they are', async () => {
      const chat = await makeChat(stage.tim);
      const at = new Date(stage.now() + 60 * MINUTE_MS).toISOString();
      for (let n = 0; n < 60; n++) await assign(stage.tim, chat, { dueAt: at, expiresAt: at });
      await stage.after(120 * MINUTE_MS);
      await bring();
      const { reader } = stage.services.ground;
      const own = reader('assignments').where({ chat_id: chat.id });
      expect(await own.clone().distinct().pluck('status')).to.deep.equal(['expired']);
      const told = await reader('assignment_notices')
        .whereIn('assignment_id', own.clone().select('id'))
        .distinct()
        .pluck('kind');
      expect(told.sort()).to.deep.equal(['assigned', 'expired']);
    });

    it('reach senders too, if an administrator gives them what they have sent', async () => {
      const radia = stage.product.sandbox.tenant.people.find(({ key }) => key === 'radia')!;
      const chat = await makeChat(stage.radia);
      const { sending } = await assign(stage.radia, chat, { principals: [group('Legal')] });
      const { reader, units } = stage.services.ground;
      const own = { sending_id: sending.id, person: radia.id };
      await units.run(async ({ trx }) => {
        expect(await trx('assignments').where(own).delete(), 'as if they had joined later').to.equal(1);
      });
      expect((await stage.ada.call('POST', `/sendings/${sending.id}/new-members`)).body).to.include({ people: 1 });
      const { id } = await reader('assignments').where(own).first();
      const told = await reader('assignment_notices').where({ assignment_id: id });
      expect(told.map(({ person, kind }) => [person, kind])).to.deep.equal([[radia.id, 'assigned']]);
    });

    it('are read one by one or all at once, and counted', async () => {
      await stage.grace.call('POST', '/assignments/notifications/read', {});
      const counts = async () =>
        (await stage.grace.call<{ active: number; unread: { inbound: number } }>('GET', '/assignments/counts')).body;
      expect((await counts()).unread.inbound).to.equal(0);
      await assignOne(stage.tim, stage.grace);
      await assignOne(stage.tim, stage.grace);
      const { active } = await counts();
      expect((await counts()).unread.inbound).to.equal(2);
      const { items } = (await stage.grace.call<{ items: { id: string }[] }>('GET', '/assignments/notifications')).body;
      const read = await stage.grace.call('PATCH', `/assignments/notifications/${items[0]!.id}/read`);
      expect(read.status).to.equal(204);
      expect((await counts()).unread.inbound).to.equal(1);
      await done(stage.grace, (await newestOf(stage.grace)).id, 'complete');
      expect((await counts()).active).to.equal(active - 1);
    });

    it('are read as soon as their reader acts on the assignment', async () => {
      await stage.grace.call('POST', '/assignments/notifications/read', {});
      const { id } = await assignOne(stage.tim, stage.grace);
      const { id: other } = await assignOne(stage.tim, stage.grace);
      const unread = async () => {
        const { body } = await stage.grace.call<{ items: { assignment: { id: string } }[] }>(
          'GET',
          '/assignments/notifications?unread=true',
        );
        return body.items.map(({ assignment }) => assignment.id);
      };
      expect(await unread()).to.have.members([id, other]);
      await done(stage.grace, id, 'complete');
      expect(await unread()).to.deep.equal([other]);
    });

    it('change the version of the inbox, which tells clients what they missed', async () => {
      const version = async () => (await stage.grace.call('GET', '/user/notifications')).headers.get('inbox-version');
      const before = await version();
      const { id } = await assignOne(stage.tim, stage.grace);
      const between = await version();
      await done(stage.grace, id, 'complete');
      expect(new Set([before, between, await version()]).size).to.equal(3);
    });

    it('leave the records of questions unchanged', async () => {
      await assignOne(stage.tim, stage.grace);
      expect((await stage.grace.call<unknown[]>('GET', '/user/notifications')).body).to.deep.equal([]);
    });

    it('are shown in their current state, and can be acted upon', async () => {
      const { id } = await assignOne(stage.tim, stage.grace, { allowRejection: true }, { name: 'Pressed' });
      const { reader, units } = stage.services.ground;
      const { id: notice } = await reader('assignment_notices').where({ assignment_id: id, kind: 'assigned' }).first();
      const { subject } = stage.services.work.assigned;
      const { body: grace } = await stage.grace.call<{ id: string }>('GET', '/me');
      const person = (await subject.recipient(notice, grace.id))!;
      const shown = await subject.describe(notice, person);
      expect(shown).to.deep.include({ title: 'Assigned to you: Pressed' });
      const { about } = shown as { about: { actions: { id: string }[]; isOver: boolean } };
      expect(about.actions.map((action) => action.id)).to.deep.equal(['complete', 'decline']);
      const press = (actionId: string) =>
        units.run((unit) => subject.act!(unit, { subjectId: notice, actionId, person, verifiedBy: 'bot_token' }));
      expect(await press('decline')).to.equal('done');
      const [entry] = await reader('audit').where({ subject: id, action: 'assignment.declined' });
      expect(JSON.parse(entry.detail)).to.deep.equal({ verifiedBy: 'bot_token' });
      const again = await press('complete');
      expect(again).to.equal('not_offered');
      const after = (await subject.describe(notice, person)) as {
        about: { isOver: boolean; actions: unknown[] };
        text: string;
      };
      expect(after.about).to.deep.include({ isOver: true, actions: [] });
      expect(after.text).to.include('Declined');
      expectProblem(await act(stage.grace, id, 'complete'), 409, 'invalid_transition');
    });

    it('are deleted after half a year with their deliveries, while the assignment stays', async () => {
      const { id } = await assignOne(stage.tim, stage.grace);
      await bring();
      const { reader, units } = stage.services.ground;
      const left = async () => ({
        notices: (await reader('assignment_notices').where({ assignment_id: id })).length,
        deliveries: (await reader('deliveries').where({ subject_kind: 'assignment' })).length,
      });
      expect((await left()).notices).to.equal(1);
      const purge = (before: number) => units.run(({ trx }) => noticeRetention.purge(trx, before, 500));
      expect(await purge(stage.now() - 365 * 24 * 60 * MINUTE_MS)).to.equal(0);
      while ((await purge(stage.now() + MINUTE_MS)) > 0);
      expect(await left()).to.deep.equal({ notices: 0, deliveries: 0 });
      expect((await newestOf(stage.grace)).id).to.equal(id);
    });

    it('are assigned to new members only when the sender says so', async () => {
      const chat = await makeChat(stage.tim, { name: 'Newcomers' });
      const { sending, people } = await assign(stage.tim, chat, { principals: [group('Legal')] });
      const { reader, units } = stage.services.ground;
      const [first] = await reader('assignments').where({ sending_id: sending.id });
      await units.run(async ({ trx }) => {
        await trx('assignment_notices').where({ assignment_id: first.id }).delete();
        await trx('assignments').where({ id: first.id }).delete(); // as if they had not been signed in
      });
      const joined = await stage.tim.call<{ people: number }>('POST', `/sendings/${sending.id}/new-members`);
      expect(joined.body.people).to.equal(1);
      expect(await reader('assignments').where({ sending_id: sending.id })).to.have.length(people);
      const nobody = await stage.tim.call<{ people: number }>('POST', `/sendings/${sending.id}/new-members`);
      expect(nobody.body.people).to.equal(0);
    });
  }),
);
