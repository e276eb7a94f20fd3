import { z } from 'zod';
import { textOfForm } from './failsAs.ts';
import { MayDoWithFlow } from './flowAccess.ts';
import { FlowId, Name, SetByServer, Version, pageLimit } from './ids.ts';
import { Person } from './people.ts';
import { ShownSpec } from './variables.ts';
import { Json } from './values.ts';

export const FlowNode = z.strictObject({
  id: Name,
  type: z.string().min(1).max(64),
  name: z.string().min(1).max(200).optional().describe('display name; defaults to the id'),
  config: z.record(z.string(), Json).default({}),
});
export type FlowNode = z.infer<typeof FlowNode>;

/** `when` is a JSONata condition; an edge with `on` is taken on failure. */
export const FlowEdge = z.strictObject({
  from: Name,
  to: Name,
  when: z.string().min(1).max(2000).optional(),
  on: z.enum(['error', 'timeout']).optional(),
});
export type FlowEdge = z.infer<typeof FlowEdge>;

export const FlowDefinition = z
  .strictObject({
    id: FlowId,
    name: z.string().min(1).max(200),
    description: z.string().max(2000).optional(),
    title: z
      .string()
      .trim()
      .min(1)
      .max(1000)
      .optional()
      .describe('the template for the titles of its executions, filled in at the start'),
    nodes: z.array(FlowNode).min(1).max(500),
    edges: z.array(FlowEdge).max(2000),
  })
  .meta({ id: 'FlowDefinition' });
export type FlowDefinition = z.infer<typeof FlowDefinition>;

const RetiredAt = z.string().nullable().describe('since when nobody can start it; null: it is not retired');

export const FlowSummary = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    version: z.int(),
    updatedAt: z.string(),
    variables: z.array(ShownSpec).describe('the start variables of an execution'),
    retiredAt: RetiredAt,
    may: MayDoWithFlow.describe('what the caller may do with it'),
  })
  .meta({ id: 'FlowSummary' });
export type FlowSummary = z.infer<typeof FlowSummary>;

/**
 * `version` is the one that the change is based on: if the flow has a newer one, the change is refused. Without it the
 * newest version is changed.
 */
export const FlowChange = FlowDefinition.extend({
  version: Version.optional(),
  updatedAt: SetByServer,
  updatedBy: SetByServer,
  retiredAt: SetByServer,
}).meta({ id: 'FlowChange' });
export type FlowChange = z.infer<typeof FlowChange>;

/** Who saved a version, with their name at the time; null if it was not recorded. */
const Author = Person.nullable();

export const SavedFlow = FlowDefinition.extend({
  version: z.int(),
  updatedAt: z.string(),
  updatedBy: Author,
  retiredAt: RetiredAt,
}).meta({ id: 'SavedFlow' });
export type SavedFlow = z.infer<typeof SavedFlow>;

export const FlowVersion = z.object({ version: z.int(), createdAt: z.string(), createdBy: Author });
export type FlowVersion = z.infer<typeof FlowVersion>;

export const StartBody = z
  .strictObject({
    variables: z.record(z.string(), Json).optional(),
    chatId: z.string().max(64).optional(),
  })
  .meta({ id: 'StartBody' });
export type StartBody = z.infer<typeof StartBody>;

/** Within a day, repeating a call with the same key, person and target has no further effect. */
export const KeyHeaders = z.looseObject({
  'idempotency-key': textOfForm(/^[\x21-\x7e]{1,200}$/, 'keyForm').optional(),
});

export const Started = z.object({ executionId: z.string() });

/** `?limit=&cursor=` of every list. */
export const PageQuery = z.strictObject({
  limit: pageLimit(),
  cursor: z.string().max(200).optional(),
});

/** Yes or no in a query. */
export const Flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** `GET /flows` */
export const FlowQuery = PageQuery.extend({
  retired: Flag.default(false).describe('true: only retired flows that the caller may read; otherwise none of them'),
});

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });
