import { z } from 'zod';

/** Limits on the next steps that are shown; `name` in characters. */
export const NEXT_LIMITS = { steps: 12, places: 6, name: 100, values: 5 } as const;

const NextPlace = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('node'), name: z.string() }),
  z.object({ kind: z.literal('end') }),
  z.object({ kind: z.literal('failure') }),
]);
export type NextPlace = z.infer<typeof NextPlace>;

/** One path from a question: when it is taken, and where it leads. */
export const NextStep = z
  .object({
    when: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('answer'),
        field: z.string().describe('name of the field; `value` if the question is not a form'),
        values: z.array(z.string()).min(1).describe('options, any of which applies'),
      }),
      z.object({ kind: z.literal('otherwise') }),
      z.object({ kind: z.literal('always') }),
      z.object({ kind: z.literal('timeout') }),
    ]),
    places: z.array(NextPlace).min(1).describe('one of these places'),
    dependsOn: z
      .enum(['answers', 'data'])
      .optional()
      .describe('what decides between several places: only this answer, or other data too'),
  })
  .meta({ id: 'NextStep' });
export type NextStep = z.infer<typeof NextStep>;
