import { z } from 'zod';
import type { Values } from './answers/words.ts';

/** The values for the placeholders of a message. */
export const FilledIn = z.record(z.string(), z.union([z.string(), z.number()])) satisfies z.ZodType<Values>;

/** Whatever JSON can say. It has a name because it holds itself: the API documentation refers to it by that. */
export const Json: z.ZodType<z.core.util.JSONType, z.core.util.JSONType> = z
  .lazy(() => z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(Json), z.record(z.string(), Json)]))
  .meta({ id: 'Json' });
