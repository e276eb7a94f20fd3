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
import { CAPABILITIES } from './fields/fields.ts';
import { renderMail, testMail, type Mail } from './renderMail.ts';
import { canSignIn } from './responsePage.ts';
import type { LinkLimits } from './responseHandlers.ts';
import { responseRoutes } from './responseRoutes.ts';
import { createSmtpSender, type SendMail, type SmtpOptions } from './sendMail.ts';

export interface EmailOptions {
  /** Where people reach the server, without a slash at its end. */
  publicUrl: string;
  /** Null where no mail server is set; mails then wait until there is one. */
  smtpUrl: string | null;
  /** The address mails come from, with a name before it if wanted. */
  from: string | null;
  now: () => number;
  smtp: SmtpOptions;
  /** In place of SMTP. */
  send?: SendMail;
  callLimits: LinkLimits;
  newId?: () => string;
}

export const EmailSettings = z.strictObject({
  enabled: z.boolean({ error: 'Choose yes or no.' }).optional(),
  smtpUrl: z.url({ protocol: /^smtps?$/, error: 'Enter an address such as smtp://host:587.' }).optional(),
  from: z
    .string({ error: 'Enter an e-mail address.' })
    .regex(/^[^\r\n]*@[^\r\n]*$/, { error: 'Enter an e-mail address, with a name before it if you like.' })
    .optional(),
});

/** How long a delivery waits for a mail server to be set. */
const UNCONFIGURED_RETRY_MS = 300_000;

/**
 * People answer on a page behind a link with a one-time token (behaviour 4.1, 5.2). A mail that was sent cannot be
 * changed, so that copies are never rewritten. `close` ends idle connections to the mail server.
 */
export function createEmailChannel(options: EmailOptions): OpenChannel & { close(): void } {
  const { publicUrl, smtpUrl, from, now, callLimits, newId = randomUUID } = options;
  const smtp = options.send || smtpUrl === null ? null : createSmtpSender(smtpUrl, options.smtp);
  const send = options.send ?? smtp?.send;
  const domain = new URL(publicUrl).hostname;
  const toLink = (token: string): string => `${publicUrl}/api/flow/external-response?token=${token}`;

  async function deliver(mail: Mail, { person }: Recipient, id: string): Promise<string> {
    if (!send || !from) throw new PostFailed('No mail server is set up.', UNCONFIGURED_RETRY_MS);
    if (!person.email) throw new PostFailed(`${person.displayName} has no e-mail address.`, null);
    const messageId = `<${id}@${domain}>`;
    await send(mail, { from, to: { name: person.displayName, address: person.email }, messageId, at: new Date(now()) });
    return messageId;
  }

  return {
    name: 'email',
    displayName: 'E-mail',
    capabilities: CAPABILITIES,
    canRewrite: false,
    tokenPolicy: 'with_answer',
    mostAtOnce: options.smtp.connections,
    post: async ({ deliveryId, message, recipient, token }: Posting) => {
      const mail = renderMail(message, { link: token && toLink(token), canSignIn: canSignIn(recipient.person) });
      return { messageId: await deliver(mail, recipient, deliveryId) };
    },
    rewrite: () => Promise.reject(new PostFailed('A mail cannot be changed once it is sent.', null)),
    routes: (host: ChannelHost) => responseRoutes({ host, callLimits, newNonce: newId }),
    sendTest: async (recipient: Recipient) => void (await deliver(testMail(), recipient, `test-${newId()}`)),
    close: () => smtp?.close(),
  };
}

/** E-mail as one of the channels that can be configured. */
export const emailKind = (callLimits: LinkLimits, smtp: SmtpOptions): ChannelKind => ({
  name: 'email',
  displayName: 'E-mail',
  settingsSchema: EmailSettings,
  create(settings, { publicUrl, now }) {
    const { enabled, smtpUrl, from } = settings as z.infer<typeof EmailSettings>;
    return enabled && smtpUrl
      ? createEmailChannel({ publicUrl, smtpUrl, smtp, from: from ?? null, now, callLimits })
      : null;
  },
});
