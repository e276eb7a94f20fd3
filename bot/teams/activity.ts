import { z } from 'zod';

const id = z.string().min(1).max(500);

/** The parts of a Bot Framework activity that the bot reads. */
export const Activity = z.looseObject({
  type: z.string().min(1).max(100),
  /** The same for repeats of an activity. */
  id: z.string().min(1).max(100).optional().catch(undefined),
  channelId: z.string().min(1).max(100),
  /** Where the bot replies; verified by the activity's token. */
  serviceUrl: z.url({ protocol: /^https?$/ }).max(1000),
  from: z.looseObject({ id, aadObjectId: z.string().max(100).optional() }),
  recipient: z.looseObject({ id }),
  conversation: z.looseObject({
    id,
    conversationType: z.string().optional(),
    isGroup: z.boolean().optional(),
    tenantId: z.string().optional(),
  }),
  channelData: z.looseObject({ tenant: z.looseObject({ id: z.string().optional() }).optional() }).nullish(),
  text: z.string().nullish(),
  /** Null counts as absent: the bot's library would look for fields in it. */
  value: z
    .unknown()
    .optional()
    .transform((value) => value ?? undefined),
  attachments: z
    .array(z.looseObject({ contentType: z.string().optional() }))
    .nullish()
    .catch(undefined),
  replyToId: z.string().max(500).nullish(),
  action: z.string().nullish(),
  /** The locale of the person's client. */
  locale: z.string().max(100).nullish().catch(undefined),
  entities: z
    .array(z.looseObject({ type: z.string().optional(), locale: z.string().max(100).optional() }))
    .nullish()
    .catch(undefined),
  localTimezone: z.string().max(100).nullish().catch(undefined),
  localTimestamp: z.string().max(100).nullish().catch(undefined),
});
export type Activity = z.infer<typeof Activity>;

/** A conversation between the bot and a person. */
export interface ConversationAddress {
  conversationId: string;
  serviceUrl: string;
}

export const addressOf = ({ conversation, serviceUrl }: Activity): ConversationAddress => ({
  conversationId: conversation.id,
  serviceUrl,
});

/** Whether only one person sees what the bot says. */
export const isPersonal = ({ conversation: { conversationType, isGroup } }: Activity): boolean =>
  conversationType === undefined ? isGroup !== true : conversationType === 'personal';

/** The sender's language, as reported by Teams. */
export const localeIn = ({ entities, locale }: Pick<Activity, 'entities' | 'locale'>): string | undefined =>
  entities?.find(({ type }) => type === 'clientInfo')?.locale ?? locale ?? undefined;

/** Whether a message came with files or pictures; Teams also attaches formatted text to itself. */
export const hasFiles = ({ attachments }: Pick<Activity, 'attachments'>): boolean =>
  (attachments ?? []).some(({ contentType }) => contentType !== 'text/html');

/** The tenants named in an activity; all of them must be ours. */
export const tenantsOf = ({ conversation, channelData }: Activity): string[] =>
  [conversation.tenantId, channelData?.tenant?.id].filter((tenant) => tenant !== undefined);
