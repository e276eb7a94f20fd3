import { z } from 'zod';
import { PageQuery } from './flows.ts';
import { Person } from './people.ts';
import { Said } from './summaries.ts';
import { FilledIn } from './values.ts';

export const ExecutionStatus = z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled']);
export type ExecutionStatus = z.infer<typeof ExecutionStatus>;

/** Why a node or an execution failed. `code` is stable: flows branch on it. */
export const ExecutionError = z.object({
  code: z.string(),
  message: z.string(),
  values: FilledIn.optional().describe('what the message is filled in with, where its code says the rest'),
  nodeId: z.string().optional(),
  by: z.string().optional().describe('who cancelled it, as they are called'),
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
  summarySaid: Said.optional().describe('what `summary` says, for clients with words of their own'),
  output: z.unknown().optional(),
  error: ExecutionError.nullable(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const WaitingFor = z.object({
  nodeId: z.string(),
  type: z.string(),
  requestId: z.string().nullable(),
  people: z.array(Person).describe('who can end the wait, the first 20'),
  peopleCount: z.int(),
  until: z.string().nullable(),
});
export type WaitingFor = z.infer<typeof WaitingFor>;

export const ExecutionSummary = z
  .object({
    id: z.string(),
    flowId: z.string(),
    flowName: z.string(),
    flowVersion: z.int(),
    status: ExecutionStatus,
    startedBy: Person,
    startedAt: z.string(),
    endedAt: z.string().nullable(),
    chatId: z.string().nullable(),
    logId: z.string().nullable().describe('of an assignment, where it was started from one'),
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
    .describe('what the caller may do with it, in whatever state, and whether they may read its flow'),
}).meta({ id: 'ExecutionView' });
export type ExecutionView = z.infer<typeof ExecutionView>;

export const ExecutionQuery = PageQuery.extend({
  flowId: z.string().max(64).optional(),
  status: ExecutionStatus.optional(),
});
export type ExecutionQuery = z.infer<typeof ExecutionQuery>;
