/** The longest claims that are passed on; those of the identity provider have a few hundred characters. */
const MOST_CHARACTERS = 4_000;

/**
 * The claims that the identity provider demands of the next sign-in (conditional access), written anew. They name
 * policies and times, nothing secret, but they come from outside and are not for logs.
 *
 * @returns null: not an object in JSON, or too long
 */
export function readClaims(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > MOST_CHARACTERS) return null;
  try {
    const claims: unknown = JSON.parse(text);
    if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return null;
    const written = JSON.stringify(claims);
    return written.length > MOST_CHARACTERS ? null : written;
  } catch {
    return null;
  }
}
