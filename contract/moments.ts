import { z } from 'zod';
import { failsAs } from './failsAs.ts';

/** The last moment with a four-digit year, which every program can parse. */
export const LAST_MOMENT = Date.UTC(10_000, 0) - 1;

/** A moment to store. With an offset, the last days of 9999 may exceed the limit in UTC. */
export const Moment = z.iso
  .datetime({ offset: true })
  .refine(
    (text) => !(Date.parse(text) > LAST_MOMENT),
    failsAs('datetimeTo', { max: new Date(LAST_MOMENT).toISOString() }),
  );
