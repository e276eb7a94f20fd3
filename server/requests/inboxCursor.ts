import { z } from 'zod';
import { RequestId } from '../../contract/ids.ts';
import type { InboxSort } from '../../contract/notifications.ts';
import { decodeCursor, encodeCursor } from '../foundation/http/cursor.ts';
import type { InboxPosition } from './inboxOrder.ts';

const Newest = z.tuple([z.int(), RequestId]);
const Due = z.tuple([z.literal('due'), z.int(), RequestId]);
const Flow = z.tuple([z.literal('flow'), z.string().max(160), z.int(), RequestId]);

/** Encodes the last entry of a page. A cursor holds the columns of its sort order and is invalid for another one. */
export function encodePlace(sort: InboxSort, { createdAt, dueAt, groupKey, subjectId }: InboxPosition): string {
  if (sort === 'due') return encodeCursor(['due', dueAt, subjectId] satisfies z.infer<typeof Due>);
  if (sort === 'flow') return encodeCursor(['flow', groupKey, dueAt, subjectId] satisfies z.infer<typeof Flow>);
  return encodeCursor([createdAt, subjectId] satisfies z.infer<typeof Newest>);
}

/** @throws ProblemError validation_failed for a malformed cursor, or one of another order */
export function decodePlace(sort: InboxSort, cursor: string): InboxPosition {
  const none = { createdAt: 0, dueAt: 0, groupKey: '' };
  if (sort === 'due') {
    const [, dueAt, subjectId] = decodeCursor(Due, cursor);
    return { ...none, dueAt, subjectId };
  }
  if (sort === 'flow') {
    const [, groupKey, dueAt, subjectId] = decodeCursor(Flow, cursor);
    return { ...none, groupKey, dueAt, subjectId };
  }
  const [createdAt, subjectId] = decodeCursor(Newest, cursor);
  return { ...none, createdAt, subjectId };
}
