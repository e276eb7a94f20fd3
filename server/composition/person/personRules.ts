/** Whom a person is known as. */
export interface Known {
  id: string;
  names: string[];
  /** E-mail addresses and user principal names, in lower case. */
  addresses: string[];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** Nobody's name is found in a longer word: `ann@x.test` is not in `joann@x.test`. */
const bounded = (texts: string[], flags: string): RegExp | null =>
  texts.length === 0
    ? null
    : new RegExp(
        `(?<![\\p{L}\\p{N}._%+])(?:${texts
          .toSorted((a, b) => b.length - a.length)
          .map(escaped)
          .join('|')})(?![\\p{L}\\p{N}_%+]|\\.[\\p{L}\\p{N}])`,
        flags,
      );

/** True of a text that is the person's id or address, and nothing else. */
export const isTheirs = ({ id, addresses }: Known, value: unknown): boolean =>
  typeof value === 'string' && (value === id || addresses.includes(value.toLowerCase()));

/** What finds the person in texts; names only where the text is known to be about them. */
export function mentionsOf({ id, names, addresses }: Known, withNames: boolean): (text: string) => boolean {
  const patterns = [bounded([id, ...addresses], 'iu'), withNames ? bounded(names, 'u') : null];
  return (text) => patterns.some((pattern) => pattern?.test(text));
}

type Passwords = (value: object) => boolean;

/** A password in a stored answer, in either of its forms. */
const isPassword: Passwords = (value) => {
  const names = Object.keys(value);
  const holds = (name: string) => typeof (value as Record<string, unknown>)[name] === 'string';
  return (
    (holds('sealed') && names.every((name) => name === 'sealed' || name === 'was')) ||
    (holds('secret') && names.length === 1)
  );
};

/** A value with something else in place of every password. Changes nothing itself. */
export function replacePasswords(value: unknown, instead: string | null): unknown {
  if (Array.isArray(value)) return value.map((item) => replacePasswords(item, instead));
  if (typeof value !== 'object' || value === null) return value;
  if (isPassword(value)) return instead;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replacePasswords(part, instead)]));
}
