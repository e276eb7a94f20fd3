import { CHAIN, LOOP } from '../company.ts';
import { DATABASES, type Variant } from '../variant.ts';
import { measureBareCycle } from './bareCycle.ts';
import { measureBatchedCycle } from './batchedCycle.ts';
import { measureProductCycle } from './productCycle.ts';

const SUBJECTS: Record<string, (inFlight: number) => Variant['measure']> = {
  product: (inFlight) => (conditions) => measureProductCycle(LOOP, inFlight, conditions),
  'product, nothing to compute': (inFlight) => (conditions) => measureProductCycle(CHAIN, inFlight, conditions),
  'batched prototype': (inFlight) => (conditions) => measureBatchedCycle(inFlight, conditions),
  'bare statements': (inFlight) => (conditions) => measureBareCycle(inFlight, conditions),
};

/** Raise, answer, resume, durable next checkpoint: cycles per second (behaviour 1). */
export const cycleVariants: Variant[] = DATABASES.flatMap((database) =>
  [1, 64].flatMap((inFlight) =>
    Object.entries(SUBJECTS).map(([subject, measure]): Variant => ({
      part: 'cycle',
      database,
      inFlight,
      subject,
      measure: measure(inFlight),
    })),
  ),
);
