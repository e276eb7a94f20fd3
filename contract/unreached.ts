import { z } from 'zod';
import { NamedPerson } from './people.ts';

/** Those who have not answered a question, and whom no message about it has reached. */
export const Unreached = z
  .object({
    people: z.array(NamedPerson).describe('the first five'),
    hasMore: z.boolean(),
  })
  .meta({ id: 'Unreached' });
export type Unreached = z.infer<typeof Unreached>;

export const NOBODY_UNREACHED: Unreached = { people: [], hasMore: false };
