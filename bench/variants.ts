import { answerVariants } from './answers/answerVariants.ts';
import { clientVariants } from './client/clientVariants.ts';
import { cycleVariants } from './cycle/cycleVariants.ts';
import { fanOutVariants } from './fanOut.ts';
import { inboxVariants } from './inbox.ts';
import { memoryVariants } from './memory.ts';
import { pathVariants } from './path/pathVariants.ts';
import { sealingVariants } from './sealing.ts';
import type { Variant } from './variant.ts';

export const VARIANTS: Variant[] = [
  ...pathVariants,
  ...cycleVariants,
  ...answerVariants,
  ...memoryVariants,
  ...fanOutVariants,
  ...inboxVariants,
  ...sealingVariants,
  ...clientVariants,
];
