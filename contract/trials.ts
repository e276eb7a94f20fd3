import { z } from 'zod';
import { ExecutionError } from './executions.ts';
import { ShownQuestion } from './previews.ts';

const AnswerToTrial = z.strictObject({
  kind: z.literal('answer'),
  values: z.record(z.string(), z.unknown()),
  comment: z.string().max(20_000).optional(),
});
export type AnswerToTrial = z.infer<typeof AnswerToTrial>;

/** The result an author gives for a visit in a trial, instead of asking people or calling services. */
export const GivenToTrial = z.discriminatedUnion('kind', [
  AnswerToTrial,
  z.strictObject({ kind: z.literal('output'), output: z.unknown() }),
  z.strictObject({ kind: z.literal('failure'), code: z.string().min(1).max(64) }),
]);
export type GivenToTrial = z.infer<typeof GivenToTrial>;

/** `POST /flows/try`: a definition, and the results for its nodes by visit key (`ask`, then `ask.2`). */
export const TrialBody = z
  .strictObject({
    definition: z.record(z.string(), z.unknown()),
    variables: z.record(z.string(), z.unknown()).default({}),
    given: z.record(z.string().max(80), GivenToTrial).default({}),
  })
  .meta({ id: 'TrialBody' });
export type TrialBody = z.infer<typeof TrialBody>;

/** A rendered config field: what the node would say, send or call. */
const Rendered = z.object({ field: z.string(), text: z.string() });

export const TriedStep = z.object({
  visitKey: z.string(),
  nodeId: z.string(),
  status: z.enum(['completed', 'failed']),
  output: z.unknown(),
  error: ExecutionError.nullable(),
  would: z.array(Rendered).describe('what it would have shown, sent or called'),
});
export type TriedStep = z.infer<typeof TriedStep>;

export const TrialNeed = z.object({
  visitKey: z.string(),
  nodeId: z.string(),
  kind: z.enum(['answer', 'output']).describe('what to provide: an answer to a question, or the result of a call'),
  asks: ShownQuestion.nullable().describe('the question as people would see it'),
  would: z.array(Rendered),
  timesOut: z.boolean(),
});
export type TrialNeed = z.infer<typeof TrialNeed>;

/** How far a trial got. Nobody was asked, nothing was called or stored. */
export const TriedFlow = z
  .object({
    status: z.enum(['completed', 'failed', 'needs']),
    steps: z.array(TriedStep),
    needs: z.array(TrialNeed).describe('what it needs to continue'),
    error: ExecutionError.nullable(),
    context: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'TriedFlow' });
export type TriedFlow = z.infer<typeof TriedFlow>;
