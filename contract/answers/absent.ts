/** Whether a value counts as not answered: nothing, blank text or an empty list. */
export function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

/**
 * A copy of an object without those of the named fields that were not answered; anything else comes back as it is. The
 * copy inherits nothing, so that a field may be called `constructor` and a `__proto__` that was sent is a name like any other.
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
