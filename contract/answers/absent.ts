import { isBlank } from '../blank.ts';

/** Whether a value counts as not answered: null, undefined, a text in which nothing can be read, or an empty list. */
export function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return isBlank(value);
  return Array.isArray(value) && value.length === 0;
}

/**
 * Copies an object without the named fields that were not answered; returns anything else unchanged. The copy has no
 * prototype: a field may be called `constructor`, and a submitted `__proto__` is an ordinary name.
 */
export const withoutAbsent =
  (names: readonly string[]) =>
  (input: unknown): unknown => {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
    const known = new Set(names);
    const copy = Object.create(null) as Record<string, unknown>;
    for (const [name, value] of Object.entries(input)) if (!known.has(name) || !isAbsent(value)) copy[name] = value;
    return copy;
  };
