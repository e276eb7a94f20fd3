import net from 'node:net';
import os from 'node:os';
import { expect } from 'chai';
import { startSlack } from '../../sandbox/slack/slack.ts';
import { SLACK_APP, slackStandIn } from '../../sandbox/slack/slackApp.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { readTenant } from '../../sandbox/tenant.ts';
import { MESSAGE, MODAL, useSlack } from './slackSupport.ts';

const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: Error) => error.message,
  );

describe('sandbox: Slack', function () {
  this.timeout(30_000);
  const stage = useSlack();
  const ada = () => stage.slack.member('ada');
  const post = (blocks: unknown = MESSAGE.blocks, text = MESSAGE.text) =>
    stage.call('chat.postMessage', { channel: ada().channel, text, blocks });
  const deskOf = (key: string) => stage.slack.workspace.desk(stage.slack.member(key).userId);

  describe('the workspace', () => {
    it('has an account for everybody in the tenant except guests', async () => {
      for (const { mail, guestOf, displayName } of readTenant().people) {
        const { ok, user, error } = await stage.call('users.lookupByEmail', { email: mail });
        if (guestOf) expect(error, displayName).to.equal('users_not_found');
        else expect([ok, (user as { real_name: string }).real_name]).to.deep.equal([true, displayName]);
      }
    });

    it('looks the same to the product after a restart', async () => {
      const options = { tenant: readTenant(), ports: { slack: 0, slackPage: 0 }, productUrl: () => '' };
      const again = await startSlack(options);
      await again.close();
      expect(again.workspace.members).to.deep.equal(stage.slack.workspace.members);
      expect(ada()).to.include({ userId: 'U0ADA000000', channel: 'D0ADA000000' });
      const ids = again.workspace.members.flatMap(({ userId, channel }) => [userId, channel]);
      expect(new Set(ids).size).to.equal(ids.length);
    });

    it('knows the app by its token, and only with the scopes of its manifest', async () => {
      const { user_id: userId, bot_id: botId } = await stage.call('auth.test', {});
      expect([userId, botId]).to.deep.equal([SLACK_APP.botUserId, SLACK_APP.botId]);
      expect(await stage.call('auth.test', {}, 'xoxb-other')).to.include({ ok: false, error: 'invalid_auth' });
      expect(await stage.call('conversations.list', {})).to.include({ ok: false, error: 'missing_scope' });
    });

    it('listens on this machine only, and its emulator on no port at all', async () => {
      const outside = Object.values(os.networkInterfaces())
        .flatMap((each) => each ?? [])
        .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
      if (!outside) return;
      for (const url of [stage.slack.url, stage.slack.pageUrl]) {
        const socket = net.connect(Number(new URL(url).port), outside);
        const outcome = await new Promise((resolve) => {
          socket.on('connect', () => resolve('connected'));
          socket.on('error', () => resolve('refused'));
        });
        socket.destroy();
        expect(outcome, url).to.equal('refused');
      }
      const listening = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
      const before = listening();
      const ports = { slack: 0, slackPage: 0 };
      const another = await startSlack({ tenant: readTenant(), productUrl: () => '', ports });
      expect(listening() - before).to.equal(2); // the Web API and the page
      await another.close();
    });

    it('says which port is taken, and leaves nothing running', async () => {
      const port = Number(new URL(stage.slack.url).port);
      const options = { tenant: readTenant(), productUrl: () => '' };
      const first = await refusalOf(startSlack({ ...options, ports: { slack: port, slackPage: 0 } }));
      expect(first).to.equal(
        `Port ${port} for the sandbox's Slack is taken. Stop what uses it, or choose another with SANDBOX_PORT_BASE.`,
      );
      const second = await refusalOf(startSlack({ ...options, ports: { slack: 0, slackPage: port } }));
      expect(second).to.contain(`Port ${port} for the page of the sandbox's Slack is taken.`);
    });

    it('is where the product finds Slack, and nowhere while it has no port', async () => {
      expect(slackStandIn(4410)).to.equal('http://127.0.0.1:4410');
      expect(slackStandIn(0)).to.match(/^http:\/\/127\.0\.0\.1:\d+$/);
      const { config, close } = await startSandbox({ portBase: 0, ports: { slack: 4999 } });
      await close();
      expect(config).to.deep.include({
        slackBotToken: SLACK_APP.botToken,
        slackSigningSecret: SLACK_APP.signingSecret,
      });
      expect(config.originMap['https://slack.com']).to.equal('http://127.0.0.1:4999');
    });
  });

  describe('the Web API', () => {
    it("keeps posted, updated and deleted messages on their recipient's desk", async () => {
      const { ts } = await post();
      expect(deskOf('ada').messages.at(-1)).to.deep.include({ ts, isFromApp: true, isEdited: false, text: 'Approve?' });
      await stage.call('chat.update', { channel: ada().channel, ts, text: 'Answered', blocks: [] });
      expect(deskOf('ada').messages.at(-1)).to.deep.include({ ts, isEdited: true, text: 'Answered', blocks: [] });
      await stage.call('chat.delete', { channel: ada().channel, ts });
      expect(deskOf('ada').messages.map((message) => message.ts)).to.not.include(ts);
      expect(deskOf('grace').messages).to.deep.equal([]);
    });

    it('also takes forms with JSON fields, and addresses a person by id', async () => {
      const response = await fetch(`${stage.slack.url}/api/chat.postMessage`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SLACK_APP.botToken}` },
        body: new URLSearchParams({
          channel: ada().userId,
          text: 'Approve?',
          blocks: JSON.stringify(MESSAGE.blocks),
          metadata: JSON.stringify({ event_type: 'question', event_payload: { delivery: '1' } }),
        }),
      });
      expect(await response.json()).to.include({ ok: true, channel: ada().channel });
      const { blocks, raw } = deskOf('ada').messages.at(-1)!;
      expect(blocks.map(({ type }) => type)).to.deep.equal(['header', 'actions']);
      expect(raw['metadata']).to.deep.equal({ event_type: 'question', event_payload: { delivery: '1' } });
    });

    it('sends ephemeral messages to one person', async () => {
      const whisper = { channel: ada().channel, user: ada().userId, text: 'Only you' };
      expect(await stage.call('chat.postEphemeral', whisper)).to.include({ ok: true });
      expect(deskOf('ada').messages.at(-1)).to.deep.include({ isEphemeral: true, text: 'Only you' });
    });

    it("refuses what exceeds Slack's limits, with the position, and stores nothing of it", async () => {
      const before = deskOf('ada').messages.length;
      const header = { type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } };
      const refused = await post([header]);
      expect(refused).to.include({ ok: false, error: 'invalid_blocks' });
      expect(JSON.stringify(refused['response_metadata'])).to.contain('151 of 150');
      const view = { ...MODAL, title: { type: 'plain_text', text: 'x'.repeat(25) } };
      expect(await stage.call('views.publish', { user_id: ada().userId, view })).to.include({
        ok: false,
        error: 'invalid_arguments',
      });
      expect(deskOf('ada').messages).to.have.length(before);
    });

    it('throttles, fails or goes down when a test orders it', async () => {
      const { api, url } = stage.slack;
      api.refuseNext(1, { retryAfter: 7 });
      const limited = await fetch(`${url}/api/auth.test`, { method: 'POST' });
      expect([limited.status, limited.headers.get('retry-after')]).to.deep.equal([429, '7']);
      expect(await limited.json()).to.include({ error: 'ratelimited' });
      api.refuseNext(1, { method: 'chat.postMessage', status: 200, error: 'account_inactive' });
      expect(await stage.call('auth.test', {})).to.include({ ok: true });
      expect(await post()).to.include({ ok: false, error: 'account_inactive' });
      api.refuseNext(1, { isDown: true });
      expect(await refusalOf(stage.call('auth.test', {}))).to.contain('fetch failed');
      expect(await post()).to.include({ ok: true });
    });

    it('logs calls without their tokens', async () => {
      await fetch(`${stage.slack.url}/api/auth.test`, {
        method: 'POST',
        body: new URLSearchParams({ token: SLACK_APP.botToken, a: 'b' }),
      });
      const { calls } = stage.slack.api;
      expect(calls.at(-1)).to.deep.equal({ method: 'auth.test', args: { a: 'b', token: undefined } });
    });
  });
});
