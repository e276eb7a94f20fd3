import { z } from 'zod';
import { FlowId, Name, Ulid } from './ids.ts';
import { readText } from './readText.ts';
import { InputType } from './requests.ts';

/** The most views per person. */
export const MOST_VIEWS = 20;

const Shown = {
  status: z.enum(['pending', 'snoozed', 'completed', 'expired']).default('pending'),
  sort: z.enum(['due', 'newest', 'flow']).default('due'),
  group: z.enum(['none', 'equal']).default('none'),
};

/** The inbox filter of a view. */
export const ViewFilter = z.strictObject({
  q: z.string().max(200).optional(),
  type: InputType.optional(),
  flow: FlowId.optional(),
  node: Name.optional(),
  due: z.enum(['soon', 'today', 'week']).optional(),
});
export type ViewFilter = z.infer<typeof ViewFilter>;

export const VIEW_NAME_CHARACTERS = 60;

/** A named inbox filter with its order and grouping. */
export const ViewBody = z.strictObject({ name: readText(VIEW_NAME_CHARACTERS), filter: ViewFilter, ...Shown });
export type ViewBody = z.infer<typeof ViewBody>;

/**
 * A stored view. A newer server may have stored fields that this one does not know: the server keeps them, clients omit
 * them.
 */
export const InboxView = z
  .looseObject({
    id: Ulid,
    name: z.string(),
    filter: z.looseObject({}),
    status: z.string(),
    sort: z.string(),
    group: z.string(),
  })
  .meta({ id: 'InboxView' });
export type InboxView = z.infer<typeof InboxView>;
