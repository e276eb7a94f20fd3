import { z } from 'zod';

export const FLOW_ID_FORM =
  'Start with a lower-case letter, and use only lower-case letters, digits and dashes, 64 characters at most.';
export const NAME_FORM = 'Start with a letter, and use only letters, digits and underscores, 64 characters at most.';

/** A flow's id is the slug its author chose. */
export const FlowId = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, { error: FLOW_ID_FORM });

/** Ids of nodes, and names of variables: they stand side by side at the root of an execution's context. */
export const Name = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, { error: NAME_FORM });

export const Ulid = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, { error: 'is not an id of ours' });

/** `{executionId}-{visitKey}`, of a request and of its notifications (behaviour 2.1). */
export const RequestId = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}-[A-Za-z][A-Za-z0-9_]{0,63}(\.[1-9]\d{0,5})?$/, {
  error: 'is not the id of a request',
});

export const toRequestId = (executionId: string, visitKey: string): string => `${executionId}-${visitKey}`;
