/** What a form of the response page may hold (behaviour 5.2): all that the largest one can, with every option ticked. */
export const RESPONSE_LIMITS = {
  bodyBytes: 8 * 1024 ** 2,
  /** Of a form whose token is not known to be anybody's. */
  bytesOfStrangers: 64 * 1024,
  /** Each ticked option is one. */
  values: 100_000,
  fields: 200,
  noteCharacters: 2000,
} as const;
