import type { z } from 'zod';
import { check, failed } from '../errors.ts';

/** The position where the next page starts, opaque to clients. */
export const encodeCursor = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** @throws ProblemError validation_failed for a cursor we did not make */
export function decodeCursor<T>(schema: z.ZodType<T>, cursor: string): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'), withoutNul));
  } catch {
    throw failed({ cursor: check('cursor') });
  }
}

/** PostgreSQL takes no text with a NUL, not even to compare it, and nothing has checked the encoded text before. */
function withoutNul(_name: string, value: unknown): unknown {
  if (typeof value === 'string' && value.includes('\0')) throw new TypeError('A position contains the character NUL.');
  return value;
}

/** Turns a list read with one extra item into a page and the cursor of the next. */
export function toPage<Item>(
  items: Item[],
  limit: number,
  placeOf: (last: Item) => unknown,
): { items: Item[]; nextCursor: string | null } {
  const page = items.slice(0, limit);
  return { items: page, nextCursor: items.length > limit ? encodeCursor(placeOf(page.at(-1)!)) : null };
}
