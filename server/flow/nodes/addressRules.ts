import { nodeFailure } from '../nodeType.ts';

/** Stands for a dot of a value until the address is whole: Unicode keeps it for such use inside of a program. */
const DOT = '\ufdd0';
/** A part of a path that leads elsewhere: `..` to the part before, and `.` nowhere. Percent signs make no difference. */
const LEADS_ELSEWHERE = new RegExp(`^(?:\\.|%2e|${DOT}){1,2}$`, 'i');

/** A value as it is put into an address. */
export const intoAddress = (value: string): string => encodeURIComponent(value).replaceAll('.', DOT);

/**
 * The address that was filled in. There is no way to encode one dot or two, so that a value which makes a part of the path
 * of them is refused: it would choose another place of that server, for a call that may carry a secret of the author.
 *
 * @throws NodeError `http_bad_url`
 */
export function wholeAddress(filled: string): string {
  const path = filled.split(/[?#]/, 1)[0]!;
  const isElsewhere = (part: string): boolean => part.includes(DOT) && LEADS_ELSEWHERE.test(part);
  if (path.split(/[/\\]/).some(isElsewhere)) throw nodeFailure('http_bad_url', { why: 'dots' });
  return filled.replaceAll(DOT, '.');
}
