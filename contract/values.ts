import { z } from 'zod';
import type { Values } from './answers/words.ts';

/** The values for the placeholders of a message. */
export const FilledIn = z.record(z.string(), z.union([z.string(), z.number()])) satisfies z.ZodType<Values>;
