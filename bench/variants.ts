import { cycleVariants } from './cycle/cycleVariants.ts';
import type { Variant } from './variant.ts';

export const VARIANTS: Variant[] = [...cycleVariants];
