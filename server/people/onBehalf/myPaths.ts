/** The path would lead outside the person's own data. */
export class BadPath extends Error {
  constructor() {
    super('The path cannot be used.');
    this.name = 'BadPath';
  }
}

const MAX_PATH = 400;
/** Characters that OneDrive forbids in names. */
const FORBIDDEN = /["*:<>?\\|\p{Cc}]/u;

/** The names in a drive path; none for the root. @throws BadPath */
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
 * The path of an item in the person's own drive (behaviour 5.3 B). Each name is encoded, so it always stays below
 * `/me`.
 * @param what the part of the item: `content`, `children`, `createLink`; null: the item itself
 */
export function drivePath(names: readonly string[], what: 'content' | 'children' | 'createLink' | null): string {
  const root = '/me/drive/root';
  if (names.length === 0) return what === null ? root : `${root}/${what}`;
  const encoded = `${root}:/${names.map(encodeURIComponent).join('/')}`;
  return what === null ? encoded : `${encoded}:/${what}`;
}
