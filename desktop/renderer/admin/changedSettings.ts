/**
 * The changed values of a form of settings only. An empty secret stays unchanged; any other emptied setting is deleted.
 * Spaces that come along when a value is copied are left out.
 *
 * @param initialOf the value that the form showed first
 */
export const changedSettings = <Setting extends { name: string; isSecret: boolean }>(
  shown: readonly Setting[],
  values: Record<string, unknown>,
  initialOf: (setting: Setting) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(
    shown.flatMap((setting) => {
      const given = values[setting.name];
      if (setting.isSecret) return given === undefined ? [] : [[setting.name, given]];
      const value = withoutSpaces(given);
      return value === (initialOf(setting) ?? null) ? [] : [[setting.name, value]];
    }),
  );

/** Null: nothing is left. */
const withoutSpaces = (value: unknown): unknown => (typeof value === 'string' ? value.trim() || null : (value ?? null));
