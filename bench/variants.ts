import { PARTS, type Part, type Variant } from './variant.ts';

/** Loaded separately: one part needs half of the product, and each variant has its own process. */
const LOAD: Record<Part, () => Promise<Variant[]>> = {
  path: async () => (await import('./path/pathVariants.ts')).pathVariants,
  cycle: async () => (await import('./cycle/cycleVariants.ts')).cycleVariants,
  answers: async () => (await import('./answers/answerVariants.ts')).answerVariants,
  memory: async () => (await import('./memory.ts')).memoryVariants,
  fanOut: async () => (await import('./fanOut.ts')).fanOutVariants,
  inbox: async () => (await import('./inbox.ts')).inboxVariants,
  sealing: async () => (await import('./sealing.ts')).sealingVariants,
  assignments: async () => (await import('./assignments.ts')).assignmentVariants,
  indexing: async () => (await import('./indexing.ts')).indexingVariants,
  client: async () => (await import('./client/clientVariants.ts')).clientVariants,
};

export const variantsOf = (part: Part): Promise<Variant[]> => LOAD[part]();

export async function allVariants(): Promise<Variant[]> {
  return (await Promise.all(PARTS.map(variantsOf))).flat();
}
