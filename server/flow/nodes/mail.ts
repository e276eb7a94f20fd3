import { z } from 'zod';
import { Name } from '../../../contract/ids.ts';
import { say } from '../../../contract/summaries.ts';
import type { Choice } from '../../people/onBehalf/myGraph.ts';
import { escapeHtml } from '../../foundation/escapeHtml.ts';
import { nodeFailure, type NodeType } from '../nodeType.ts';
import { isOneExpression } from '../templates.ts';
import { delegatedNode, type DelegatedParts } from './delegatedNode.ts';

const ReadConfig = z.strictObject({
  search: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe('template: words that the mails contain')
    .meta({ kind: 'template' }),
  unreadOnly: z.boolean().default(false),
  limit: z.int().min(1).max(50).default(10),
  outputVariable: Name.optional(),
});

const SendConfig = z.strictObject({
  to: z.string().min(1).max(4000).describe('template: addresses, separated by commas').meta({ kind: 'template' }),
  cc: z.string().max(4000).optional().describe('template: addresses, separated by commas').meta({ kind: 'template' }),
  subject: z.string().min(1).max(1000).describe('template').meta({ kind: 'template' }),
  body: z.string().min(1).max(20_000).describe('template').meta({ kind: 'template' }),
  isHtml: z.boolean().default(false),
  saveToSentItems: z.boolean().default(true),
  outputVariable: Name.optional(),
});

const SettingsConfig = z.strictObject({ outputVariable: Name.optional() });

const Address = z.object({ emailAddress: z.object({ name: z.string().nullish(), address: z.string().nullish() }) });
const Mail = z.object({
  id: z.string(),
  subject: z.string().nullish(),
  from: Address.nullish(),
  toRecipients: z.array(Address).nullish(),
  receivedDateTime: z.string().nullish(),
  isRead: z.boolean().nullish(),
  bodyPreview: z.string().nullish(),
  hasAttachments: z.boolean().nullish(),
  webLink: z.string().nullish(),
});
const READ = 'id,subject,from,toRecipients,receivedDateTime,isRead,bodyPreview,hasAttachments,webLink';

const MailboxAnswer = z.object({
  status: z.enum(['disabled', 'alwaysEnabled', 'scheduled']),
  scheduledStartDateTime: z.object({ dateTime: z.string() }).nullish(),
  scheduledEndDateTime: z.object({ dateTime: z.string() }).nullish(),
  internalReplyMessage: z.string().nullish(),
  externalReplyMessage: z.string().nullish(),
});

const personOf = (address: z.infer<typeof Address> | null | undefined) => ({
  name: address?.emailAddress.name ?? null,
  address: address?.emailAddress.address ?? null,
});

/** Graph search texts have no escape for quotation marks. */
const quoted = (words: string): string => `"${words.replace(/["\\]/g, ' ').trim()}"`;

const NEWEST = { $orderby: 'receivedDateTime desc' };
/** Graph sorts only by a property that the filter names first; this date excludes no mail. */
const UNREAD = { ...NEWEST, $filter: 'receivedDateTime ge 1900-01-01T00:00:00Z and isRead eq false' };
/** Graph searches take no filter: the results are filtered here, as far as Graph pages through them. */
const UNREAD_OF_FOUND: Choice<z.infer<typeof Mail>> = { isWanted: ({ isRead }) => isRead !== true, outOf: 1000 };
const SEARCH_PAGE = 100;

const outputOf = (mail: z.infer<typeof Mail>) => ({
  id: mail.id,
  subject: mail.subject ?? '',
  from: personOf(mail.from),
  to: (mail.toRecipients ?? []).map(personOf),
  receivedAt: mail.receivedDateTime ?? null,
  isRead: mail.isRead ?? false,
  preview: mail.bodyPreview ?? '',
  hasAttachments: mail.hasAttachments ?? false,
  link: mail.webLink ?? null,
});

const toRecipients = (addresses: readonly string[]) => addresses.map((address) => ({ emailAddress: { address } }));

/** Graph returns times without a zone; they are requested in UTC. */
export const toInstant = (dateTime: string): string => new Date(`${dateTime.replace(/Z$/, '')}Z`).toISOString();

const readMail = (parts: DelegatedParts): NodeType =>
  delegatedNode(
    {
      type: 'mail_read',
      displayName: 'Read mail',
      permission: 'Mail.Read',
      effect: 'repeatable',
      configSchema: ReadConfig,
      templates: ['search'],
      async run({ config: { search, unreadOnly, limit }, graph, text }) {
        const words = await text(search);
        const path = '/me/messages';
        const asked = (more: Record<string, string>) => ({ path, query: { $select: READ, ...more } });
        const mails =
          words === ''
            ? await graph.list(Mail, asked({ $top: String(limit), ...(unreadOnly ? UNREAD : NEWEST) }), limit)
            : await graph.list(
                Mail,
                asked({ $top: String(unreadOnly ? SEARCH_PAGE : limit), $search: quoted(words) }),
                limit,
                unreadOnly ? UNREAD_OF_FOUND : undefined,
              );
        const output = mails.map(outputOf);
        return { output, summary: say('found', { count: output.length }) };
      },
    },
    parts,
  );

const sendMail = (parts: DelegatedParts): NodeType =>
  delegatedNode(
    {
      type: 'mail_send',
      displayName: 'Send mail',
      permission: 'Mail.Send',
      effect: 'once',
      configSchema: SendConfig,
      templates: ['to', 'cc', 'subject', 'body'],
      async run({ config, graph, visit, text, whole, addresses }) {
        const [to, cc] = [await addresses(config.to), await addresses(config.cc)];
        if (to.length === 0) throw nodeFailure('address_invalid', { address: '' });
        const subject = await text(config.subject);
        // inserted values must not add links or pictures to a mail that goes out under another person's name
        const encode = config.isHtml && !isOneExpression(config.body) ? escapeHtml : undefined;
        const message = {
          subject,
          body: { contentType: config.isHtml ? 'HTML' : 'Text', content: await whole(config.body, encode) },
          toRecipients: toRecipients(to),
          ccRecipients: toRecipients(cc),
        };
        const { saveToSentItems } = config;
        await graph.write(z.unknown(), 'POST', { path: '/me/sendMail' }, { message, saveToSentItems });
        const output = { to, cc, subject, sentAt: new Date(visit.now).toISOString() };
        return { output, summary: say('mailed', { names: [...to, ...cc].join(', ') }) };
      },
    },
    parts,
  );

const readAutomaticReplies = (parts: DelegatedParts): NodeType =>
  delegatedNode(
    {
      type: 'mailbox_settings',
      displayName: 'Read automatic replies',
      permission: 'MailboxSettings.Read',
      effect: 'repeatable',
      configSchema: SettingsConfig,
      templates: [],
      async run({ graph, visit }) {
        const headers = { prefer: 'outlook.timezone="UTC"' };
        const path = '/me/mailboxSettings/automaticRepliesSetting';
        const found = await graph.read(MailboxAnswer, { path, headers });
        const isScheduled = found.status === 'scheduled';
        const at = (moment: { dateTime: string } | null | undefined) =>
          isScheduled && moment ? toInstant(moment.dateTime) : null;
        const [from, until] = [at(found.scheduledStartDateTime), at(found.scheduledEndDateTime)];
        const isNow =
          (from === null || Date.parse(from) <= visit.now) && (until === null || visit.now < Date.parse(until));
        const output = {
          isAway: found.status === 'alwaysEnabled' || (isScheduled && isNow),
          from,
          until,
          internalReply: found.internalReplyMessage ?? '',
          externalReply: found.externalReplyMessage ?? '',
        };
        return { output };
      },
    },
    parts,
  );

/** The nodes of the person's own mail: reading, sending, and automatic replies (behaviour 5.3 B). */
export const createMailNodes = (parts: DelegatedParts): NodeType[] =>
  [readMail, sendMail, readAutomaticReplies].map((node) => node(parts));
