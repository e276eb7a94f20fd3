/** What `ETag` says of a version. */
export const entityTag = (version: string): string => `"${version}"`;

/**
 * Whether a header `If-Match` (RFC 9110) names this version; `*` names any. A tag that a proxy has marked as weak, because
 * it compresses, still names the version that we gave: tags are of what is stored, and never of the bytes of an answer.
 */
export const isMatch = (header: string, version: string): boolean =>
  header.trim() === '*' || [...header.matchAll(/"[^"]*"/g)].some(([tag]) => tag === entityTag(version));
