import { expect } from 'chai';
import { submission } from '../../sandbox/slack/payloads.ts';
import { record } from '../../sandbox/slack/recording.ts';
import { checkForm } from '../../sandbox/slack/viewState.ts';
import { verifyAudit } from '../../server/foundation/audit/verifyAudit.ts';
import { createChainSeal } from '../../server/foundation/audit/chainSeal.ts';
import type { ExecutionView } from '../../contract/executions.ts';
import { startService, type Service } from '../attacks/service.ts';
import { NAMES } from '../bot/teams/teamsStage.ts';
import type { Key } from '../contracts/driver.ts';
import { emailDriver } from '../contracts/drivers/email.ts';
import { slackDriver } from '../contracts/drivers/slack.ts';
import { teamsDriver } from '../contracts/drivers/teams.ts';
import { webDriver } from '../contracts/drivers/web.ts';
import { useEverything } from '../contracts/everything.ts';
import { forEachDatabase, type DatabaseName } from '../support/databases.ts';
import {
  readSeen,
  restoreStored,
  STORED_AT,
  STORED_KEY,
  STORED_PRODUCT,
  STORED_TEAMS,
  type Seen,
} from '../support/storedVersion.ts';
import { answered, executionOf, expectProblem, HOUR_MS, mailedLink, notificationOf, respond } from './support.ts';

const FORM = 'application/x-www-form-urlencoded';
/** Longer than between two polls for woken executions. */
const LOOK_MS = 3000;
const DAY_MS = 24 * HOUR_MS;

describe("the previous version's data", function () {
  this.timeout(60_000);
  forEachDatabase((name, _openUrl, openBlankUrl) => {
    const config = { key: STORED_KEY, allowedPrivateHosts: [] as string[] };
    let service: Service;
    let seen: Seen[];
    before(async () => {
      service = await startService();
      config.allowedPrivateHosts.push(service.host);
    });
    after(() => service?.close());
    const stage = useEverything({ startAt: STORED_AT, config, openUrl: () => storedUrl() }, []);
    const [web, email, teams, slack] = [webDriver, emailDriver, teamsDriver, slackDriver].map((driver) =>
      driver(stage),
    );
    before(putBack);

    /** Restores the platforms' messages and the stored database. */
    async function storedUrl(): Promise<string> {
      const stamps = await postAgain(name);
      const change = (text: string) =>
        text
          .replaceAll(STORED_TEAMS, stage.connector.serviceUrl)
          .replace(/\bactivity-(?=\d)/g, 'stored-') // new ones are numbered from 1 again
          .replace(/\b\d{10}\.\d{6}\b/g, (ts) => stamps.get(ts) ?? ts);
      seen = readSeen(name, change);
      const url = await openBlankUrl();
      await restoreStored(url, name, change);
      return url;
    }

    /** Slack identifies a message by its time; returns the new ones. */
    async function postAgain(of: DatabaseName): Promise<Map<string, string>> {
      const stamps = new Map<string, string>();
      for (const { slack: message } of readSeen(of, (text) => text)) {
        if (!message) continue;
        const { person, ts, text, blocks } = message;
        const args = { channel: stage.slack.member(person).channel, text, blocks };
        const result = await stage.slack.emulator.call('chat.postMessage', args);
        record(stage.slack.workspace, { method: 'chat.postMessage', args, result });
        stamps.set(ts, String(result['ts']));
      }
      return stamps;
    }

    /** What else people had in front of them. */
    async function putBack(): Promise<void> {
      const { mail: mailbox } = stage.product.sandbox;
      const here = (text: string) => text.replaceAll(STORED_PRODUCT, stage.product.url);
      for (const { teams: said, mail } of seen) {
        if (said) stage.connector.said.push({ ...said, summary: null, isUpdate: false, authorization: '' });
        if (mail) mailbox.put({ ...mail, text: here(mail.text) });
      }
    }

    const asked = (what: string): string => seen.find((each) => each.asked?.name === what)!.asked!.request;
    /** A restarted server finds answered executions by polling. */
    async function completed(id: string): Promise<ExecutionView> {
      await stage.after(LOOK_MS);
      return stage.product.reached(stage.ada, id, 'completed');
    }
    const resultOf = async (request: string) =>
      (await completed(executionOf(request))).context!['ask'] as Record<string, unknown>;
    const waitsFor = async (key: Key) =>
      (await stage.product.inbox(stage[key])).filter(({ status }) => status === 'pending').length;

    it("opens with the waiting questions, and with people's actions", async () => {
      expect([await waitsFor('grace'), await waitsFor('alan')]).to.deep.equal([15, 5]);
      expect((await notificationOf(stage.product, stage.grace, asked('approval: web'))).isRead).to.equal(true);
      expect((await notificationOf(stage.product, stage.grace, asked('approval: email'))).isRead).to.equal(false);
    });

    for (const driver of [web!, email!, teams!, slack!])
      it(`is answered where it was asked: ${driver.channel}`, async () => {
        const form = asked(`form: ${driver.channel}`);
        await (await driver.copyOf('grace', form)).answer({ what: 'It burnt down', size: '12', pin: 'not 1234' });
        const result = await resultOf(form);
        expect(result['values']).to.deep.include({ what: 'It burnt down', size: 12 });
        expect(JSON.stringify(result)).to.not.include('not 1234');

        const approval = asked(`approval: ${driver.channel}`);
        const [graces, alans] = [await driver.copyOf('grace', approval), await driver.copyOf('alan', approval)];
        await graces.answer({ value: 'Reject' });
        expect(await resultOf(approval)).to.include({ value: 'rejected', channel: driver.channel });
        expect(await alans.answer({ value: 'Approve' })).to.match(/Grace Hopper answered/);
        await stage.settle();
        for (const copy of driver === email ? [alans] : [graces, alans]) {
          expect(await copy.isOpen()).to.equal(false);
          expect(await copy.text()).to.match(/Grace Hopper answered|you answered/i);
        }
        expectProblem(await respond(stage.alan, approval, 'approved'), 409, 'request_closed');
      });

    it('is answered in other ways: a text in Teams, a choice in Slack, an open form there', async () => {
      await (await teams!.copyOf('grace', asked('text'))).answer({ value: 'In words' });
      expect(await resultOf(asked('text'))).to.include({ value: 'In words' });
      await (await slack!.copyOf('grace', asked('choice'))).answer({ value: 'Blue' });
      expect(await resultOf(asked('choice'))).to.include({ value: 'Blue' });
      const { view } = seen.find((each) => each.modal)!.modal!;
      const fields = {
        'f_what/v': ['It burnt down'],
        'f_size/v': ['12'],
        'f_colour/v': ['o1'],
        'f_extras/v': ['o0', 'o1'],
      };
      const { values: state } = checkForm(view.blocks, fields);
      const payload = JSON.stringify(submission(stage.slack.member('grace'), 'no-trigger', view, state));
      const { isTaken } = await stage.slack.post(`payload=${encodeURIComponent(payload)}`, FORM);
      expect(isTaken).to.equal(true);
      const { values } = await resultOf(asked('opened'));
      expect(values).to.deep.include({ size: 12, colour: 'b', extras: ['a,b', 'c'] });
    });

    it('resumes with an existing answer, and all copies change', async () => {
      const request = asked('everybody');
      const copies = await Promise.all([teams!, slack!].map((driver) => driver.copyOf('grace', request)));
      await copies[1]!.answer({ value: 'Reject' });
      const result = await resultOf(request);
      expect(result['counts']).to.deep.include({ responses: 2, values: { approved: 1, rejected: 1 } });
      await stage.settle();
      for (const copy of copies) expect(await copy.isOpen()).to.equal(false);
    });

    it('stays closed where it was', async () => {
      const link = await mailedLink(stage.product, NAMES.alan, asked('closed: email'));
      expect(await (await fetch(link)).text()).to.match(/Grace Hopper answered/);
      expectProblem(await respond(stage.alan, asked('closed: teams'), 'approved'), 409, 'request_closed');
    });

    it('is still sent if it was not sent yet', async () => {
      await stage.settle();
      const copies = await Promise.all([teams!, slack!, email!].map((each) => each.copyOf('alan', asked('not sent'))));
      expect(await Promise.all(copies.map((copy) => copy.isOpen()))).to.deep.equal([true, true, true]);
      await copies[2]!.answer({ value: 'Approve' });
      expect(await resultOf(asked('not sent'))).to.include({ value: 'approved', channel: 'email' });
    });

    it("opens its secrets: an answered password and an author's", async () => {
      const request = asked('secrets');
      await (await email!.copyOf('grace', request)).answer({ value: `http://${service.host}/` });
      await completed(executionOf(request));
      expect(service.asked[0]!.headers).to.include({ 'x-key': 'open sesame', 'x-author': 'an author keeps this' });
    });

    it('continues in its chat', async () => {
      await answered(stage.grace, asked('chat'), 'Rome');
      await completed(executionOf(asked('chat')));
      const { body } = await stage.grace.call<{ messages: { content: string }[] }>(
        'GET',
        `/chats/${asked('trips')}/messages`,
      );
      expect(JSON.stringify(body)).to.include('A trip, please').and.to.include('Now I know: Rome');
    });

    it('wakes when its time has come, and has an unchanged audit', async () => {
      await stage.after(10 * DAY_MS);
      await completed(executionOf(asked('delayed')));
      await stage.tick();
      const seal = createChainSeal(Buffer.from(STORED_KEY, 'hex'));
      const { ok, firstBad, rows } = await verifyAudit(stage.services.ground.reader, { seal });
      expect({ ok, firstBad }).to.deep.equal({ ok: true, firstBad: undefined });
      expect(rows).to.be.greaterThan(80);
    });
  });
});
