import { createTransport } from 'nodemailer';
import { PostFailed } from '../../../contract/channel.ts';
import { postFailure } from '../../../contract/postFailures.ts';
import type { Mail } from './renderMail.ts';

export interface Envelope {
  from: string;
  to: { name: string; address: string };
  /** The same for every attempt of one delivery, so that repeats are recognized. */
  messageId: string;
  at: Date;
}

/** @throws PostFailed */
export type SendMail = (mail: Mail, envelope: Envelope) => Promise<void>;

/** Settings of the SMTP client. */
export interface SmtpOptions {
  /** Maximum number of open connections. */
  connections: number;
  /** Time-outs for connecting and for each reply; shorter than the limit of a delivery. */
  connectMs?: number;
  answerMs?: number;
}

const IDLE_MS = 5_000;
const CONNECT_MS = 15_000;
const ANSWER_MS = 30_000;

const RETRY_MS = { network: 30_000, busy: 60_000, settings: 300_000 } as const;

interface SmtpError {
  code?: string;
  /** The command that failed, such as `RCPT TO`. */
  command?: string;
  responseCode?: number;
  response?: string;
}

const SETTINGS_ERRORS = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS', 'ECONFIG']);

/** Refusals of these concern the recipient or the content; refusals of earlier commands concern every mail. */
const OF_THIS_MAIL = new Set(['RCPT TO', 'DATA']);
/**
 * Refusals of the sender at any command: not authenticated (5.7.8 to 5.7.14, 5.7.57), not allowed to use this address
 * (5.7.60, 5.2.252), or over quota (5.4.5, 5.1.90, 5.7.705, 5.7.708, 5.7.750).
 */
const OF_US =
  /^530\b|^5\d\d[ -]5\.(7\.([89]|1[1-4]|57|60|705|708|750)|2\.252|4\.5|1\.90)\b|SendAsDenied|SubmissionQuotaExceeded/;
const TOO_LARGE = /^5\d\d[ -]5\.3\.4\b/;

/** Whether a permanent refusal would hit every other mail too, until the settings are fixed. */
function isOfSettings({ command, responseCode, response = '' }: SmtpError): boolean {
  if (responseCode === 530 || OF_US.test(response)) return true;
  return command !== undefined && !OF_THIS_MAIL.has(command) && !TOO_LARGE.test(response);
}

/**
 * What a failure means for the delivery. Settings can be fixed while it waits, so only a recipient or content that the
 * mail server refuses permanently (5xx), or a mail that cannot be built, ends it.
 */
export function toPostFailed(error: unknown): PostFailed {
  const { code = '', responseCode, response } = error as SmtpError;
  const said = (response ?? (error instanceof Error ? error.message : String(error)))
    .replace(/\s+/g, ' ')
    .slice(0, 300);
  if (SETTINGS_ERRORS.has(code))
    return new PostFailed(postFailure('mailLogin', { reason: said }), RETRY_MS.settings, { isForAll: true });
  if (responseCode !== undefined && responseCode >= 500)
    return isOfSettings(error as SmtpError)
      ? new PostFailed(postFailure('mailTakesNone', { reason: said }), RETRY_MS.settings, { isForAll: true })
      : new PostFailed(postFailure('mailRefused', { reason: said }), null);
  if (responseCode !== undefined && responseCode >= 400)
    return new PostFailed(postFailure('mailBusy', { reason: said }), RETRY_MS.busy);
  if (code === 'ETIMEDOUT') return new PostFailed(postFailure('mailSilent', { reason: said }), RETRY_MS.network);
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return new PostFailed(postFailure('mailInvalid', { reason: said }), null);
  return new PostFailed(postFailure('mailUnreachable', { reason: said }), RETRY_MS.network);
}

/**
 * Sends over SMTP with a small pool of connections, which close when idle.
 * @param smtpUrl `smtp://user:password@host:port` or `smtps://…`
 */
export function createSmtpSender(
  smtpUrl: string,
  { connections, connectMs = CONNECT_MS, answerMs = ANSWER_MS }: SmtpOptions,
): { send: SendMail; close(): void } {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connections,
    idleTimeout: IDLE_MS,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  async function send({ subject, html, text }: Mail, { from, to, messageId, at }: Envelope): Promise<void> {
    const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
    try {
      await transport.sendMail({ from, to, subject, html, text, messageId, date: at, headers });
    } catch (error) {
      throw toPostFailed(error);
    }
  }

  return { send, close: () => transport.close() };
}
