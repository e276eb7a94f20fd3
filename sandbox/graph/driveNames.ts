import { GraphError } from './graphError.ts';

const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d|\.lock|desktop\.ini)$/i;
const LONGEST_NAME = 255;

/** What OneDrive takes for the name of a file or folder. @throws GraphError 400 */
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
