import { z } from 'zod';
import { failsAs } from './failsAs.ts';

/** The last moment whose year has four digits: what ISO 8601 writes, and every program reads. */
export const LAST_MOMENT = Date.UTC(10_000, 0) - 1;

/** A moment that is stored and told again. With an offset, the last days of the year 9999 may lie beyond. */
export const Moment = z.iso
  .datetime({ offset: true })
  .refine(
    (text) => !(Date.parse(text) > LAST_MOMENT),
    failsAs('datetimeTo', { max: new Date(LAST_MOMENT).toISOString() }),
  );
