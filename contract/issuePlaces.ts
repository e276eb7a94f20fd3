import type { z } from 'zod';
import { MOST_FAULTS } from './problem.ts';

/** The paths of an issue: one per unknown key, up to `MOST_FAULTS`. */
export const placesOf = (issue: z.core.$ZodIssue): PropertyKey[][] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.slice(0, MOST_FAULTS).map((key) => [...issue.path, key])
    : [issue.path];
