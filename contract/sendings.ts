import { z } from 'zod';
import { failsAs } from './failsAs.ts';
import { ASSIGNMENT_STATUSES, Criterion } from './assignments.ts';
import { Ulid } from './ids.ts';
import { Moment } from './moments.ts';
import { Person } from './people.ts';
import { readText } from './readText.ts';

export const MOST_RETRIES = 20;
export const MOST_PRINCIPALS = 100;

/** Somebody or a group that a chat is assigned to. */
export const PrincipalReference = z.strictObject({
  kind: z.enum(['user', 'group']),
  id: z.string().trim().min(1).max(320).describe('object id, e-mail address, user principal name or name of a group'),
});

/** Ten years: such a date can still be written, whenever the assignment starts. */
export const LONGEST_AFTER_MS = 10 * 366 * 24 * 60 * 60_000;

const After = z.int().min(60_000).max(LONGEST_AFTER_MS);

/** Repeats the assignment. Due date and expiry count from each occurrence. */
export const Recurrence = z.strictObject({
  cron: z.string().trim().min(1).max(120).describe('minute, hour, day of the month, month, day of the week'),
  timeZone: z.string().min(1).max(64).describe('IANA name'),
  dueAfterMs: After.optional(),
  expiresAfterMs: After.optional(),
});
export type Recurrence = z.infer<typeof Recurrence>;

/** A stored recurrence: an earlier version may have accepted what is refused now. */
const StoredRecurrence = z.object({
  cron: z.string(),
  timeZone: z.string(),
  dueAfterMs: z.int().optional(),
  expiresAfterMs: z.int().optional(),
});

/** The body of `POST /assignments`: assigns one chat to people and groups, on the same terms. */
export const AssignBody = z
  .strictObject({
    chatId: Ulid,
    chatVersion: z
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .optional()
      .describe('pins it to this version, and to the version of its flow'),
    principals: z
      .array(PrincipalReference)
      .max(MOST_PRINCIPALS)
      .refine((list) => list.length > 0, failsAs('noPrincipals'))
      .meta({ minItems: 1 }),
    note: readText(2000).optional(),
    criterion: Criterion,
    dueAt: Moment.optional(),
    expiresAt: Moment.optional(),
    retryBudget: z.int().min(0).max(MOST_RETRIES).default(0),
    allowDelegation: z.boolean().default(false),
    allowRejection: z.boolean().default(false),
    recurrence: Recurrence.optional(),
  })
  .meta({ id: 'AssignBody' });
export type AssignBody = z.infer<typeof AssignBody>;

/** What assigning would do. Nothing is stored. */
export const AssignPreview = z
  .object({
    people: z.int().describe('each counted once'),
    principals: z.array(
      z.object({ kind: z.enum(['user', 'group']), id: z.string(), displayName: z.string(), people: z.int() }),
    ),
    next: z.array(z.string()).describe('the next five occurrences, if it recurs'),
  })
  .meta({ id: 'AssignPreview' });
export type AssignPreview = z.infer<typeof AssignPreview>;

export const PreviewBody = AssignBody.pick({ principals: true, recurrence: true }).meta({ id: 'AssignPreviewBody' });

/** The assignments of a sending, counted by state. */
export const Progress = z.object(
  Object.fromEntries(ASSIGNMENT_STATUSES.map((status) => [status, z.int()])) as Record<
    (typeof ASSIGNMENT_STATUSES)[number],
    z.ZodInt
  >,
);
export type Progress = z.infer<typeof Progress>;

export const Sending = z
  .object({
    id: z.string(),
    chatId: z.string(),
    name: z.string(),
    note: z.string().nullable(),
    creator: Person,
    createdAt: z.string(),
    principals: z.array(z.object({ kind: z.enum(['user', 'group']), id: z.string(), displayName: z.string() })),
    criterion: Criterion,
    chatVersion: z.int().nullable(),
    dueAt: z.string().nullable(),
    expiresAt: z.string().nullable(),
    retryBudget: z.int(),
    allowDelegation: z.boolean(),
    allowRejection: z.boolean(),
    recurrence: StoredRecurrence.extend({
      next: z.array(z.string()).describe('the next five occurrences; none if it has ended'),
      endedAt: z.string().nullable(),
    }).nullable(),
    total: z.int(),
    progress: Progress,
    overdue: z.int(),
    isBeingCancelled: z
      .boolean()
      .describe('is being cancelled for everybody who has it open, in batches if there are very many'),
  })
  .meta({ id: 'Sending' });
export type Sending = z.infer<typeof Sending>;

/** Why a date was skipped. */
export const SKIP_REASONS = [
  'nobody',
  'sender_without_chat',
  'chat_retired',
  'flow_missing',
  'flow_retired',
  'nobody_may_start',
  'over',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];
/** Why nobody, or not everybody, got an occurrence. */
export const OccurrenceReason = z.enum([...SKIP_REASONS, 'ended']);
export type OccurrenceReason = z.infer<typeof OccurrenceReason>;

/** The result of one date of a recurrence. */
export const Occurrence = z.object({
  at: z.string(),
  outcome: z
    .enum(['made', 'missed', 'skipped'])
    .describe(
      'missed: no server was running, and a later one took its place; skipped: it could not be assigned, see `reason`',
    ),
  reason: OccurrenceReason.nullable().describe(
    'why it was skipped, or made for some only. nobody: there was nobody to assign it to; sender_without_chat: the sender may no longer use ' +
      'the chat; chat_retired: the chat is retired; flow_missing: its criterion needs a flow, but the chat no longer has one; flow_retired: that flow is retired; nobody_may_start: none of them may start ' +
      'that flow; over: its time had passed before they could get it; ended: the recurrence was ended before they could get it',
  ),
  people: z.int().describe('how many have got it'),
  isUnderWay: z.boolean().describe('still being assigned to others; very many get it in batches'),
});
export type Occurrence = z.infer<typeof Occurrence>;

export const Assigned = z
  .object({ sending: Sending, people: z.int().describe('how many got it now') })
  .meta({ id: 'Assigned' });
export type Assigned = z.infer<typeof Assigned>;
