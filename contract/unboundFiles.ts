/** Uploads that no answer refers to are kept so long; what a person may upload is counted over the same time. */
export const UNBOUND_MS = 24 * 60 * 60 * 1000;

// cspell:disable-next-line
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** When an upload began, ms since the epoch: its id (a ULID) begins with it. Long ago for what is no id of ours. */
export const uploadedAt = (id: string): number =>
  [...id.slice(0, 10)].reduce((at, digit) => at * 32 + Math.max(0, DIGITS.indexOf(digit)), 0);
