/** What a person is known by. */
export interface PersonIdentifiers {
  id: string;
  names: string[];
  /** E-mail addresses and user principal names, in lower case. */
  addresses: string[];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const WORD = '\\p{L}\\p{N}';

/** A pattern for texts, but not inside longer words; null if there are none. */
function bounded(texts: string[], { before, after, flags }: { before: string; after: string; flags: string }) {
  if (texts.length === 0) return null;
  const longestFirst = texts.toSorted((a, b) => b.length - a.length).map(escaped);
  return new RegExp(`(?<![${before}])(?:${longestFirst.join('|')})(?!${after})`, flags);
}

/** `ann@x.test` is neither in `joann@x.test` nor in `ann@x.test.org`. */
const addressPattern = ({ id, addresses }: PersonIdentifiers): RegExp =>
  bounded([id, ...addresses], { before: `${WORD}._%+`, after: `[${WORD}_%+]|\\.[${WORD}]`, flags: 'giu' })!;

const namePattern = ({ names }: PersonIdentifiers): RegExp | null =>
  bounded(names, { before: WORD, after: `[${WORD}]`, flags: 'gu' });

/** Whether a text is exactly the person's id or address. */
export const isTheirs = ({ id, addresses }: PersonIdentifiers, value: unknown): boolean =>
  typeof value === 'string' && (value === id || addresses.includes(value.toLowerCase()));

type Passwords = (value: object) => boolean;

/** Whether a value is a password in a stored answer, in either format. */
const isPassword: Passwords = (value) => {
  const names = Object.keys(value);
  const holds = (name: string) => typeof (value as Record<string, unknown>)[name] === 'string';
  return (
    (holds('sealed') && names.every((name) => name === 'sealed' || name === 'was')) ||
    (holds('secret') && names.length === 1)
  );
};

/** Replaces every password in a value; returns a copy. */
export function replacePasswords(value: unknown, instead: string | null): unknown {
  if (Array.isArray(value)) return value.map((item) => replacePasswords(item, instead));
  if (typeof value !== 'object' || value === null) return value;
  if (isPassword(value)) return instead;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replacePasswords(part, instead)]));
}

/** Personal fields in JSON records: they are removed with the person. */
const PERSONAL = [
  'email',
  'mail',
  'userPrincipalName',
  'upn',
  'jobTitle',
  'department',
  'officeLocation',
  'companyName',
  'employeeId',
  'mobilePhone',
  'givenName',
  'surname',
];

/** Replaces a person with a pseudonym, in texts and JSON. */
export interface Rewriting {
  text(text: string): string;
  json(value: unknown): unknown;
}

/** @param withNames if the texts are known to be about the person; a namesake's own record stays unchanged */
export function rewriting(known: PersonIdentifiers, pseudonym: string, withNames: boolean): Rewriting {
  const ids = addressPattern(known);
  const names = withNames ? namePattern(known) : null;
  const text = (words: string) => {
    const anonymous = words.replace(ids, pseudonym);
    return names ? anonymous.replace(names, pseudonym) : anonymous;
  };
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    if (isRecordOf(known, value)) return Object.fromEntries(entries.map(([name, part]) => [name, ofThem(name, part)]));
    const isOther = isRecord(value);
    return Object.fromEntries(
      entries.map(([name, part]) => [text(name), isOther && name === 'displayName' ? part : json(part)]),
    );
  };
  const ofThem = (name: string, part: unknown): unknown => {
    if (name === 'id' || name === 'displayName') return pseudonym;
    if (name === 'businessPhones') return [];
    return PERSONAL.includes(name) ? null : json(part);
  };
  return { text, json };
}

const isRecord = (value: object): boolean => 'id' in value && 'displayName' in value;

/** A record belongs to the person by its id or, if it has none, by an address. */
function isRecordOf(known: PersonIdentifiers, value: object): boolean {
  const fields = value as Record<string, unknown>;
  if (typeof fields['id'] === 'string') return isTheirs(known, fields['id']) && isRecord(value);
  return (
    'displayName' in fields &&
    ['email', 'mail', 'userPrincipalName', 'upn'].some((name) => isTheirs(known, fields[name]))
  );
}

/**
 * A chat's user list without the person.
 *
 * @param standIn an address that nobody has: an empty list would open the chat to everybody
 * @returns null if they are the only user and made the chat: then it is deleted
 */
export function usersWithout(
  known: PersonIdentifiers,
  users: string[],
  isMaker: boolean,
  standIn: string,
): string[] | null {
  const others = users.filter((user) => !isTheirs(known, user));
  if (others.length > 0 || users.length === 0) return others;
  return isMaker ? null : [standIn];
}
