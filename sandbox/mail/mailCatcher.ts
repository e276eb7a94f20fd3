import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import type { Address } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

const MAX_MAIL_BYTES = 25 * 1024 * 1024;
const KEPT_MAILS = 1000;

export interface MailAddress {
  address: string;
  name: string;
}

/** A received mail. `headers` are keyed in lower case; repeated ones are joined by line breaks. */
export interface CaughtMail {
  id: string;
  from: MailAddress;
  /** From the `To` header, or else the envelope. */
  to: MailAddress[];
  cc: MailAddress[];
  subject: string;
  text: string;
  html: string | null;
  headers: Record<string, string>;
  /** When it arrived, ISO 8601. */
  date: string;
  attachments: { filename: string; contentType: string; bytes: number }[];
}

/** The mail catcher's handle for tests. */
export interface MailCatcher {
  smtpUrl: string;
  /** Newest first, the last 1,000. */
  mails(): CaughtMail[];
  find(id: string): CaughtMail | undefined;
  clear(): void;
  /** Adds a mail as if it had arrived earlier. */
  put(mail: Pick<CaughtMail, 'to' | 'subject' | 'text'>): void;
  /** The first matching mail, received or to come. @throws Error after the timeout */
  waitFor(matches: (mail: CaughtMail) => boolean, timeoutMs?: number): Promise<CaughtMail>;
  /** Refuses the next n mails with this SMTP code; 4xx makes the sender retry. */
  refuseNext(n: number, smtpCode?: number): void;
  /** Delays the acceptance of each further mail. */
  delayEach(ms: number): void;
  close(): Promise<void>;
}

const NOTHING = { from: { address: '', name: '' }, cc: [], html: null, headers: {}, attachments: [] };

const flatten = (addresses: Address[] = []): MailAddress[] =>
  addresses
    .flatMap((each) => each.group ?? [each])
    .map(({ address, name }) => ({ address: address ?? '', name: name ?? '' }));

/** @param now epoch milliseconds */
async function readMail(raw: Buffer, envelope: SMTPServerSession['envelope'], now: number): Promise<CaughtMail> {
  const mail = await PostalMime.parse(raw);
  const sender = envelope.mailFrom ? envelope.mailFrom.address : '';
  const recipients = envelope.rcptTo.map(({ address }) => ({ address, name: '' }));
  const headers: Record<string, string> = {};
  for (const { key, value } of mail.headers) headers[key] = key in headers ? `${headers[key]}\n${value}` : value;
  return {
    id: randomUUID(),
    from: flatten(mail.from ? [mail.from] : [])[0] ?? { address: sender, name: '' },
    to: mail.to?.length ? flatten(mail.to) : recipients,
    cc: flatten(mail.cc),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? null,
    headers,
    date: new Date(now).toISOString(),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? 'attachment',
      contentType: mimeType,
      bytes: typeof content === 'string' ? content.length : content.byteLength,
    })),
  };
}

const smtpError = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

async function listen(server: SMTPServer, host: string, port: number): Promise<void> {
  // Ignores senders that disconnect in the middle of a mail.
  const ignore = () => undefined;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      server.on('error', ignore);
      resolve();
    });
  });
}

/** Accepts any mail over real SMTP and keeps it in memory. @param port 0: any free one */
export async function startMailCatcher(host: string, port: number, now: () => number): Promise<MailCatcher> {
  let mails: CaughtMail[] = [];
  const refusals: number[] = [];
  let eachMs = 0;
  const arrivals = new EventEmitter();
  arrivals.setMaxListeners(0);

  async function take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const raw = await buffer(stream);
    if (stream.sizeExceeded) throw smtpError(552, 'The mail is too large.');
    const refusal = refusals.shift();
    if (refusal !== undefined) throw smtpError(refusal, 'Refused by order of a test.');
    const mail = await readMail(raw, envelope, now());
    if (eachMs > 0) await sleep(eachMs);
    mails = [mail, ...mails].slice(0, KEPT_MAILS);
    arrivals.emit('mail', mail);
  }

  const server = new SMTPServer({
    banner: 'Handback sandbox',
    size: MAX_MAIL_BYTES,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, session, done) => void take(stream, session).then(() => done(), done),
  });
  await listen(server, host, port);

  return {
    smtpUrl: `smtp://${host}:${(server.server.address() as AddressInfo).port}`,
    mails: () => mails,
    find: (id) => mails.find((mail) => mail.id === id),
    clear: () => void (mails = []),
    put: (mail) => void mails.push({ ...NOTHING, id: randomUUID(), date: new Date(now()).toISOString(), ...mail }),
    refuseNext: (n, smtpCode = 451) => void refusals.push(...Array.from({ length: n }, () => smtpCode)),
    delayEach: (ms) => void (eachMs = ms),
    waitFor(matches, timeoutMs = 5000) {
      const here = mails.find(matches);
      if (here) return Promise.resolve(here);
      return new Promise((resolve, reject) => {
        const finish = () => {
          clearTimeout(timer);
          arrivals.off('mail', look);
        };
        const look = (mail: CaughtMail) => {
          if (!matches(mail)) return;
          finish();
          resolve(mail);
        };
        const timer = setTimeout(() => {
          finish();
          reject(new Error(`No such mail within ${timeoutMs} ms; there are ${mails.length} others.`));
        }, timeoutMs);
        arrivals.on('mail', look);
      });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
