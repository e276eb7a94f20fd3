import { z } from 'zod';

/** Why a person is asked: they started the flow, or they or one of their groups were named. */
export const AskedAs = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('starter') }),
  z.object({ kind: z.literal('person') }),
  z.object({ kind: z.literal('group'), name: z.string() }),
]);
export type AskedAs = z.infer<typeof AskedAs>;
