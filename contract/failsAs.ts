import { z } from 'zod';
import type { FailedCheck } from './problem.ts';

/**
 * Names the fault of a rule in a schema (`.refine(isEven, failsAs('even'))`): zod carries it in the `params` of the issue.
 *
 * @param words the author's message, which replaces ours
 */
export const failsAs = (id: FailedCheck['id'], values: FailedCheck['values'] = {}, words?: string) => ({
  params: { id, values, ...(words && { words }) } satisfies FailedCheck,
});

/** Text that must match a pattern, with a named check; the API documentation shows the pattern. */
export const textOfForm = (pattern: RegExp, id: FailedCheck['id']) =>
  z
    .string()
    .refine((text) => pattern.test(text), failsAs(id))
    .meta({ pattern: pattern.source });
