/** What narrows a list, as it stands in an address; what is absent or blank does not. */
export function queryOf(search: object, more: Record<string, string> = {}): string {
  const given = Object.entries({ ...search, ...more }).map(([name, value]) => [name, String(value ?? '')] as const);
  return new URLSearchParams(Object.fromEntries(given.filter(([, value]) => value.trim() !== ''))).toString();
}
