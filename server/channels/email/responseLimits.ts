/** What a form of the response page may hold (behaviour 5.2). */
export const RESPONSE_LIMITS = {
  bodyBytes: 64 * 1024,
  fields: 200,
  noteCharacters: 2000,
} as const;
