import { expect } from 'chai';
import { openTeams, teamsKind } from '../../../bot/teams/kind.ts';
import { PostFailed } from '../../../contract/channel.ts';
import { postFailureInEnglish } from '../../../contract/postFailures.ts';
import { listDeliveries } from '../../../server/administration/deliveryLogStore.ts';
import { readTenant } from '../../../sandbox/tenant.ts';
import { answered, MINUTE_MS } from '../../scenarios/support.ts';
import { rejection } from '../../people/tenant.ts';
import { aChannelHost } from '../../support/channelHost.ts';
import { freePort } from '../../support/freePort.ts';
import { hasForm, NAMES, textOf, useTeams, type Key } from './teamsStage.ts';

const users = (...keys: Key[]) => ({ users: keys.map((key) => NAMES[key]) });

describe('the response of Teams to a message (behaviour 7)', () => {
  const stage = useTeams();
  before(() => stage.meet('grace', 'alan', 'frances'));
  const ask = (more: object = {}) =>
    stage.askInTeams({ inputType: 'approval', prompt: 'May it be bought?', assignees: users('grace'), ...more });

  for (const [status, code] of [
    [412, 'PreconditionFailed'],
    [502, 'BadGateway'],
    [503, 'ServiceUnavailable'],
    [504, 'GatewayTimeout'],
  ] as const)
    it(`${status}: retried, and nothing is lost`, async () => {
      stage.connector.failNext(1, { status, code });
      const request = await ask();
      await stage.tick();
      const waiting = await stage.deliveryTo('grace', request);
      expect(waiting).to.include({ state: 'queued', attempts: 1 });
      expect(waiting.error).to.include(String(status));
      await stage.after(5 * MINUTE_MS);
      expect(await stage.deliveryTo('grace', request)).to.include({ state: 'sent', error: null });
      await answered(stage.grace, request, 'approved');
      await stage.after(MINUTE_MS);
    });

  it('429: retried not before the time it names', async () => {
    stage.connector.failNext(1, { status: 429, code: 'RateLimited', retryAfter: '120' });
    const request = await ask();
    await stage.tick();
    const { nextAttemptAt, error } = await stage.deliveryTo('grace', request);
    expect(Date.parse(nextAttemptAt!) - stage.now()).to.be.within(120_000, 150_000);
    expect(error).to.include('429');
    await stage.after(119_000);
    expect(await stage.deliveryTo('grace', request)).to.include({ attempts: 1 });
    await stage.after(MINUTE_MS);
    expect(await stage.deliveryTo('grace', request)).to.include({ state: 'sent' });
    await answered(stage.grace, request, 'approved');
    await stage.after(MINUTE_MS);
  });

  it('403: blocked and final; the next channel is used if the node asks for that', async () => {
    stage.connector.blocked.add('conversation-of-frances');
    const request = await ask({ assignees: users('frances'), fallback: ['email'] });
    await stage.tick();
    const lost = await stage.deliveryTo('frances', request);
    expect(lost).to.include({ state: 'failed', attempts: 1, nextAttemptAt: null });
    expect(lost.error)
      .to.include('Frances')
      .and.to.match(/blocked or uninstalled/);
    const { items } = await listDeliveries(stage.services.ground.reader, {
      channel: 'teams',
      state: 'failed',
      limit: 1,
    });
    const { errorSaid } = items[0]!;
    expect(errorSaid, 'for clients in other languages').to.include({ id: 'botBlocked' });
    expect(postFailureInEnglish(errorSaid!)).to.equal(lost.error);
    await stage.after(MINUTE_MS);
    const mails = stage.product.sandbox.mail.mails().filter(({ text }) => text.includes(request));
    expect(mails).to.have.length(1);
  });

  it('403 for the app: the question waits for an administrator, and others for nobody', async () => {
    const request = await ask();
    stage.connector.failNext(1, { status: 403, code: 'BotDisabledByAdmin' });
    await stage.tick();
    const { state, nextAttemptAt, error } = await stage.deliveryTo('grace', request);
    expect(state).to.equal('queued');
    expect(Date.parse(nextAttemptAt!) - stage.now()).to.be.at.least(300_000);
    expect(error).to.match(/BotDisabledByAdmin.*administrator/);
    const other = await ask({ assignees: users('alan') });
    await stage.tick();
    expect(await stage.deliveryTo('alan', other)).to.include({ state: 'sent' });
    await stage.after(6 * MINUTE_MS);
    expect(await stage.deliveryTo('grace', request)).to.include({ state: 'sent' });
    await answered(stage.grace, request, 'approved');
    await stage.after(MINUTE_MS);
  });

  it('a message that is gone: its copy is given up, the question is not', async () => {
    const request = await ask();
    await stage.tick();
    const copy = stage.last('grace');
    expect(textOf(copy), 'the card of the question before is turned already').to.not.include('Completed');
    await answered(stage.grace, request, 'approved');
    stage.connector.failNext(1, { status: 404, code: 'ActivityNotFoundInConversation' });
    await stage.after(MINUTE_MS);
    await stage.after(10 * MINUTE_MS);
    expect(stage.shown('grace').find(({ activityId }) => activityId === copy.activityId)).to.equal(copy);
    expect(await stage.result(request)).to.include({ value: 'approved' });
  });

  it('a copy shows the outcome wherever it is', async () => {
    const request = await ask({ assignees: users('grace', 'alan') });
    await stage.tick();
    const copies = [stage.last('grace'), stage.last('alan')];
    await stage.submit('alan', copies[1]!, { f_value: 'o0' });
    await stage.after(MINUTE_MS);
    const ofGrace = stage.shown('grace').find(({ activityId }) => activityId === copies[0]!.activityId)!;
    expect(hasForm(ofGrace)).to.equal(false);
    expect(textOf(ofGrace)).to.include('Alan Turing');
    expect(await stage.result(request)).to.include({ channel: 'teams' });
  });

  it('no response: Teams is down for ten minutes, and everything arrives afterwards', async () => {
    const { connector } = stage;
    const gone = `http://127.0.0.1:${await freePort()}/teams/`;
    await stage.services.ground.units.run(({ trx }) =>
      trx('addresses')
        .where({ person: stage.idOf('grace') })
        .update({ address: JSON.stringify({ conversationId: 'conversation-of-grace', serviceUrl: gone }) }),
    );
    const request = await ask();
    for (let minute = 0; minute < 10; minute++) await stage.after(MINUTE_MS);
    const waiting = await stage.deliveryTo('grace', request);
    expect(waiting).to.include({ state: 'queued' });
    expect(waiting.error).to.match(/cannot be reached/);
    await stage.meet('grace');
    for (let minute = 0; minute < 10; minute++) await stage.after(MINUTE_MS);
    expect(await stage.deliveryTo('grace', request)).to.include({ state: 'sent', error: null });
    expect(
      connector.in('conversation-of-grace').filter(({ card }) => JSON.stringify(card).includes(request)),
    ).to.have.length(1);
  });
});

describe('people whom the bot has not met', () => {
  const stage = useTeams();
  const ask = () => stage.askInTeams({ inputType: 'text', prompt: 'Well?', assignees: users('grace') });

  it('get a question as soon as they open the bot; until then the delivery says what is missing', async () => {
    const request = await ask();
    await stage.tick();
    const lost = await stage.deliveryTo('grace', request);
    expect(lost).to.include({ state: 'failed' });
    expect(lost.error)
      .to.match(/has not met Grace Hopper/)
      .and.to.include('AppCatalog.Read.All');
    await stage.meet('grace');
    await stage.after(MINUTE_MS);
    expect(await stage.deliveryTo('grace', request)).to.include({ state: 'sent', error: null });
    expect(textOf(stage.last('grace'))).to.include('Well?');
  });
});

describe('people for whom the bot may install itself', () => {
  const tenant = readTenant();
  tenant.registrations.server.application['graph']!.push(
    'AppCatalog.Read.All',
    'TeamsAppInstallation.ReadWriteSelfForUser.All',
  );
  const stage = useTeams({ sandboxOptions: { tenant } });

  it('get their question in the new conversation, at the service URL where Teams was last seen', async () => {
    await stage.meet('alan');
    const request = await stage.askInTeams({ inputType: 'text', prompt: 'Well?', assignees: users('grace') });
    await stage.tick();
    expect(await stage.deliveryTo('grace', request)).to.include({ state: 'sent', error: null });
    const { conversationId, card } = stage.connector.said.at(-1)!;
    expect(conversationId).to.include(stage.idOf('grace'));
    expect(JSON.stringify(card)).to.include('Well?');
    const installs = () => stage.product.sandbox.graph.requests.filter(({ method }) => method === 'POST').length;
    expect(installs()).to.equal(1);
    await stage.askInTeams({ inputType: 'text', prompt: 'And now?', assignees: users('grace') });
    await stage.tick();
    expect(stage.connector.said.at(-1)!.conversationId).to.equal(conversationId);
    expect(installs(), 'once').to.equal(1);
  });

  for (const [name, lost] of [
    ['blocked', () => stage.connector.blocked],
    ['gone', () => stage.connector.gone],
  ] as const)
    it(`are looked up again if the conversation is ${name}, and get the message again`, async () => {
      await stage.meet('frances');
      lost().add('conversation-of-frances');
      const ask = () => stage.askInTeams({ inputType: 'text', prompt: `And ${name}?`, assignees: users('frances') });
      const request = await ask();
      await stage.tick();
      expect(await stage.deliveryTo('frances', request)).to.include({ state: 'sent', error: null, attempts: 1 });
      const { conversationId, card } = stage.connector.said.at(-1)!;
      expect(conversationId).to.include(stage.idOf('frances'));
      expect(JSON.stringify(card)).to.include(`And ${name}?`);
      lost().add(conversationId);
      const second = await ask();
      await stage.tick();
      const failed = await stage.deliveryTo('frances', second);
      expect(failed, 'once').to.include({ state: 'failed', attempts: 1 });
      expect(failed.error).to.include('Frances');
      lost().clear();
    });
});

describe('the settings of Teams', () => {
  const whole = {
    enabled: true,
    appId: '30000000-0000-4000-8000-000000000003',
    appPassword: 'secret',
    tenantId: '70000000-0000-4000-8000-000000000001',
  };
  const open = (settings: object) =>
    teamsKind.open(teamsKind.settingsSchema.parse(settings), aChannelHost({ tenantId: () => whole.tenantId }));

  for (const name of ['enabled', 'appId', 'appPassword'] as const)
    it(`make no channel without ${name}, because a bot without an app id believes everybody`, () => {
      expect(open({ ...whole, [name]: undefined })).to.equal(null);
    });

  it("need no tenant: the bot serves the product's", () => {
    expect(open({ ...whole, tenantId: undefined })).not.to.equal(null);
  });

  it('make no channel if they are wrong, and name the error', () => {
    expect(open({ ...whole, enabled: false })).to.equal(null);
    for (const wrong of [{ appId: 'bot' }, { appPassword: '' }, { tenantId: 'contoso' }, { more: 1 }])
      expect(teamsKind.settingsSchema.safeParse({ ...whole, ...wrong }).success, JSON.stringify(wrong)).to.equal(false);
  });

  it('report what the identity provider refused, and nothing of the secret', async () => {
    const host = aChannelHost({
      appToken: () => Promise.reject(new Error('invalid_client: secret is wrong')),
      installBot: () => Promise.reject(new PostFailed('not met', null)),
    });
    const channel = openTeams(whole, host);
    const address = { conversationId: 'c', serviceUrl: 'http://127.0.0.1:9/', activityId: 'a' };
    const person = { id: 'p', displayName: 'Grace Hopper', email: null, userPrincipalName: null };
    const message = { kind: 'notice', title: 'T', text: 'T', webUrl: null } as const;
    const posting = { deliveryId: 'd', message, recipient: { person }, token: null };
    const failed = await rejection(channel.rewrite(address, posting), PostFailed);
    const refused = 'The identity provider gives the bot no token. Check its app ID, its client secret and the tenant.';
    expect(failed).to.include({ message: refused, isForAll: true });
    expect((await rejection(channel.sendTest({ person }), PostFailed)).message, 'a test too').to.equal(refused);
    const accepted = openTeams(whole, { ...host, appToken: async () => 'token' });
    expect((await rejection(accepted.sendTest({ person }), PostFailed)).message).to.equal('not met');
  });
});
