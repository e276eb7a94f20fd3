import { expect } from 'chai';
import nodemailer, { type SendMailOptions, type Transporter } from 'nodemailer';
import type { CaughtMail } from '../../sandbox/mail/mailCatcher.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';

describe('sandbox: mail', () => {
  let sandbox: Sandbox;
  let transport: Transporter;
  before(async () => {
    sandbox = await startSandbox({ portBase: 0, now: () => Date.UTC(2030, 0, 2, 3, 4, 5) });
    transport = nodemailer.createTransport(sandbox.config.smtpUrl!);
  });
  beforeEach(() => sandbox.mail.clear());
  after(async () => {
    transport.close();
    await sandbox.close();
  });

  const get = (path: string) => fetch(sandbox.mail.url + path);
  const list = async () => (await (await get('/email')).json()) as CaughtMail[];
  const send = (mail: SendMailOptions) =>
    transport.sendMail({
      from: sandbox.config.mailFrom!,
      to: 'ada@sandbox.test',
      subject: 'Hello',
      text: 'Hello',
      ...mail,
    });

  it('shows sent mails as JSON', async () => {
    await send({
      to: [{ name: 'Ada Lovelace', address: 'ada@sandbox.test' }, 'grace@sandbox.test'],
      cc: 'ken@sandbox.test',
      subject: 'Ausgaben: 420 € genehmigen?',
      text: 'Bitte antworten',
      html: '<p>Bitte <a href="https://handback.test/?token=1">antworten</a></p>',
      headers: { 'X-Handback-Delivery': '42' },
      attachments: [{ filename: 'bill.txt', content: 'four hundred' }],
    });
    const [mail] = await list();
    expect(mail).to.deep.include({
      from: { address: 'handback@sandbox.test', name: 'Handback' },
      to: [
        { address: 'ada@sandbox.test', name: 'Ada Lovelace' },
        { address: 'grace@sandbox.test', name: '' },
      ],
      cc: [{ address: 'ken@sandbox.test', name: '' }],
      subject: 'Ausgaben: 420 € genehmigen?',
      date: '2030-01-02T03:04:05.000Z',
      attachments: [{ filename: 'bill.txt', contentType: 'text/plain', bytes: 12 }],
    });
    expect(mail!.text.trim()).to.equal('Bitte antworten');
    expect(mail!.html).to.contain('href="https://handback.test/?token=1"');
    expect(mail!.headers).to.include({ 'x-handback-delivery': '42' });
    expect(await (await get(`/email/${mail!.id}`)).json()).to.deep.equal(mail);
  });

  it('lists the newest first', async () => {
    await send({ subject: 'first' });
    await send({ subject: 'second' });
    expect((await list()).map(({ subject }) => subject)).to.deep.equal(['second', 'first']);
  });

  it('knows the recipient of a mail without a To header', async () => {
    await send({ to: undefined, bcc: 'hedy@sandbox.test' });
    expect((await list())[0]!.to).to.deep.equal([{ address: 'hedy@sandbox.test', name: '' }]);
  });

  it('forgets on request', async () => {
    await send({});
    expect((await fetch(`${sandbox.mail.url}/email`, { method: 'DELETE' })).status).to.equal(204);
    expect(await list()).to.deep.equal([]);
    await send({});
    await fetch(`${sandbox.mail.url}/clear`, { method: 'POST', body: new URLSearchParams() });
    expect(await list()).to.deep.equal([]);
    expect((await get('/email/unknown')).status).to.equal(404);
  });

  it('keeps the last 1,000', async function () {
    this.timeout(30_000);
    const pooled = nodemailer.createTransport({ url: sandbox.config.smtpUrl!, pool: true, maxConnections: 10 });
    await Promise.all(
      Array.from({ length: 1010 }, () => pooled.sendMail({ from: 'a@b.test', to: 'c@d.test', text: 'x' })),
    );
    pooled.close();
    expect(await list()).to.have.length(1000);
  });

  it('refuses when a test orders it, and refuses what is too large', async () => {
    sandbox.mail.refuseNext(1, 451);
    const refused = await send({}).catch((error: { responseCode: number }) => error.responseCode);
    expect(refused).to.equal(451);
    const large = await send({ raw: `Subject: large\r\n\r\n${'x'.repeat(26 * 1024 * 1024)}` }).catch(
      (error: { responseCode: number }) => error.responseCode,
    );
    expect(large).to.equal(552);
    await send({ subject: 'small' });
    expect((await list()).map(({ subject }) => subject)).to.deep.equal(['small']);
  });

  it('waits for a mail that has not arrived yet', async () => {
    const waiting = sandbox.mail.waitFor(({ subject }) => subject === 'expected');
    await send({ subject: 'other' });
    await send({ subject: 'expected' });
    expect((await waiting).subject).to.equal('expected');
    const missed = await sandbox.mail.waitFor(() => false, 1).catch((error: Error) => error.message);
    expect(missed).to.contain('2 others');
  });

  describe('the inbox page', () => {
    it('says that there is nothing yet', async () => {
      expect(await (await get('/')).text()).to.contain('No mail yet');
    });

    it("lists mails and opens one, escaping strangers' text", async () => {
      await send({ subject: '<script>alert(1)</script>', text: '</pre><script>alert(2)</script>' });
      const { id } = (await list())[0]!;
      for (const path of ['/', `/mail/${id}`, `/mail/${id}?view=headers`]) {
        const html = await (await get(path)).text();
        expect(html, path).to.contain('&lt;script&gt;alert(1)').and.not.contain('<script');
      }
      expect(await (await get(`/mail/${id}`)).text(), 'no HTML: the text').to.contain('alert(2)');
    });

    it('shows the HTML of a mail in a frame without scripts', async () => {
      await send({
        html: '<html><head><title>x</title></head><body><a href="https://handback.test/">answer</a></body></html>',
      });
      const { id } = (await list())[0]!;
      expect(await (await get(`/mail/${id}`)).text())
        .to.contain('<iframe')
        .and.contain('sandbox="allow-popups');
      const frame = await get(`/mail/${id}/html`);
      expect(await frame.text()).to.contain('<head><base target="_blank">');
      expect(frame.headers.get('content-security-policy')).to.match(/^sandbox allow-popups [^;]*; default-src 'none'/);
      expect(frame.headers.get('content-security-policy')).to.not.contain('allow-scripts');
    });

    it('refreshes by itself unless told not to', async () => {
      expect(await (await get('/')).text()).to.contain('http-equiv="refresh"');
      expect(await (await get('/?refresh=off')).text()).to.not.contain('http-equiv="refresh"');
    });
  });
});
