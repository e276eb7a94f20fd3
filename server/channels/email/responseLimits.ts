/** Limits of a form on the response page (behaviour 5.2): enough for the largest one with every option ticked. */
export const RESPONSE_LIMITS = {
  bodyBytes: 8 * 1024 ** 2,
  /** For a form without a valid token. */
  bytesOfStrangers: 64 * 1024,
  /** Each ticked option is one. */
  values: 100_000,
  fields: 200,
} as const;
