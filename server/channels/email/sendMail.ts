import { createTransport } from 'nodemailer';
import { PostFailed } from '../../../contract/channel.ts';
import { postFailure } from '../../../contract/postFailures.ts';
import type { Mail } from './renderMail.ts';

export interface Envelope {
  from: string;
  to: { name: string; address: string };
  /** The same for every attempt of one delivery, so that a repeat is recognised. */
  messageId: string;
  at: Date;
}

/** @throws PostFailed */
export type SendMail = (mail: Mail, envelope: Envelope) => Promise<void>;

/** What a server is sent mails with. */
export interface SmtpOptions {
  /** How many are open at most. */
  connections: number;
  /** How long it is waited for when it is called, and in a conversation; less than a delivery takes at most. */
  connectMs?: number;
  answerMs?: number;
}

const IDLE_MS = 5_000;
const CONNECT_MS = 15_000;
const ANSWER_MS = 30_000;

const RETRY_MS = { network: 30_000, busy: 60_000, settings: 300_000 } as const;

interface SmtpError {
  code?: string;
  responseCode?: number;
  response?: string;
}

const SETTINGS_ERRORS = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS', 'ECONFIG']);

/**
 * What a failure means for the delivery. Settings can be mended while it waits, so that only what the mail server
 * refuses for good (5xx), or a mail that cannot be made, ends it.
 */
export function toPostFailed(error: unknown): PostFailed {
  const { code = '', responseCode, response } = error as SmtpError;
  const said = (response ?? (error instanceof Error ? error.message : String(error)))
    .replace(/\s+/g, ' ')
    .slice(0, 300);
  if (SETTINGS_ERRORS.has(code)) return new PostFailed(postFailure('mailLogin', { reason: said }), RETRY_MS.settings);
  if (responseCode !== undefined && responseCode >= 500)
    return new PostFailed(postFailure('mailRefused', { reason: said }), null);
  if (responseCode !== undefined && responseCode >= 400)
    return new PostFailed(postFailure('mailBusy', { reason: said }), RETRY_MS.busy);
  if (code === 'ETIMEDOUT') return new PostFailed(postFailure('mailSilent', { reason: said }), RETRY_MS.network);
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return new PostFailed(postFailure('mailInvalid', { reason: said }), null);
  return new PostFailed(postFailure('mailUnreachable', { reason: said }), RETRY_MS.network);
}

/**
 * Sends over SMTP with a few kept connections, which close by themselves when idle.
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
