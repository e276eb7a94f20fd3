/** A path that would lead out of what is the person's own. */
export class BadPath extends Error {
  constructor() {
    super('The path cannot be used.');
    this.name = 'BadPath';
  }
}

const MAX_PATH = 400;
/** What OneDrive takes in no name. */
const FORBIDDEN = /["*:<>?\\|\p{Cc}]/u;

/** The names in a path of a drive; the root has none. @throws BadPath */
export function namesIn(path: string): string[] {
  const names = path
    .trim()
    .split('/')
    .filter((name) => name !== '');
  const isBad = (name: string) => /^\s*\.{1,2}\s*$/.test(name) || name !== name.trim() || FORBIDDEN.test(name);
  if (path.length > MAX_PATH || /\p{Surrogate}/u.test(path) || names.some(isBad)) throw new BadPath();
  return names;
}

/**
 * Where something of the person's own drive lies (behaviour 5.3 B), below `/me` whatever the names are: each is encoded.
 * @param what is asked of it: `content`, `children`, `createLink`; null: the thing itself
 */
export function drivePath(names: readonly string[], what: 'content' | 'children' | 'createLink' | null): string {
  const root = '/me/drive/root';
  if (names.length === 0) return what === null ? root : `${root}/${what}`;
  const encoded = `${root}:/${names.map(encodeURIComponent).join('/')}`;
  return what === null ? encoded : `${encoded}:/${what}`;
}
