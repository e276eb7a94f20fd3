import { expect } from 'chai';
import { slackKind } from '../../../bot/slack/kind.ts';
import type { Refusal } from '../../../sandbox/slack/webApi.ts';
import { aChannelHost } from '../../support/channelHost.ts';
import { answered } from '../../scenarios/support.ts';
import { textOf, typed, useSlackStage } from './slackStage.ts';

const SECOND_MS = 1000;

describe('a question on its way to Slack', function () {
  this.timeout(60_000);
  const stage = useSlackStage();
  const refuse = (n: number, refusal: Refusal) => stage.slack.api.refuseNext(n, refusal);

  /** Asks without waiting for the copy; returns the request's id. */
  async function ask(key: string, human: object = {}): Promise<string> {
    const assignees = { users: [`${key}@sandbox.test`] };
    return stage.ask({ inputType: 'approval', prompt: 'Ship?', assignees, channels: ['slack'], ...human });
  }

  const deliveryOf = (request: string, channel = 'slack') =>
    stage.services.ground.reader('deliveries').where({ subject_id: request, channel }).first();
  const copiesOf = (key: string, request: string) =>
    stage.slack.workspace.desk(stage.userId(key)).messages.filter(({ blocks }) => textOf(blocks).includes(request));

  const inTwoMinutes = () => new Date(stage.now() + 121 * SECOND_MS).toUTCString();
  const waits: [string, () => Refusal, error: string][] = [
    ['in seconds', () => ({ status: 429, retryAfter: 120 }), 'Slack is busy and asks us to wait.'],
    ['by a date', () => ({ status: 429, retryAfter: inTwoMinutes() }), 'Slack is busy and asks us to wait.'],
    [
      'while it is down',
      () => ({ status: 503, retryAfter: inTwoMinutes() }),
      'Slack could not take the message right now (503).',
    ],
  ];
  for (const [how, refusal, error] of waits)
    it(`waits as long as Slack asks, and so do all others: ${how}`, async () => {
      await stage.askInSlack('grace');
      refuse(1, { method: 'chat.postMessage', ...refusal() });
      const request = await ask('grace');
      await stage.tick();
      const delivery = await deliveryOf(request);
      expect(delivery).to.include({ state: 'queued', error });
      const calls = stage.slack.api.calls.length;
      await stage.after(119 * SECOND_MS);
      expect(stage.slack.api.calls, 'nobody is posted to before').to.have.length(calls);
      await stage.after(10 * SECOND_MS);
      expect((await deliveryOf(request)).state).to.equal('sent');
      expect(copiesOf('grace', request)).to.have.length(1);
    });

  it('survives ten minutes of downtime of Slack', async () => {
    await stage.askInSlack('grace');
    refuse(100, { isDown: true });
    const request = await ask('grace');
    for (let n = 0; n < 10; n++) await stage.after(60 * SECOND_MS);
    expect(await deliveryOf(request)).to.include({ state: 'queued', error: 'Slack cannot be reached right now.' });
    await revive();
    for (let n = 0; n < 20; n++) await stage.after(60 * SECOND_MS);
    expect((await deliveryOf(request)).state).to.equal('sent');
    expect(copiesOf('grace', request)).to.have.length(1);
  });

  /** Uses up the remaining refusals. */
  async function revive(): Promise<void> {
    for (let n = 0; n < 100; n++) {
      const tried = await fetch(`${stage.slack.url}/api/auth.test`, { method: 'POST' }).catch(() => null);
      if (tried) return;
    }
  }

  it('goes through another channel to people without a Slack account', async () => {
    const guest = stage.product.sandbox.tenant.people.find(({ guestOf }) => guestOf)!;
    const request = await ask('grace', { assignees: { users: [guest.mail] }, fallback: ['email'] });
    await stage.tick();
    expect(await deliveryOf(request)).to.include({
      state: 'failed',
      error: `${guest.displayName} has no Slack account.`,
    });
    await stage.tick();
    expect((await deliveryOf(request, 'email')).state).to.equal('sent');
  });

  it('names the obstacle', async () => {
    await stage.askInSlack('grace');
    const cases: [string, string, string][] = [
      ['invalid_auth', 'queued', 'Slack does not accept the app (invalid_auth): an administrator must look at it.'],
      [
        'messages_tab_disabled',
        'queued',
        'Slack does not accept the app (messages_tab_disabled): an administrator must look at it.',
      ],
      ['internal_error', 'queued', 'Slack could not take the message right now (internal_error).'],
      ['rate_limited', 'queued', 'Slack could not take the message right now (rate_limited).'],
      ['message_limit_exceeded', 'queued', 'Slack could not take the message right now (message_limit_exceeded).'],
      ['cannot_dm_bot', 'failed', 'Grace Hopper is a bot in Slack, to which no messages can be sent (cannot_dm_bot).'],
      ['restricted_action', 'failed', 'Slack refused the message (restricted_action).'],
      ['msg_too_long', 'failed', 'The message is larger than Slack takes.'],
    ];
    for (const [error, state, words] of cases) {
      await stage.after(3600 * SECOND_MS);
      refuse(1, { method: 'chat.postMessage', status: 200, error });
      const request = await ask('grace', { timeout: 'P9D' });
      await stage.tick();
      expect(await deliveryOf(request), error).to.include({ state, error: words });
    }
    await stage.after(3600 * SECOND_MS);
    refuse(1, { method: 'chat.postMessage', status: 503, error: 'upstream' });
    const request = await ask('grace', { timeout: 'P9D' });
    await stage.tick();
    expect((await deliveryOf(request)).error).to.equal('Slack could not take the message right now (503).');
    await stage.after(3600 * SECOND_MS);
    expect((await deliveryOf(request)).state).to.equal('sent');
  });

  it('finds people again whose account was replaced', async () => {
    await stage.askInSlack('alan');
    const { writer } = stage.services.ground.database;
    const known = JSON.stringify({ userId: 'U0BEFORE', channelId: 'D0BEFORE' });
    await writer('addresses')
      .where('address', 'like', `%${stage.userId('alan')}%`)
      .update({ address: known });
    const copy = await stage.askInSlack('alan');
    await stage.press('alan', copy, 'answer:0');
    await stage.shows('alan', copy.message.ts, /Alan Turing/);
  });

  it('reports that the message to update was deleted', async () => {
    const copy = await stage.askInSlack('grace', { assignees: { users: ['grace@sandbox.test', 'tim@sandbox.test'] } });
    refuse(1, { method: 'chat.update', status: 200, error: 'message_not_found' });
    await answered(stage.tim, copy.request, 'approved');
    await stage.after(60 * SECOND_MS);
    const delivery = await stage.services.ground
      .reader('deliveries')
      .where({ subject_id: copy.request, error: 'The message was deleted in Slack.' });
    expect(delivery).to.have.length(1);
  });
});

describe('the settings of Slack', () => {
  const host = aChannelHost();
  const complete = { enabled: true, botToken: 'xoxb-1', signingSecret: 'a-signing-secret' };

  it('are sufficient if they are complete and switched on', () => {
    expect(slackKind).to.include({ name: 'slack', canRewrite: true, tokenPolicy: 'before_answer' });
    expect(slackKind.open(complete, host)).to.be.an('object');
    for (const lacking of [{}, { ...complete, enabled: false }, { ...complete, botToken: undefined }])
      expect(slackKind.open(lacking, host)).to.equal(null);
  });

  it('are validated', () => {
    expect(slackKind.settingsSchema.safeParse({}).success).to.equal(true);
    expect(slackKind.settingsSchema.safeParse(complete).success).to.equal(true);
    for (const wrong of [{ botToken: 'a-token' }, { signingSecret: 'short' }, { enabled: 'yes' }, { other: 1 }])
      expect(slackKind.settingsSchema.safeParse(wrong).success, JSON.stringify(wrong)).to.equal(false);
  });

  it('decide how dates and people are shown', () => {
    expect(slackKind.capabilities({ ...complete, nativePickers: true })).to.include({
      date: 'native',
      user: 'native',
      group: 'text',
      file: 'native',
    });
  });
});

describe('people picked in Slack', function () {
  this.timeout(60_000);
  const stage = useSlackStage({ nativePickers: true });
  const picked = (...ids: string[]) => ({ v: { type: 'multi_users_select', selected_users: ids } });

  it("are the directory's people with the same address", async () => {
    const copy = await stage.askInSlack('grace', {
      inputType: 'form',
      prompt: 'Who?',
      variables: [
        { name: 'lead', type: 'user' },
        { name: 'team', type: 'multiuser' },
        { name: 'day', type: 'date' },
        { name: 'why', type: 'text' },
      ],
    });
    const view = await stage.openForm('grace', copy);
    const values = {
      f_lead: { v: { type: 'users_select', selected_user: stage.userId('alan') } },
      f_team: picked(stage.userId('tim'), stage.userId('radia')),
      f_day: { v: { type: 'datepicker', selected_date: '2026-12-24' } },
      f_why: typed('Because'),
    };
    const bot = await stage.submit('grace', view, { ...values, f_team: picked('U0HANDBACK') });
    expect(bot.body.response_action).to.equal('errors');
    expect(bot.body.errors).to.deep.equal({ f_team: '“handback” was not found in the directory.' });
    const unseen = { f_lead: { v: { selected_user: 'U0ELSEWHERE' } }, f_day: { v: { selected_date: '2026-02-30' } } };
    const both = await stage.submit('grace', view, { ...values, ...unseen });
    expect(Object.keys(both.body.errors!), 'an account that Slack does not show, and all else').to.have.members([
      'f_lead',
      'f_day',
    ]);
    expect(both.body.errors!['f_lead']).to.match(/^“somebody .*” was not found in the directory\.$/);
    expect((await stage.submit('grace', view, values)).body).to.deep.equal({ response_action: 'clear' });
    const result = (await stage.result(copy.request)) as { values: Record<string, { displayName: string }[]> };
    expect(result.values['lead']).to.include({ displayName: 'Alan Turing' });
    expect(result.values['team']!.map(({ displayName }) => displayName)).to.have.length(2);
    expect(result.values['day']).to.equal('2026-12-24');
  });
});
