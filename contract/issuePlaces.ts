import type { z } from 'zod';
import { MOST_FAULTS } from './problem.ts';

/** Where an issue stands: each name that is unknown is a place of its own, up to `MOST_FAULTS` of them. */
export const placesOf = (issue: z.core.$ZodIssue): PropertyKey[][] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.slice(0, MOST_FAULTS).map((key) => [...issue.path, key])
    : [issue.path];
