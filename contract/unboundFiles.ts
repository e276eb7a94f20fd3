/** How long uploads that no answer refers to are kept; also the window of a person's upload quota. */
export const UNBOUND_MS = 24 * 60 * 60 * 1000;

// cspell:disable-next-line
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * When an upload started, in ms since the epoch, from the timestamp in its id (a ULID). In the distant past for other
 * ids.
 */
export const uploadedAt = (id: string): number =>
  [...id.slice(0, 10)].reduce((at, digit) => at * 32 + Math.max(0, DIGITS.indexOf(digit)), 0);
