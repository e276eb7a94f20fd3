/** The query string of a filter, without absent and blank parts. */
export function queryOf(search: object, more: Record<string, string> = {}): string {
  const given = Object.entries({ ...search, ...more }).map(([name, value]) => [name, String(value ?? '')] as const);
  return new URLSearchParams(Object.fromEntries(given.filter(([, value]) => value.trim() !== ''))).toString();
}
