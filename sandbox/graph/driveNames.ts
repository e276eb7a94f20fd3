import { GraphError } from './graphError.ts';

const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d|\.lock|desktop\.ini)$/i;
const LONGEST_NAME = 255;

/** Checks the name of a file or folder as OneDrive does. @throws GraphError 400 */
export function driveName(name: string): void {
  const isTaken =
    name !== '' &&
    name.length <= LONGEST_NAME &&
    !/["*:<>?/\\|\p{Cc}]/u.test(name) &&
    !/^\s|\s$|\.$|^~\$/.test(name) &&
    !/_vti_/i.test(name) &&
    !RESERVED.test(name) &&
    !/\p{Surrogate}/u.test(name);
  if (!isTaken) throw new GraphError(400, 'invalidRequest', 'The provided name cannot be used for a file or folder.');
}
