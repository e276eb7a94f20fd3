import { z } from 'zod';
import { failsAs } from './failsAs.ts';
import { PageQuery } from './flows.ts';
import { Person } from './people.ts';
import { Said } from './summaries.ts';
import { Unreached } from './unreached.ts';
import { FilledIn } from './values.ts';

export const ExecutionStatus = z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled']);
export type ExecutionStatus = z.infer<typeof ExecutionStatus>;

/** Why a node or an execution failed. `code` is stable: flows branch on it. */
export const ExecutionError = z.object({
  code: z.string(),
  message: z.string(),
  values: FilledIn.optional().describe('the values of the message, if its code has a translatable text'),
  nodeId: z.string().optional(),
  by: z.string().optional().describe('the name of the person who cancelled it'),
});
export type ExecutionError = z.infer<typeof ExecutionError>;

/** One visit of a node. `output` is for owners of the flow and administrators; `summary` is for everybody who sees the execution. */
export const TimelineEntry = z.object({
  nodeId: z.string().describe("the visit's key"),
  name: z.string(),
  type: z.string(),
  status: z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled']),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  summary: z.string().nullable(),
  summarySaid: Said.optional().describe('`summary` in a form that clients can translate'),
  comment: z.string().optional().describe('the comment on the answer in `summary`'),
  output: z.unknown().optional(),
  error: ExecutionError.nullable(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const WaitingFor = z.object({
  nodeId: z.string(),
  type: z.string(),
  requestId: z.string().nullable(),
  people: z.array(Person).describe('the first 20 people who have not answered'),
  peopleCount: z.int().describe('how many people have not answered'),
  answered: z.int().describe('how many people have answered'),
  unreached: Unreached,
  until: z.string().nullable(),
});
export type WaitingFor = z.infer<typeof WaitingFor>;

export const ExecutionSummary = z
  .object({
    id: z.string(),
    flowId: z.string(),
    flowName: z.string(),
    title: z.string().nullable().describe('its title from the flow; null: the name of the flow'),
    flowVersion: z.int(),
    status: ExecutionStatus,
    startedBy: Person,
    startedAt: z.string(),
    endedAt: z.string().nullable(),
    chatId: z.string().nullable(),
    logId: z.string().nullable().describe('the log of the assignment that started it, if any'),
    error: ExecutionError.nullable(),
  })
  .meta({ id: 'ExecutionSummary' });
export type ExecutionSummary = z.infer<typeof ExecutionSummary>;

/** `GET /executions/:id`. `context` only for owners of the flow and administrators. */
export const ExecutionView = ExecutionSummary.extend({
  waitingFor: z.array(WaitingFor),
  timeline: z.array(TimelineEntry),
  context: z.record(z.string(), z.unknown()).optional(),
  may: z
    .object({ cancel: z.boolean(), retry: z.boolean(), readFlow: z.boolean() })
    .describe('what the caller may do with it in any state, and whether they may read its flow'),
}).meta({ id: 'ExecutionView' });
export type ExecutionView = z.infer<typeof ExecutionView>;

/** A filter by e-mail address would find nothing, as if there were nothing. Only ids of people without an account contain one. */
const PersonId = z
  .string()
  .min(1)
  .max(300)
  .refine((text) => !text.includes('@') || text.startsWith('mailto:'), failsAs('idForm'));

const ExecutionFilter = {
  flowId: z.string().max(64).optional(),
  startedBy: PersonId.optional().describe('object id of the person'),
  waitsFor: PersonId.optional().describe('object id of a person who has not answered'),
  startedFrom: z.iso.datetime({ offset: true }).optional(),
  startedBefore: z.iso.datetime({ offset: true }).optional(),
};

/**
 * `GET /executions`: newest first. With `q`, a page may be short or empty and still have a next one. Of the executions
 * a person started, the newest 10,000 are searched; of those waiting for their answer, the newest 1,000.
 */
export const ExecutionQuery = PageQuery.extend({
  ...ExecutionFilter,
  status: ExecutionStatus.optional(),
  q: z.string().max(200).optional().describe('words that must all occur in the title or the names of flow and starter'),
});
export type ExecutionQuery = z.infer<typeof ExecutionQuery>;

/** The states of executions that may need attention. */
export const COUNTED_STATUSES = ['waiting', 'running', 'failed', 'cancelled'] as const satisfies ExecutionStatus[];
/** Counting stops here. */
export const MOST_COUNTED = 1000;

/** `GET /executions/counts` */
export const ExecutionCountsQuery = z.strictObject(ExecutionFilter);
const Count = z.int().max(MOST_COUNTED).describe(`${MOST_COUNTED} means that many or more`);
export const ExecutionCounts = z
  .object({ waiting: Count, running: Count, failed: Count, cancelled: Count })
  .meta({ id: 'ExecutionCounts' });
export type ExecutionCounts = z.infer<typeof ExecutionCounts>;
