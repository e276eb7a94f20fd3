import { z } from 'zod';
import { textOfForm } from './failsAs.ts';

/** A flow's id: a slug chosen by its author. */
export const FlowId = textOfForm(/^[a-z][a-z0-9-]{0,63}$/, 'flowIdForm');

/** Ids of nodes, and names of variables: they stand side by side at the root of an execution's context. */
export const Name = textOfForm(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'nameForm');

/** A change counter; the maximum is that of a PostgreSQL integer. */
export const Version = z.int().min(1).max(2_147_483_647);

/** A number in an address, where everything is text: only digits are one, not `0x10`, `5.0` or ` 5`. */
export const inAddress = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (typeof text === 'string' && /^-?\d+$/.test(text) ? Number(text) : text), schema);

export const VersionInAddress = inAddress(Version);

/** How many items a page holds, in an address. */
export const pageLimit = (most = 200, usual = 50) => inAddress(z.int().min(1).max(most).default(usual));

/**
 * The id of a tenant, application, person or group, in lower case: the platforms write it so, and we compare with
 * theirs.
 */
export const Guid = z.guid().toLowerCase();

export const Ulid = textOfForm(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'idForm');

/** `{executionId}-{visitKey}`, of a request and of its notifications (behaviour 2.1). */
export const RequestId = textOfForm(/^[0-9A-HJKMNP-TV-Z]{26}-[A-Za-z][A-Za-z0-9_]{0,63}(\.[1-9]\d{0,5})?$/, 'idForm');

export const toRequestId = (executionId: string, visitKey: string): string => `${executionId}-${visitKey}`;

/** What the server sets anew. A change may hold it, so that a program can send back what it has read. */
export const SetByServer = z.unknown().optional().describe('ignored');
