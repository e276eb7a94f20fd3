import { z } from 'zod';

const id = z.string().min(1).max(500);

/** What Teams tells the bot, as far as the bot reads it (Bot Framework activity schema). */
export const Activity = z.looseObject({
  type: z.string().min(1).max(100),
  /** A repeat of the same activity carries the same one. */
  id: z.string().min(1).max(100).optional().catch(undefined),
  channelId: z.string().min(1).max(100),
  /** Where the bot answers; vouched for by the token that came with the activity. */
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
  value: z.unknown().optional(),
  replyToId: z.string().max(500).nullish(),
  action: z.string().nullish(),
  /** Of the client that they speak through. */
  locale: z.string().max(100).nullish().catch(undefined),
  entities: z
    .array(z.looseObject({ type: z.string().optional(), locale: z.string().max(100).optional() }))
    .nullish()
    .catch(undefined),
  localTimezone: z.string().max(100).nullish().catch(undefined),
  localTimestamp: z.string().max(100).nullish().catch(undefined),
});
export type Activity = z.infer<typeof Activity>;

/** One conversation between the bot and a person. */
export interface ConversationAddress {
  conversationId: string;
  serviceUrl: string;
}

export const addressOf = ({ conversation, serviceUrl }: Activity): ConversationAddress => ({
  conversationId: conversation.id,
  serviceUrl,
});

/** Only there is what the bot says for one person's eyes. */
export const isPersonal = ({ conversation: { conversationType, isGroup } }: Activity): boolean =>
  conversationType === undefined ? isGroup !== true : conversationType === 'personal';

/** The language of whoever speaks, as Teams tells it. */
export const localeIn = ({ entities, locale }: Pick<Activity, 'entities' | 'locale'>): string | undefined =>
  entities?.find(({ type }) => type === 'clientInfo')?.locale ?? locale ?? undefined;

/** The tenants that an activity names; all of them are to be ours. */
export const tenantsOf = ({ conversation, channelData }: Activity): string[] =>
  [conversation.tenantId, channelData?.tenant?.id].filter((tenant) => tenant !== undefined);
