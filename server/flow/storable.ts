import { nodeFailure } from './nodeType.ts';

/**
 * Code points that are not characters: NUL, which PostgreSQL cannot store, and lone surrogates, which no encoding has.
 */
const NONE = /\0|\p{Surrogate}/gu;
/** Greatest nesting of lists and objects. Deeper JSON can be parsed but not written. */
export const DEEPEST = 200;

/** A text that both databases store and return unchanged. */
export const storableText = (text: string): string => text.replace(NONE, '\ufffd');

/**
 * Applies `storableText` to all texts and names in a JSON value. Copies only what it changes.
 * @throws NodeError nested_too_deep
 */
export function storable<Value>(value: Value, depth?: number): Value;
export function storable(value: unknown, depth = DEEPEST): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth < 0) throw nodeFailure('nested_too_deep', { count: DEEPEST });
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => storable(item, depth - 1));
    return items.every((item, n) => item === value[n]) ? value : items;
  }
  const before = Object.entries(value);
  const after = before.map(([name, part]) => [storableText(name), storable(part, depth - 1)] as const);
  const isFine = after.every(([name, part], n) => name === before[n]![0] && part === before[n]![1]);
  return isFine ? value : Object.fromEntries(after);
}
