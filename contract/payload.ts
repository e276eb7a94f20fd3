import { z } from 'zod';
import { SIMPLE_FIELD } from './answers.ts';
import { failsAs } from './failsAs.ts';
import { RequestStatus } from './requests.ts';
import { Said } from './summaries.ts';
import { Json } from './values.ts';

/** The longest note on an answer. */
export const NOTE_CHARACTERS = 2000;

const SentComment = z.string().max(20_000).describe('the comment on an approval or a choice: at most 2,000 characters');

/** `POST /user/notifications/:id/respond` as an object (behaviour 4). The other form is a plain string. */
export const RespondBody = z
  .union([
    z.string().max(20_000),
    z.strictObject({
      values: z.record(z.string(), Json),
      note: z.string().max(NOTE_CHARACTERS).optional(),
      comment: SentComment.optional(),
    }),
  ])
  .meta({ id: 'RespondBody' });
export type RespondBody = z.infer<typeof RespondBody>;

/** An answer inside Handback: always values by field name, even if the question is not a form. */
export interface Payload {
  isForm: boolean;
  values: Record<string, unknown>;
  note: string;
  /** The comment on a decision; absent if there is none. */
  comment?: string;
}

/** An answer as stored and as flows and programs see it, the same for all channels (behaviour 2.3). */
export interface HumanInputPayload {
  /** The single string value; null for a form. */
  value: string | null;
  /** Field name to value; absent for a simple response. */
  values?: Record<string, unknown>;
  /** The channel's text, followed by the person's own note. */
  note: string;
  /** The comment on an approval or a choice; absent if there is none. */
  comment?: string;
}

export const toPublic = ({ isForm, values, note, comment }: Payload): HumanInputPayload => ({
  ...(isForm ? { value: null, values } : { value: String(values[SIMPLE_FIELD] ?? '') }),
  note,
  ...(comment !== undefined && { comment }),
});

export const fromPublic = ({ value, values, note, comment }: HumanInputPayload): Payload => ({
  isForm: values !== undefined,
  values: values ?? { [SIMPLE_FIELD]: value },
  note,
  ...(comment !== undefined && { comment }),
});

/** A stored answer as its author may see it again: everything but passwords. */
export interface Recorded extends HumanInputPayload {
  channel: string;
  respondedAt: string;
}

/** Where an answer came from. A channel defines its own; those of the product are in one table. */
export interface Source {
  channel: string;
  /** How the person was verified there (behaviour 5.2). */
  verifiedBy: string;
  /** The start of `note`. */
  note: string;
}

export const SOURCES = {
  web: { channel: 'web', verifiedBy: 'session', note: 'Submitted in the web client' },
  web_inline: { channel: 'web', verifiedBy: 'session', note: 'Submitted through the inline prompt in the chat' },
  desktop: { channel: 'desktop', verifiedBy: 'session', note: 'Submitted in the desktop app' },
  desktop_inline: {
    channel: 'desktop',
    verifiedBy: 'session',
    note: 'Submitted through the inline prompt in the chat of the desktop app',
  },
  email: { channel: 'email', verifiedBy: 'token', note: 'Submitted through the e-mail link' },
  teams: { channel: 'teams', verifiedBy: 'bot_token', note: 'Submitted through the Teams card' },
  slack_inline: { channel: 'slack', verifiedBy: 'signing_secret', note: 'Submitted through the Slack button' },
  slack_modal: { channel: 'slack', verifiedBy: 'signing_secret', note: 'Submitted through the Slack modal' },
} as const satisfies Record<string, Source>;

/** How one of the product's own channels verifies people; null: it is not one of them. */
export const verificationOn = (channel: string): string | null =>
  Object.values(SOURCES).find((source) => source.channel === channel)?.verifiedBy ?? null;

/** Display names of the built-in places to answer; a configured channel has its own. */
export const CLIENT_NAMES: Readonly<Record<string, string>> = {
  web: 'Web client',
  desktop: 'Desktop app',
};

/** The result of every route that accepts a response. */
export const Receipt = z
  .object({
    requestId: z.string(),
    status: RequestStatus.describe('`timed_out` and `cancelled` only if the answer is sent again after such an end'),
    outcome: z.string().optional().describe('in words, once the request is closed'),
    outcomeSaid: Said.optional().describe('`outcome` in a form that clients can translate'),
  })
  .meta({ id: 'Receipt' });
export type Receipt = z.infer<typeof Receipt>;

/** `POST /flow/human-response` */
export const HumanResponseBody = z
  .strictObject({
    executionId: z.string().max(64),
    nodeId: z.string().max(80).describe("the visit's key"),
    value: z.string().max(20_000).nullable().optional().describe('null or absent if there are `values`'),
    values: z.record(z.string(), Json).optional(),
    note: z.string().max(NOTE_CHARACTERS).optional(),
    comment: SentComment.optional(),
    submissionId: z.string().min(1).max(100).optional(),
  })
  .refine(({ value, values }) => (typeof value === 'string') !== (values !== undefined), {
    ...failsAs('valueOrValues'),
    path: ['value'],
  })
  .meta({ id: 'HumanResponseBody' });
export type HumanResponseBody = z.infer<typeof HumanResponseBody>;
