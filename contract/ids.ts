import { z } from 'zod';

/** A flow's id is the slug its author chose. */
export const FlowId = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, {
  error: 'must start with a lower-case letter and hold only lower-case letters, digits and dashes (64 at most)',
});

/** Ids of nodes, and names of variables: they stand side by side at the root of an execution's context. */
export const Name = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, {
  error: 'must start with a letter and hold only letters, digits and underscores (64 at most)',
});

export const Ulid = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, { error: 'is not an id of ours' });

/** `{executionId}-{visitKey}`, of a request and of its notifications (spec part 2.1). */
export const RequestId = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}-[A-Za-z][A-Za-z0-9_]{0,63}(\.[1-9]\d{0,5})?$/, {
  error: 'is not the id of a request',
});

export const toRequestId = (executionId: string, visitKey: string): string => `${executionId}-${visitKey}`;
