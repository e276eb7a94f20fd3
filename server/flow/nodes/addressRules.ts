import { nodeFailure } from '../nodeType.ts';

/** Stands for a dot of a value until the address is complete: Unicode reserves this character for internal use. */
const DOT = '\ufdd0';
/** A path segment that changes the path: `.` or `..`, also percent-encoded. */
const LEADS_ELSEWHERE = new RegExp(`^(?:\\.|%2e|${DOT}){1,2}$`, 'i');

/** Encodes a value for an address. */
export const intoAddress = (value: string): string => encodeURIComponent(value).replaceAll('.', DOT);

/**
 * Completes a filled-in address. Dots cannot be encoded, so a value that forms a `.` or `..` segment is refused: it
 * would address another place on the server, in a call that may carry an author's secret.
 * @throws NodeError `http_bad_url`
 */
export function wholeAddress(filled: string): string {
  const path = filled.split(/[?#]/, 1)[0]!;
  const isElsewhere = (part: string): boolean => part.includes(DOT) && LEADS_ELSEWHERE.test(part);
  if (path.split(/[/\\]/).some(isElsewhere)) throw nodeFailure('http_bad_url', { why: 'dots' });
  return filled.replaceAll(DOT, '.');
}
