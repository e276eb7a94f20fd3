// cspell:ignore ECONNECTION EDNS EHLO EPROTOCOL
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { PostFailed, type OpenChannel } from '../../../contract/channel.ts';
import { aChannelHost } from '../../support/channelHost.ts';
import { openEmail } from '../../../server/channels/email/emailChannel.ts';
import { toPostFailed } from '../../../server/channels/email/sendMail.ts';
import { ADA, aQuestion, NOW, SMTP, TOKEN } from './support.ts';

const PLAIN = { smtp: SMTP };
const HOST = aChannelHost({ now: () => NOW });
const FROM = 'Handback <handback@sandbox.test>';
const posting = (overrides = {}) => ({
  deliveryId: 'delivery-1',
  message: aQuestion(),
  recipient: { person: ADA },
  token: TOKEN,
  ...overrides,
});

const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

async function failureOf(sending: Promise<unknown>): Promise<PostFailed> {
  const failure = await sending.then(
    () => new Error('was sent'),
    (error: unknown) => error,
  );
  expect(failure).to.be.instanceOf(PostFailed);
  return failure as PostFailed;
}

describe('mail over SMTP', () => {
  let closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers) await close();
    closers = [];
  });

  /** A real mail server on a free port, and the channel that sends to it. */
  async function aMailbox(
    options: SMTPServerOptions = {},
    login = '',
  ): Promise<{ channel: OpenChannel; received: Email[]; recipients: string[] }> {
    const received: Email[] = [];
    const recipients: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        const parts: Buffer[] = [];
        recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on(
          'end',
          () => void PostalMime.parse(Buffer.concat(parts)).then((mail) => (received.push(mail), done())),
        );
      },
      ...options,
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    const channel = openEmail({ ...PLAIN, smtpUrl: `smtp://${login}127.0.0.1:${port}`, from: FROM }, HOST);
    closers.push(channel.close!, () => new Promise<void>((resolve) => server.close(resolve)));
    return { channel, received, recipients };
  }

  it('arrives with both bodies, the link, and headers that prevent automatic replies', async () => {
    const { channel, received, recipients } = await aMailbox();
    const address = await channel.post(posting());
    const [mail] = received as [Email];
    expect(recipients).to.deep.equal(['ada@sandbox.test']);
    expect(mail.from).to.deep.include({ name: 'Handback', address: 'handback@sandbox.test' });
    expect(mail.to![0]).to.deep.include({ name: 'Ada Lovelace', address: 'ada@sandbox.test' });
    expect(mail.subject).to.equal('Approve the expense of 900 EUR? (Expense approval)');
    const link = `https://handback.test/api/flow/external-response?token=${TOKEN}`;
    expect(mail.text).to.include(link);
    expect(mail.html).to.include(link);
    expect(mail.messageId).to.equal('<delivery-1@handback.test>').and.to.equal(address['messageId']);
    expect(new Date(mail.date!).getTime()).to.equal(NOW);
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers).to.include({ 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' });
  });

  it('carries the same Message-ID when a delivery is retried', async () => {
    const { channel, received } = await aMailbox();
    await channel.post(posting());
    await channel.post(posting({ token: 'b'.repeat(64) }));
    await channel.post(posting({ deliveryId: 'delivery-2' }));
    expect(received.map(({ messageId }) => messageId)).to.deep.equal([
      '<delivery-1@handback.test>',
      '<delivery-1@handback.test>',
      '<delivery-2@handback.test>',
    ]);
  });

  it('cannot get more recipients or headers through a name', async () => {
    const { channel, received, recipients } = await aMailbox();
    const person = { ...ADA, displayName: 'Ada"\r\nBcc: all@x.test\r\n, <eve@x.test>' };
    await channel.post(posting({ recipient: { person }, message: aQuestion({ prompt: 'Hi\r\nBcc: all@x.test' }) }));
    expect(recipients).to.deep.equal(['ada@sandbox.test']);
    expect(received[0]!.headers.map(({ key }) => key)).to.not.include('bcc');
    expect(received[0]!.to).to.have.length(1);
  });

  it('sends a test', async () => {
    const { channel, received } = await aMailbox();
    await channel.sendTest({ person: ADA });
    expect(received[0]!.subject).to.equal('E-mail from Handback works');
  });

  it('gives up when the recipient is rejected permanently', async () => {
    const { channel } = await aMailbox({
      onRcptTo: (_address, _session, done) => done(refusal(550, 'no such person')),
    });
    const failure = await failureOf(channel.post(posting()));
    expect(failure.retryAfterMs).to.equal(null);
    expect(failure.message).to.match(/^The mail server refused the mail: 550 .*no such person/);
  });

  it('holds all mails while the server does not let us send as the sender', async () => {
    const { channel, received } = await aMailbox({
      onMailFrom: (_address, _session, done) => done(refusal(554, '5.2.252 SendAsDenied; not allowed to send as')),
    });
    const failure = await failureOf(channel.post(posting()));
    expect(failure).to.include({ retryAfterMs: 300_000, isForAll: true });
    expect(failure.message).to.match(/^The mail server accepts no mail from us: 554 .*SendAsDenied/);
    expect(received).to.deep.equal([]);
  });

  it('holds all mails while the server says that the sender is over its limit', async () => {
    const { channel } = await aMailbox({
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on('end', () => done(refusal(550, '5.4.5 Daily user sending limit exceeded')));
      },
    });
    expect(await failureOf(channel.post(posting()))).to.include({ retryAfterMs: 300_000, isForAll: true });
  });

  it('is retried later when the server is busy', async () => {
    const { channel } = await aMailbox({ onRcptTo: (_address, _session, done) => done(refusal(451, 'come back')) });
    expect((await failureOf(channel.post(posting()))).retryAfterMs).to.equal(60_000);
  });

  it('is retried later when the sign-in fails, with an error that leaves out the password', async () => {
    const onAuth: SMTPServerOptions['onAuth'] = (_auth, _session, done) => done(refusal(535, 'wrong password'));
    const { channel } = await aMailbox({ authOptional: false, allowInsecureAuth: true, onAuth }, 'user:hunter2@');
    const failure = await failureOf(channel.post(posting()));
    expect(failure.retryAfterMs).to.equal(300_000);
    expect(failure.message)
      .to.match(/does not let us in/)
      .and.not.include('hunter2');
  });

  it('is retried soon when nobody listens', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const channel = openEmail({ ...PLAIN, smtpUrl: `smtp://127.0.0.1:${port}`, from: FROM }, HOST);
    closers.push(channel.close!);
    const failure = await failureOf(channel.post(posting()));
    expect(failure.retryAfterMs).to.equal(30_000);
    expect(failure.message).to.include('cannot be reached').and.not.include(TOKEN);
  });

  it('waits for settings, and gives up on people without an address', async () => {
    const silent = openEmail({ ...PLAIN, smtpUrl: null, from: null }, HOST);
    expect((await failureOf(silent.post(posting()))).retryAfterMs).to.equal(300_000);
    const { channel } = await aMailbox();
    const failure = await failureOf(channel.post(posting({ recipient: { person: { ...ADA, email: null } } })));
    expect(failure).to.include({ retryAfterMs: null, message: 'Ada Lovelace has no e-mail address.' });
    expect((await failureOf(channel.rewrite({}, posting()))).retryAfterMs).to.equal(null);
  });
});

describe('toPostFailed', () => {
  const CASES: [error: object, retryAfterMs: number | null][] = [
    [{ code: 'EENVELOPE', responseCode: 550, response: '550 5.1.1 unknown' }, null],
    [{ code: 'EENVELOPE', responseCode: 452, response: '452 mailbox full' }, 60_000],
    [{ code: 'EENVELOPE' }, null],
    [{ code: 'EMESSAGE', responseCode: 554, response: '554 spam' }, null],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.7.1 not for you' }, null],
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 552, response: '552 5.3.4 too large' }, null],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 5.7.1 spam' }, null],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 530, response: '530 Authentication required' }, 300_000],
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 530, response: '530 5.7.57 not authenticated' }, 300_000],
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550, response: '550 quota of the day' }, 300_000],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550-5.4.5 enough' }, 300_000],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 5.2.252 SendAsDenied' }, 300_000],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 550, response: '550 5.7.60 cannot send as' }, 300_000],
    [{ code: 'EPROTOCOL', command: 'CONN', responseCode: 554, response: '554 no service' }, 300_000],
    [{ code: 'EPROTOCOL', command: 'EHLO', responseCode: 550, response: '550 who are you' }, 300_000],
    [{ code: 'EAUTH', responseCode: 535 }, 300_000],
    [{ code: 'ETLS' }, 300_000],
    [{ code: 'ECONNECTION', responseCode: 421, response: '421 too many connections' }, 60_000],
    [{ code: 'ETIMEDOUT' }, 30_000],
    [{ code: 'EDNS' }, 30_000],
    [new Error('what is this'), 30_000],
  ];
  for (const [error, retryAfterMs] of CASES)
    it(`${JSON.stringify(error)} is retried ${retryAfterMs === null ? 'never' : `after ${retryAfterMs} ms`}`, () => {
      expect(toPostFailed(error)).to.include({ retryAfterMs, isForAll: retryAfterMs === 300_000 });
    });
});
