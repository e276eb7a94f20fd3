import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  PostFailed,
  type ChannelHost,
  type ChannelKind,
  type OpenChannel,
  type Posting,
  type Recipient,
} from '../../../contract/channel.ts';
import { canSignIn } from '../../../contract/people.ts';
import { postFailure } from '../../../contract/postFailures.ts';
import { failsAs, textOfForm } from '../../../contract/failsAs.ts';
import { speechFor, speechIn } from '../../../contract/speech.ts';
import { MAIL_SENDER, smtpUrl as aMailServer } from '../../foundation/configForms.ts';
import { CAPABILITIES } from './fields/fields.ts';
import { renderMail, testMail, type Mail } from './renderMail.ts';
import type { LinkLimits } from './responseHandlers.ts';
import { responseRoutes } from './responseRoutes.ts';
import { createSmtpSender, type SendMail, type SmtpOptions } from './sendMail.ts';

export interface EmailOptions {
  /** Null if no mail server is set; mails then wait until there is one. */
  smtpUrl: string | null;
  /** The sender address, optionally with a name before it. */
  from: string | null;
  smtp: SmtpOptions;
  /** Replaces SMTP. */
  send?: SendMail;
  newId?: () => string;
}

export const EmailSettings = z.strictObject({
  enabled: z.boolean().optional(),
  smtpUrl: z
    .string()
    .refine((text) => aMailServer.safeParse(text).success, failsAs('smtpAddress'))
    .optional(),
  from: textOfForm(MAIL_SENDER, 'mailSender').optional(),
});

/** How long a delivery waits for a mail server to be set. */
const UNCONFIGURED_RETRY_MS = 300_000;

/**
 * The e-mail channel. People answer on a page behind a link with a one-time token (behaviour 4.1, 5.2). A sent mail
 * cannot change, so copies are never rewritten.
 */
export const emailKind = (callLimits: LinkLimits, smtp: SmtpOptions): ChannelKind<typeof EmailSettings> => ({
  name: 'email',
  displayName: 'E-mail',
  canRewrite: false,
  tokenPolicy: 'with_answer',
  settingsSchema: EmailSettings,
  secrets: ['smtpUrl'],
  needs: ['smtpUrl', 'from'],
  capabilities: () => CAPABILITIES,
  open({ enabled, smtpUrl, from = null }, host) {
    return enabled && smtpUrl ? openEmail({ smtpUrl, smtp, from }, host) : null;
  },
  async preview(question, speech) {
    const { subject, html } = renderMail(question, { link: question.webUrl, canSignIn: true }, speech);
    return { kind: 'mail', subject, html };
  },
  // links in sent mails keep working when the channel is switched off
  routes: (_opened, host) => responseRoutes({ host, callLimits, newNonce: randomUUID }),
});

export function openEmail(options: EmailOptions, host: ChannelHost): OpenChannel {
  const { smtpUrl, from, newId = randomUUID } = options;
  const { publicUrl, now } = host;
  const smtp = options.send || smtpUrl === null ? null : createSmtpSender(smtpUrl, options.smtp);
  const send = options.send ?? smtp?.send;
  const domain = new URL(publicUrl).hostname;
  const toLink = (token: string): string => `${publicUrl}/api/flow/external-response?token=${token}`;

  async function deliver(mail: Mail, { person }: Recipient, id: string): Promise<string> {
    if (!send || !from) throw new PostFailed(postFailure('mailUnset'), UNCONFIGURED_RETRY_MS, { isForAll: true });
    if (!person.email) throw new PostFailed(postFailure('mailNoAddress', { name: person.displayName }), null);
    const messageId = `<${id}@${domain}>`;
    await send(mail, { from, to: { name: person.displayName, address: person.email }, messageId, at: new Date(now()) });
    return messageId;
  }

  return {
    mostAtOnce: options.smtp.connections,
    post: async ({ deliveryId, message, recipient, token }: Posting) => {
      const { person } = recipient;
      const links = { link: token && toLink(token), canSignIn: canSignIn(person) };
      const mail = renderMail(message, links, speechIn(person.timeZone, person.language));
      return { messageId: await deliver(mail, recipient, deliveryId) };
    },
    rewrite: () => Promise.reject(new PostFailed(postFailure('mailSent'), null)),
    sendTest: async (recipient) =>
      void (await deliver(testMail(speechFor(recipient.person.language)), recipient, `test-${newId()}`)),
    close: () => smtp?.close(),
  };
}
