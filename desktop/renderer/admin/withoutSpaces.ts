/** What a text field of a setting holds, without the spaces that come along when a value is copied; null: nothing. */
export const withoutSpaces = (value: unknown): unknown =>
  typeof value === 'string' ? value.trim() || null : (value ?? null);
