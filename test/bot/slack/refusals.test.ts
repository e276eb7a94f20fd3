import { expect } from 'chai';
import { answered } from '../../scenarios/support.ts';
import { signatureHeaders } from '../../../sandbox/slack/signedPost.ts';
import { SLACK_APP } from '../../../sandbox/slack/slackApp.ts';
import { until } from '../../support/until.ts';
import { asPayload, recorded, typed, useSlackStage, type Copy, type SendOptions } from './slackStage.ts';

const MINUTE_MS = 60_000;
/** Only the link to the web client can be pressed now. */
const ANSWERED = /^(?!.*answer:)/;
const UNKNOWN = 'f'.repeat(64);

describe('forged and forbidden calls to the Slack endpoint (behaviour 5.2)', function () {
  this.timeout(60_000);
  const stage = useSlackStage();
  let copy: Copy;
  let press: string;

  before(async () => {
    copy = await stage.askInSlack('grace');
  });
  beforeEach(async () => {
    stage.advance(MINUTE_MS); // failures are limited per minute of the machine's clock; replays per window of ours
    press = asPayload(await stage.pressOf('grace', copy, 'answer:0'));
  });

  const unchanged = async (rows: string) => expect((await stage.rows()) === rows, 'nothing is changed').to.equal(true);
  const callsOf = (method: string) => stage.slack.api.calls.filter((call) => call.method === method).length;
  const changedBody = () => press.replace('answer%3A0', 'answer%3A1');
  const oneMinuteTooMany = 5 * MINUTE_MS + 1000;
  const FORGED: [string, () => { body: string; options: SendOptions }][] = [
    ['the wrong secret', () => ({ body: press, options: { secret: 'another-signing-secret' } })],
    ['a call from more than five minutes ago', () => ({ body: press, options: { offsetMs: -oneMinuteTooMany } })],
    ['a call from the future', () => ({ body: press, options: { offsetMs: oneMinuteTooMany } })],
    ['another body', () => ({ body: changedBody(), options: { signed: press } })],
    ['a truncated body', () => ({ body: press.slice(0, -1), options: { signed: press } })],
    ['an extended body', () => ({ body: `${press}&more=1`, options: { signed: press } })],
    [
      'the same body in another encoding',
      () => ({ body: press.replaceAll('+', '%20').replaceAll('%3A', ':'), options: { signed: press } }),
    ],
    ['no signature', () => ({ body: press, options: { headers: { 'x-slack-signature': '' } } })],
    ['no time', () => ({ body: press, options: { headers: { 'x-slack-request-timestamp': '' } } })],
    ['an invalid time', () => ({ body: press, options: { headers: { 'x-slack-request-timestamp': '1e9' } } })],
    [
      'the signature with an empty secret',
      () => ({ body: press, options: { headers: signatureHeaders(press, '', stage.now()) } }),
    ],
    ['an extended signature', () => ({ body: press, options: { headers: moreBehind() } })],
    ['an unsigned handshake', () => ({ body: '{"type":"url_verification","challenge":"x"}', options: unsigned })],
  ];
  const unsigned: SendOptions = { contentType: 'application/json', secret: 'another-signing-secret' };
  const moreBehind = () => {
    const signed = signatureHeaders(press, SLACK_APP.signingSecret, stage.now());
    return { ...signed, 'x-slack-signature': `${signed['x-slack-signature']}00` };
  };

  for (const [what, forge] of FORGED)
    it(`refuses ${what}, and nothing is changed or revealed`, async () => {
      const { body, options } = forge();
      const [rows, audits, calls] = [await stage.rows(), await stage.audits(), stage.slack.api.calls.length];
      const answer = await stage.send(body, options);
      expect(answer.status, answer.text).to.equal(401);
      expect(JSON.parse(answer.text)).to.deep.include({ code: 'unauthenticated', detail: 'Only Slack may call here.' });
      await unchanged(rows);
      expect(await stage.audits()).to.deep.equal(audits);
      expect(stage.slack.api.calls).to.have.length(calls);
    });

  it('accepts clocks that differ by less than five minutes', async () => {
    const home = (id: string) => JSON.stringify(recorded('ownMessage', { event_id: id }));
    for (const offsetMs of [-299_000, 299_000])
      expect(await stage.send(home(`Ev${offsetMs}`), { offsetMs, contentType: 'application/json' })).to.include({
        status: 200,
      });
  });

  it('takes the same call once, and lets Slack repeat it without any effect', async () => {
    const replayed = await stage.askInSlack('alan');
    const body = asPayload(await stage.pressOf('alan', replayed, 'answer:1'));
    expect((await stage.send(body)).status).to.equal(200);
    await stage.shows('alan', replayed.message.ts, /Alan Turing/);
    await stage.result(replayed.request);
    const rows = await stage.rows();
    expect((await stage.send(body)).status, 'replayed').to.equal(401);
    expect((await stage.send(body, { headers: { 'x-slack-retry-num': '1' } })).status, 'repeated').to.equal(200);
    await unchanged(rows);
  });

  it('ignores anything that is not a Slack call, however well it is signed', async () => {
    const rows = await stage.rows();
    const json = { contentType: 'application/json' };
    const cases: [string, SendOptions, number][] = [
      ['{"type":', json, 400],
      ['[]', json, 400],
      ['null', json, 400],
      ['payload=%7B', {}, 400],
      [asPayload({ type: 'block_actions', user: { id: 'a\0b' } }), {}, 400],
      ['{}', json, 200],
      ['', {}, 200],
      ['text', { contentType: 'text/plain' }, 200],
      [asPayload({ type: 'block_actions' }), {}, 200],
      [asPayload({ type: 'view_submission' }), {}, 400],
      [JSON.stringify({ type: 'event_callback', event: { type: 'message' } }), json, 200],
    ];
    for (const [body, options, status] of cases) {
      const answer = await stage.send(body, options);
      expect(answer.status, `${body}: ${answer.text}`).to.equal(status);
    }
    expect((await stage.send('x'.repeat(1024 * 1024 + 1))).status, 'too large').to.equal(413);
    await unchanged(rows);
  });

  it('changes nothing for a genuine call that is for another app or workspace', async () => {
    const rows = await stage.rows();
    for (const changes of [{ api_app_id: 'A0OTHER' }, { 'team.id': 'T0OTHER' }])
      expect(await stage.press('grace', copy, 'answer:0', changes), JSON.stringify(changes)).to.include({
        status: 403,
      });
    await unchanged(rows);
  });

  describe('signed by Slack', () => {
    const withToken = async (token: string, request = copy.request) =>
      stage.press('grace', copy, 'answer:0', { 'actions.0.value': JSON.stringify({ r: request, t: token, c: 'o0' }) });

    /** Presses, and expects an error message without any change. */
    async function refused(key: string, work: () => Promise<unknown>, told: RegExp): Promise<void> {
      const [rows, audits] = [await stage.rows(), await stage.audits()];
      const before = callsOf('chat.postEphemeral');
      await work();
      await until(() => callsOf('chat.postEphemeral') > before);
      await stage.seesEphemeral(key, told);
      await unchanged(rows);
      expect(await stage.audits()).to.deep.equal(audits);
    }

    it('refuses a token of another channel', async () => {
      const { sandbox } = stage.product;
      const mailed = await stage.ask({
        inputType: 'approval',
        prompt: 'By mail and Slack?',
        assignees: { users: ['grace@sandbox.test'] },
        channels: ['email', 'slack'],
      });
      await stage.tick();
      await stage.copyOf('grace', mailed);
      const mails = (await (await fetch(`${sandbox.mail.url}/email`)).json()) as { text: string }[];
      const token = /token=([0-9a-f]{64})/.exec(mails.find(({ text }) => text.includes(mailed))!.text)![1]!;
      await refused('grace', () => withToken(token, mailed), /not known here.*web client/);
    });

    it('refuses an unknown or missing token', async () => {
      for (const token of [UNKNOWN, '', 'x'])
        await refused('grace', () => withToken(token), /not known here.*web client/);
    });

    it('refuses a token that was issued for another question', async () => {
      const other = await stage.askInSlack('grace', { prompt: 'Another?' });
      await refused('grace', () => withToken(other.token), /not known here/);
    });

    it("refuses a person who is not an assignee, even with an assignee's token", async () => {
      await stage.askInSlack('frances'); // people whom the app has met
      await refused(
        'frances',
        () =>
          stage.press(
            'frances',
            { message: { ...copy.message, channel: stage.slack.member('frances').channel } },
            'answer:0',
          ),
        /not asked this question|not sent to you/,
      );
    });

    it('refuses an account other than the one that got the question', async () => {
      const { writer } = stage.services.ground.database;
      const person = (await stage.services.ground.reader('notifications').where({ subject_id: copy.request }).first())
        .person;
      const [{ address }] = await stage.services.ground.reader('addresses').where({ person });
      const other = JSON.stringify({ userId: 'U0SOMEBODY', channelId: 'D0SOMEBODY' });
      await writer('addresses').where({ person }).update({ address: other });
      await refused('grace', () => stage.press('grace', copy, 'answer:0'), /do not know who you are/);
      await writer('addresses').where({ person }).update({ address });
    });

    it('refuses people unknown to the directory, and buttons that are not ours', async () => {
      const stranger = await stage.pressOf('grace', copy, 'answer:0', { 'user.id': 'U0STRANGER' });
      const rows = await stage.rows();
      expect((await stage.send(asPayload(stranger))).status).to.equal(200);
      for (const value of ['', '{}', '{"r":1}', 'null', '[]'])
        await refused(
          'grace',
          () => stage.press('grace', copy, 'answer:0', { 'actions.0.value': value }),
          /does not exist/,
        );
      await unchanged(rows);
    });

    it('takes one answer per person, and shows it to a person who presses again', async () => {
      const twice = await stage.askInSlack('grace', {
        strategy: 'all',
        assignees: { users: ['grace@sandbox.test', 'alan@sandbox.test'] },
      });
      await stage.press('grace', twice, 'answer:0');
      await stage.shows('grace', twice.message.ts, ANSWERED);
      const rows = await stage.rows();
      const before = callsOf('chat.update');
      await stage.press('grace', twice, 'answer:1', { 'actions.0.action_ts': '1548426499.000001' });
      await until(() => callsOf('chat.update') > before);
      await stage.shows('grace', twice.message.ts, ANSWERED);
      await unchanged(rows);
    });

    it('refuses what the question does not offer, and its token stays valid', async () => {
      const value = JSON.stringify({ r: copy.request, t: copy.token, c: 'o9' });
      await refused(
        'grace',
        () => stage.press('grace', copy, 'answer:0', { 'actions.0.value': value }),
        /choose|Choose|option/,
      );
    });

    it('refuses a form that was not opened from our question', async () => {
      const form = await stage.askInSlack('grace', { inputType: 'text', prompt: 'Why?' });
      const view = await stage.openForm('grace', form);
      const rows = await stage.rows();
      for (const metadata of ['', '{}', JSON.stringify({ r: form.request, t: UNKNOWN })]) {
        const { body } = await stage.submit(
          'grace',
          view,
          { f_value: typed('So') },
          { 'view.private_metadata': metadata },
        );
        expect(body.response_action).to.equal('update');
        expect(JSON.stringify(body.view)).to.match(/does not exist|not known here/);
      }
      const other = await stage.submit('alan', view, { f_value: typed('So') });
      expect(JSON.stringify(other.body.view)).to.match(/not asked this question|not sent to you/);
      await unchanged(rows);
    });

    it('leaves a row for a late answer, and tells what became of the question', async () => {
      const late = await stage.askInSlack('grace', {
        assignees: { users: ['grace@sandbox.test', 'alan@sandbox.test'] },
      });
      await answered(stage.alan, late.request, 'rejected');
      await stage.result(late.request);
      const [rows, audits] = [await stage.rows(), await stage.audits()];
      await stage.press('grace', late, 'answer:0');
      await stage.shows('grace', late.message.ts, /Alan Turing/);
      await unchanged(rows);
      const added = (await stage.audits()).slice(audits.length);
      expect(added).to.have.length(1);
      expect(added[0]).to.deep.include({ action: 'request.answer_refused', subject: late.request, channel: 'slack' });
    });
  });

  it('slows down an address that keeps calling without being Slack', async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 40; n++) statuses.add((await stage.send('x', { secret: 'another-signing-secret' })).status);
    expect([...statuses]).to.deep.equal([401, 429]);
    expect(
      (await stage.send('{}', { contentType: 'application/json' })).status,
      'Slack itself is never limited',
    ).to.equal(200);
  });
});
