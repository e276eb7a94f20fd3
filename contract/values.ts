import { z } from 'zod';
import type { Values } from './answers/words.ts';

/** What words are filled in with, beside the name that they have in every language. */
export const FilledIn = z.record(z.string(), z.union([z.string(), z.number()])) satisfies z.ZodType<Values>;
