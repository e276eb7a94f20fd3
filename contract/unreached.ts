import { z } from 'zod';
import { Person } from './people.ts';

/** Who has not answered a question and was reached by no message about it. */
export const Unreached = z
  .object({
    people: z.array(Person.pick({ id: true, displayName: true })).describe('the first five'),
    hasMore: z.boolean(),
  })
  .meta({ id: 'Unreached' });
export type Unreached = z.infer<typeof Unreached>;

export const NOBODY_UNREACHED: Unreached = { people: [], hasMore: false };
