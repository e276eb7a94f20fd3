import { z } from 'zod';
import { isBlank } from './blank.ts';
import { failsAs } from './failsAs.ts';

/** A text that people read, of 1 to `most` characters: white space around it is removed, and something must be visible. */
export const readText = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => text === '' || !isBlank(text), failsAs('missing'));
