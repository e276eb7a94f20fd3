/** What one address and one form may ask of the response page (spec part 5.2). */
export const RESPONSE_LIMITS = {
  postsPerMinute: 30,
  getsPerMinute: 60,
  bodyBytes: 64 * 1024,
  fields: 200,
  noteCharacters: 2000,
} as const;

export type ResponseLimits = { [Name in keyof typeof RESPONSE_LIMITS]: number };
