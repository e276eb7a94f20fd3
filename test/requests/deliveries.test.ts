import { expect } from 'chai';
import { z } from 'zod';
import {
  PostFailed,
  type Address,
  type Capabilities,
  type ChannelHost,
  type ChannelKind,
  type Posting,
} from '../../contract/channel.ts';
import type { DeliveryView, RequestView } from '../../contract/requests.ts';
import { startMailCatcher, type MailCatcher } from '../../sandbox/mail/mailCatcher.ts';
import { MAX_FAILURES } from '../../server/messages/deliveries/deliveryRules.ts';
import { freePort } from '../support/freePort.ts';
import {
  answered,
  asking,
  executionOf,
  expectProblem,
  HOUR_MS,
  MINUTE_MS,
  useStage,
  type Stage,
} from '../scenarios/support.ts';
import { aClosedChannel } from '../support/closedChannel.ts';

const GRACE = { users: ['grace@sandbox.test'] };

const deliveriesOf = async (stage: Stage, request: string): Promise<DeliveryView[]> =>
  (await stage.ada.call<RequestView>('GET', `/requests/${request}`)).body.deliveries;
const deliveryOf = async (stage: Stage, request: string): Promise<DeliveryView> => {
  const deliveries = await deliveriesOf(stage, request);
  expect(deliveries).to.have.length(1);
  return deliveries[0]!;
};

/** A channel that posts as a test says, and exposes the server's port. */
function aToy(name: string) {
  const toy = { host: null as unknown as ChannelHost, post: async (_: Posting): Promise<Address> => ({ at: 'here' }) };
  const kind: ChannelKind = {
    name,
    displayName: name,
    canRewrite: false,
    tokenPolicy: 'with_answer',
    settingsSchema: z.object({}),
    secrets: [],
    needs: [],
    capabilities: () => ({}) as Capabilities,
    open(_, host) {
      toy.host = host;
      const idle = async () => undefined;
      return { post: (posting) => toy.post(posting), rewrite: idle, sendTest: idle };
    },
    routes: () => async () => undefined,
  };
  return { toy, kind };
}

describe('deliveries (behaviour 1, step 7)', () => {
  const [{ toy, kind }, { toy: bell, kind: bellKind }] = [aToy('toy'), aToy('bell')];
  const stage = useStage({ bots: [kind, bellKind, aClosedChannel('pigeon')] });
  const ask = (more: object = {}) =>
    stage.ask({ inputType: 'text', prompt: 'Well?', assignees: GRACE, channels: ['email'], ...more });
  const delivery = (request: string) => deliveryOf(stage, request);

  it('are queued with the question, and sent by the loop, once', async () => {
    const request = await ask({ assignees: { groups: ['legal@sandbox.test'] } });
    expect(await deliveriesOf(stage, request), 'not spread yet').to.deep.equal([]);
    await stage.tick();
    const sent = await deliveriesOf(stage, request);
    expect(sent.map(({ person }) => person.email).sort()).to.deep.equal([
      'frances@sandbox.test',
      'radia.perlman@sandbox.test',
    ]);
    for (const each of sent)
      expect(each).to.deep.include({
        channel: 'email',
        state: 'sent',
        attempts: 1,
        error: null,
        nextAttemptAt: null,
        sentAt: new Date(stage.now()).toISOString(),
      });
    for (let n = 0; n < 5; n++) await stage.after(HOUR_MS);
    const mails = stage.product.sandbox.mail.mails().filter(({ text }) => text.includes(request));
    expect(mails).to.have.length(2);
  });

  it("speak their reader's language from the directory", async () => {
    const request = await ask({ assignees: { users: ['hedy@sandbox.test', 'grace@sandbox.test'] } });
    await stage.tick();
    const mails = stage.product.sandbox.mail.mails().filter(({ text }) => text.includes(request));
    const isGerman = Object.fromEntries(
      mails.map(({ to, text }) => [to[0]!.address, text.includes('Antworten Sie bis')]),
    );
    expect(isGerman).to.deep.equal({ 'hedy@sandbox.test': true, 'grace@sandbox.test': false });
  });

  it('are visible to the starter, authors and administrators', async () => {
    const node = { inputType: 'text', prompt: 'Whose?', assignees: GRACE, channels: ['email'] };
    const request = await stage.ask(node, stage.alan);
    await stage.tick();
    const seen = async (person: typeof stage.alan) => {
      const { status, body } = await person.call<RequestView>('GET', `/requests/${request}`);
      return status === 200 ? body.deliveries.length : status;
    };
    expect(await Promise.all([stage.alan, stage.ada, stage.grace, stage.tim].map(seen))).to.deep.equal([1, 1, 0, 404]);
  });

  it('are retried later if the mail server says so, and report that', async () => {
    stage.product.sandbox.mail.refuseNext(2, 451);
    const request = await ask();
    await stage.tick();
    const first = await delivery(request);
    expect(first).to.include({ state: 'queued', attempts: 1, sentAt: null });
    expect(first.error).to.include('451');
    const wait = Date.parse(first.nextAttemptAt!) - stage.now();
    expect(wait, 'a mail server wants a minute').to.equal(MINUTE_MS);
    await stage.after(wait - 1);
    expect(await delivery(request), 'not before its time').to.include({ attempts: 1 });
    await stage.after(1000);
    expect(await delivery(request)).to.include({ state: 'queued', attempts: 2 });
    await stage.after(MINUTE_MS);
    expect(await delivery(request)).to.include({ state: 'sent', attempts: 3, error: null });
  });

  it('fail at once if the mail server refuses permanently, and say why', async () => {
    stage.product.sandbox.mail.refuseNext(1, 550);
    const request = await ask();
    await stage.tick();
    const failed = await delivery(request);
    expect(failed).to.include({ state: 'failed', attempts: 1, nextAttemptAt: null, sentAt: null });
    expect(failed.error).to.include('550').and.to.not.include('token');
    await answered(stage.grace, request, 'The web inbox has it all the same');
  });

  it('are skipped if the question was answered before they were sent', async () => {
    const request = await ask();
    await answered(stage.grace, request, 'Quick');
    await stage.tick();
    expect(await delivery(request)).to.include({ state: 'skipped', attempts: 1 });
    expect(stage.product.sandbox.mail.mails().some(({ text }) => text.includes(request))).to.equal(false);
  });

  it('are skipped if the execution was cancelled', async () => {
    stage.product.sandbox.mail.refuseNext(1, 451);
    const request = await ask();
    await stage.tick();
    expect(await delivery(request)).to.include({ state: 'queued', attempts: 1 });
    await stage.ada.call('POST', `/executions/${executionOf(request)}/cancel`);
    await stage.after(2 * MINUTE_MS);
    expect(await delivery(request)).to.include({ state: 'skipped', attempts: 2 });
  });

  it('go where the node says, and nowhere else', async () => {
    const request = await ask({ channels: [] });
    await stage.after(MINUTE_MS);
    expect(await deliveriesOf(stage, request)).to.deep.equal([]);
    const unknown = await ask({ channels: ['pigeon'] });
    await stage.tick();
    const lost = await delivery(unknown);
    expect(lost).to.include({ channel: 'pigeon', state: 'failed' });
    expect(lost.error).to.include('pigeon');
  });

  it('go nowhere unknown: such a flow cannot be saved', async () => {
    const human = {
      inputType: 'text',
      prompt: 'Well?',
      assignees: GRACE,
      channels: ['toy', 'fax'],
      fallback: ['telex'],
    };
    const { fields } = expectProblem(
      await stage.ada.call('POST', '/flows', asking({ id: 'by-fax', human })),
      422,
      'validation_failed',
    );
    expect(fields).to.deep.equal({
      'nodes.ask.config.channels.1': 'There is no channel “fax”. The channels are: email, toy, bell, pigeon.',
      'nodes.ask.config.fallback.0': 'There is no channel “telex”. The channels are: email, toy, bell, pigeon.',
    });
  });

  it('issue further tokens to a list of questions, while there is something to answer', async () => {
    const request = await ask({ channels: ['toy'] });
    await stage.tick();
    const { person } = await delivery(request);
    const { host } = toy;
    const token = (await host.issueToken(request, person))!;
    expect(await host.holderOf(token)).to.deep.include({ subjectId: request, person });
    expect((await host.openLink(token))!.message.kind).to.equal('question');
    const stranger = { ...person, id: 'somebody-else' };
    expect(await host.issueToken(request, stranger), 'of whom it is not asked').to.equal(null);
    expect(await bell.host.issueToken(request, person), 'where it did not go').to.equal(null);
    await answered(stage.grace, request, 'Done');
    expect(await host.issueToken(request, person), 'which is over').to.equal(null);
  });

  describe('with a fallback', () => {
    const posted: Posting[] = [];
    const install = (post: (posting: Posting) => Promise<Address>) => (toy.post = post);

    it('try the next channel for people whom the first finally failed to reach', async () => {
      install(async (posting) => {
        posted.push(posting);
        return { at: 'here' };
      });
      stage.product.sandbox.mail.refuseNext(1, 550);
      const request = await ask({ channels: ['email'], fallback: ['toy'] });
      await stage.tick();
      await stage.after(MINUTE_MS);
      const states = (await deliveriesOf(stage, request)).map(({ channel, state }) => [channel, state]);
      expect(states).to.have.deep.members([
        ['email', 'failed'],
        ['toy', 'sent'],
      ]);
      expect(posted.map(({ message }) => message.kind)).to.deep.equal(['question']);
    });

    it('give up after the last, and keep the question open in the web inbox', async () => {
      install(() => Promise.reject(new PostFailed('The pigeon is gone.', null)));
      const request = await ask({ channels: ['toy'], fallback: ['pigeon'] });
      for (let n = 0; n < 3; n++) await stage.after(MINUTE_MS);
      const states = (await deliveriesOf(stage, request)).map(({ channel, state }) => [channel, state]);
      expect(states).to.have.deep.members([
        ['toy', 'failed'],
        ['pigeon', 'failed'],
      ]);
      await answered(stage.grace, request, 'Here I am');
    });

    it('go out when the bot finally meets a person', async () => {
      let hasMet = false;
      install(async (posting) => {
        if (!hasMet) throw new PostFailed('The bot has not met Grace yet.', null);
        posted.push(posting);
        return { at: 'here' };
      });
      const { host } = toy;
      const request = await ask({ channels: ['toy'] });
      await stage.tick();
      expect(await delivery(request)).to.include({ state: 'failed', error: 'The bot has not met Grace yet.' });
      hasMet = true;
      const { person } = await delivery(request);
      await host.addresses.put(person.id, { conversation: 'c1' });
      expect(await host.addresses.get(person.id)).to.deep.equal({ conversation: 'c1' });
      expect(await bell.host.addresses.get(person.id), 'each channel its own').to.equal(null);
      await stage.tick();
      expect(await delivery(request)).to.deep.include({ state: 'sent', error: null });
      expect((await delivery(request)).shown).to.include({ state: 'question', version: 1 });
    });

    it('do not retry forever', async () => {
      let attempts = 0;
      install(() => Promise.reject(new PostFailed(`Attempt ${++attempts}.`, 0)));
      const request = await ask({ channels: ['toy'], timeout: 'P30D' });
      let longest = 0;
      for (let n = 0; n < 30; n++) {
        await stage.after(4 * HOUR_MS);
        const { nextAttemptAt } = await delivery(request);
        if (nextAttemptAt) longest = Math.max(longest, Date.parse(nextAttemptAt) - stage.now());
      }
      expect(longest, 'backs off, up to three hours').to.be.within(2 * HOUR_MS, 3 * HOUR_MS);
      expect(await delivery(request)).to.include({
        state: 'failed',
        attempts: MAX_FAILURES,
        error: `Attempt ${MAX_FAILURES}.`,
      });
    });
  });
});

describe('deliveries without a mail server', () => {
  const config: { smtpUrl: string | null } = { smtpUrl: null };
  let port: number;
  let catcher: MailCatcher | undefined;
  before(async () => {
    port = await freePort();
    config.smtpUrl = `smtp://127.0.0.1:${port}`;
  });
  const stage = useStage({ config, bots: [] });
  after(() => catcher?.close());

  it('wait for it, and arrive when it is there', async () => {
    const request = await stage.ask({ inputType: 'text', prompt: 'Anybody?', assignees: GRACE });
    await stage.tick();
    for (let n = 0; n < 3; n++) await stage.after(MINUTE_MS);
    const waiting = await deliveryOf(stage, request);
    expect(waiting).to.include({ state: 'queued', sentAt: null });
    expect(waiting.attempts).to.be.within(3, 4);
    expect(waiting.error).to.be.a('string').and.not.equal('');

    catcher = await startMailCatcher('127.0.0.1', port, stage.now);
    await stage.after(5 * MINUTE_MS);
    expect(await deliveryOf(stage, request)).to.include({ state: 'sent', error: null });
    expect(catcher.mails()).to.have.length(1);
    const tokens = await stage.services.ground.reader('tokens').where({ request_id: request });
    expect(tokens.length, 'one token for each attempt').to.equal((await deliveryOf(stage, request)).attempts);
  });
});
