/** The `ETag` of a version. */
export const entityTag = (version: string): string => `"${version}"`;

/**
 * Whether an `If-Match` header (RFC 9110) names this version; `*` matches any. A tag that a compressing proxy marked as
 * weak still matches: our tags identify what is stored, not the bytes of an answer.
 */
export const isMatch = (header: string, version: string): boolean =>
  header.trim() === '*' || [...header.matchAll(/"[^"]*"/g)].some(([tag]) => tag === entityTag(version));
