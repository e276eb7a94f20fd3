import { z } from 'zod';
import { pageLimit } from './ids.ts';
import { isBlank } from './blank.ts';
import { failsAs } from './failsAs.ts';
import { Flag } from './flows.ts';
import { NamedPerson } from './people.ts';
import { RequestStatus, Strategy } from './requests.ts';
import { Said } from './summaries.ts';
import { Unreached } from './unreached.ts';

/** A question that the caller asked, through a flow or chat that they started. */
export const SentRequest = z
  .object({
    id: z.string(),
    executionId: z.string(),
    flowId: z.string(),
    flowName: z.string(),
    label: z.string().describe('the name of the node'),
    title: z.string(),
    strategy: Strategy,
    status: RequestStatus,
    raisedAt: z.string(),
    expiresAt: z.string(),
    closedAt: z.string().nullable(),
    progress: z.object({ answered: z.int(), of: z.int() }).nullable(),
    waitsFor: z.array(NamedPerson).describe('the first five who have not answered'),
    waitsForCount: z.int(),
    unreached: Unreached,
    nudgedAt: z.string().nullable(),
    outcome: z.string().nullable(),
    outcomeSaid: Said.optional(),
  })
  .meta({ id: 'SentRequest' });
export type SentRequest = z.infer<typeof SentRequest>;

/** `GET /user/requests`: pending ones, earliest due first, or closed ones, newest first. */
export const SentQuery = z.strictObject({
  status: z.enum(['waiting', 'closed']).default('waiting'),
  limit: pageLimit(50),
  cursor: z.string().max(300).optional(),
});
export type SentQuery = z.infer<typeof SentQuery>;

export const SentPage = z.object({ items: z.array(SentRequest), nextCursor: z.string().nullable() });
export type SentPage = z.infer<typeof SentPage>;

/** `GET /requests/:id/unanswered`: all who have not answered, by name. */
export const UnansweredQuery = z.strictObject({
  unreached: Flag.default(false).describe('true: only those whom no message has reached'),
  limit: pageLimit(50),
  cursor: z.string().max(3000).optional(),
});

export const UnansweredPage = z.object({ items: z.array(NamedPerson), nextCursor: z.string().nullable() });
export type UnansweredPage = z.infer<typeof UnansweredPage>;

export const REASON_CHARACTERS = 500;

/** Why a question is withdrawn: 1 to 500 characters, shown to everybody who was asked. */
export const WithdrawBody = z.strictObject({
  reason: z
    .string()
    .refine((text) => text.length <= REASON_CHARACTERS && !isBlank(text), failsAs('reasonForm'))
    .meta({ minLength: 1, maxLength: REASON_CHARACTERS }),
});
