import { z } from 'zod';
import { SIMPLE_FIELD } from './answers.ts';
import { failsAs } from './failsAs.ts';
import { Said } from './summaries.ts';

const SentComment = z.string().max(20_000).describe('why, beside an approval or a choice: at most 2,000 characters');

/** `POST /user/notifications/:id/respond` as an object (behaviour 4). The other form is a plain string. */
export const RespondBody = z
  .union([
    z.string().max(20_000),
    z.strictObject({
      values: z.record(z.string(), z.json()),
      note: z.string().max(2000).optional(),
      comment: SentComment.optional(),
    }),
  ])
  .meta({ id: 'RespondBody' });
export type RespondBody = z.infer<typeof RespondBody>;

/** An answer inside Handback: values by the names of fields, of a question that is no form too. */
export interface Payload {
  isForm: boolean;
  values: Record<string, unknown>;
  note: string;
  /** What the person has added to a decision; absent where that is nothing. */
  comment?: string;
}

/** The same for all channels (behaviour 2.3): how an answer is stored, and how the flow and programs see it. */
export interface HumanInputPayload {
  /** The single string value; null for a form. */
  value: string | null;
  /** Field name to value; absent for a simple response. */
  values?: Record<string, unknown>;
  /** Says through which channel it came; what the person typed as a note follows it. */
  note: string;
  /** What the person has added to an approval or a choice; absent where that is nothing. */
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

/** A stored answer as whoever gave it may see it again: everything but passwords. */
export interface Recorded extends HumanInputPayload {
  channel: string;
  respondedAt: string;
}

/** How an answer came. A channel brings its own; those of the product stand in one table. */
export interface Source {
  channel: string;
  /** What vouched for the person there (behaviour 5.2). */
  verifiedBy: string;
  /** The text that `note` begins with. */
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

/** What vouches for people on a channel of the product; null: it is none of them. */
export const verificationOn = (channel: string): string | null =>
  Object.values(SOURCES).find((source) => source.channel === channel)?.verifiedBy ?? null;

/** What people call the places to answer that are always there; a channel that is configured brings its own name. */
export const CLIENT_NAMES: Readonly<Record<string, string>> = {
  web: 'Web client',
  desktop: 'Desktop app',
};

/** Answer of every route that takes a response. */
export const Receipt = z
  .object({
    requestId: z.string(),
    status: z.enum(['waiting', 'completed']),
    outcome: z.string().optional().describe('in words, once the request is complete'),
    outcomeSaid: Said.optional().describe('what `outcome` says, for clients with words of their own'),
  })
  .meta({ id: 'Receipt' });
export type Receipt = z.infer<typeof Receipt>;

/** `POST /flow/human-response` */
export const HumanResponseBody = z
  .strictObject({
    executionId: z.string().max(64),
    nodeId: z.string().max(80).describe("the visit's key"),
    value: z.string().max(20_000).optional(),
    values: z.record(z.string(), z.json()).optional(),
    note: z.string().max(2000).optional(),
    comment: SentComment.optional(),
    submissionId: z.string().min(1).max(100).optional(),
  })
  .refine((body) => (body.value === undefined) !== (body.values === undefined), {
    ...failsAs('valueOrValues'),
    path: ['value'],
  })
  .meta({ id: 'HumanResponseBody' });
export type HumanResponseBody = z.infer<typeof HumanResponseBody>;
