import { expect } from 'chai';
import type { Acted, GivenAction } from '../../../contract/conversation.ts';
import type { Notice } from '../../../contract/messages.ts';
import { createActions, type Actions } from '../../../server/messages/actions/actions.ts';
import { createDeliveryLoop, type DeliveryLoop } from '../../../server/messages/deliveries/deliveryLoop.ts';
import { insertOrders } from '../../../server/messages/deliveries/deliveryStore.ts';
import { createIssueToken } from '../../../server/messages/deliveries/issueToken.ts';
import { subjectsOf } from '../../../server/messages/deliveries/subject.ts';
import { createErrands, errandKind, insertErrand } from '../../support/errands.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { NOW, aPerson } from '../../support/seeds.ts';
import { useDeliveryStage } from '../deliveries/deliveryStage.ts';

const PEOPLE = ['ada', 'grace'].map((id) => aPerson(id));

describe('acting on a notice', () => {
  forEachDatabase((_, openUrl) => {
    const stage = useDeliveryStage(openUrl);
    const db = () => stage.store.db.writer;
    let loop: DeliveryLoop;
    let actions: Actions;
    let told: string[];

    before(() => createErrands(db()));
    beforeEach(() => {
      const { units, db: database } = stage.store;
      const { reader } = database;
      const { now, signals } = stage;
      const channels = new Map([stage.chat, stage.mail].map((channel) => [channel.name, channel]));
      const subjects = subjectsOf([errandKind(reader, () => PEOPLE)]);
      const issueToken = createIssueToken({ units, reader, kinds: channels, subjects, now });
      actions = createActions({
        units,
        reader,
        signals,
        kinds: channels,
        subjects,
        issueToken,
        publicUrl: 'http://here',
        now,
      });
      const report = (error: unknown) => void stage.reported.push(error);
      const log = { warn: () => {} };
      loop = createDeliveryLoop({ units, reader, channels, subjects, now, steady: now, random: () => 1, report, log });
      told = [];
      signals.subscribe({ changed: (topic, ids) => void told.push(...ids.map((id) => `${topic} ${id}`)) });
    });
    afterEach(() => loop.stop());

    async function send(id: string, channel = 'chat'): Promise<void> {
      await insertErrand(db(), id, NOW + 1e6);
      await insertOrders(db(), [{ kind: 'errand', subjectId: id, channel, dueAt: stage.now() }]);
      await tick();
    }
    async function tick(): Promise<void> {
      await loop.tick(stage.now());
      await loop.idle();
    }
    const tokenOf = (person: string, { brought } = stage.chat) =>
      brought.findLast((call) => call.person === person)?.token ?? '';
    const given = (actionId: string, person = 'ada', more: Partial<GivenAction> = {}): GivenAction => ({
      subjectId: 'post',
      actionId,
      person: aPerson(person),
      token: tokenOf(person),
      ...more,
    });
    const act = (...parts: Parameters<typeof given>) => actions.act(given(...parts), 'chat');
    const offered = (acted: Acted) => {
      if (acted.kind === 'refused') return acted.id;
      const { about } = acted.now.message as Notice;
      return [acted.kind, acted.now.token !== null, ...about!.actions!.map(({ id }) => id)];
    };
    const stands = () => db()('errands').where({ id: 'post' }).first('step', 'version');

    it("happens once, and everybody's copy shows the next actions", async () => {
      await send('post');
      expect(offered(await act('start'))).to.deep.equal(['done', true, 'finish']);
      expect(await stands()).to.deep.include({ step: 'started', version: 2 });
      expect(told).to.deep.equal(['subject post']);
      loop.changed(['post']);
      stage.advance(1000);
      await tick();
      const turned = stage.chat.brought
        .slice(2)
        .map(({ kind, person, message }) => [kind, person, (message as Notice).text]);
      expect(turned).to.have.deep.members([
        ['rewrite', 'ada', 'It is under way.'],
        ['rewrite', 'grace', 'It is under way.'],
      ]);
      expect(offered(await act('finish', 'grace')), 'nothing is left to do, so that no token is').to.deep.equal([
        'done',
        false,
      ]);
    });

    it("works with the current state's own token, too", async () => {
      await send('post');
      const acted = await act('start');
      const { token } = acted.kind === 'refused' ? expect.fail('refused') : acted.now;
      expect(offered(await act('finish', 'ada', { token: token! }))).to.deep.equal(['done', false]);
    });

    it('succeeds for one of two people at once, or for one of two presses', async () => {
      await send('post');
      const both = await Promise.all([act('start'), act('decline', 'grace'), act('start'), act('start')]);
      expect(both.map(({ kind }) => kind).sort()).to.deep.equal(['done', 'not_offered', 'not_offered', 'not_offered']);
      expect(await stands()).to.include({ version: 2 });
    });

    it('changes nothing if it is no longer offered, and keeps the token', async () => {
      await send('post');
      await db()('errands').where({ id: 'post' }).update({ step: 'started', version: 2 });
      expect(offered(await act('start'))).to.deep.equal(['not_offered', true, 'finish']);
      expect(await stands()).to.include({ step: 'started', version: 2 });
      expect(told).to.deep.equal([]);
      expect(offered(await act('finish')), 'the token is still good').to.deep.equal(['done', false]);
      expect(offered(await act('finish'))).to.deep.equal(['not_offered', false]);
    });

    it('is refused to others, for missing or unsent subjects, and on another channel', async () => {
      await send('post');
      await insertErrand(db(), 'other', NOW + 1e6);
      expect(offered(await act('start', 'ada', { person: aPerson('tim') }))).to.equal('not_assignee');
      expect(offered(await act('start', 'ada', { subjectId: 'other' }))).to.equal('link_unusable');
      expect(offered(await act('start', 'ada', { subjectId: 'other', token: 'x' }))).to.equal('not_found');
      expect(offered(await actions.act(given('start'), 'mail'))).to.equal('link_unusable');
      expect(offered(await actions.act(given('start'), 'web')), 'nothing went there').to.equal('not_found');
      expect(await stands()).to.include({ version: 1 });
      await db()('errands').where({ id: 'post' }).delete();
      expect(offered(await act('start'))).to.equal('not_found');
    });

    it('shows the state to a known person whose token is lost', async () => {
      await send('post');
      const lost = await act('start', 'ada', { token: 'x' });
      expect(offered(lost)).to.deep.equal(['not_offered', true, 'start', 'decline', 'break']);
    });

    it('shows nothing to a holder of a used link', async () => {
      await send('post', 'mail');
      const token = tokenOf('ada', stage.mail);
      const byMail = (actionId: string) => actions.act(given(actionId, 'ada', { token }), 'mail');
      expect(offered(await byMail('finish'))).to.deep.equal(['not_offered', true, 'start', 'decline', 'break']);
      expect(offered(await byMail('start'))).to.deep.equal(['done', true, 'finish']);
      expect(offered(await byMail('finish')), 'the link has done its work').to.equal('link_unusable');
    });

    it('does nothing and can be repeated after a failure', async () => {
      await send('post');
      const failed = await act('break').catch((error: Error) => error);
      expect(failed).to.have.property('message', 'an errand that breaks');
      expect(await stands()).to.include({ step: 'new', version: 1 });
      expect(offered(await act('start'))).to.include('done');
    });
  });
});
