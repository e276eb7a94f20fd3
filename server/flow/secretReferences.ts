/**
 * An answered password is in the context as `{ secret: reference }`. The reference names the field of the answer and
 * holds no part of the password. It is never shown: everything displayed or computed has `provided` in its place.
 */
export interface AnsweredField {
  requestId: string;
  variable: string;
  /** The person's id. */
  person: string;
}

export const PROVIDED = 'provided';

const FORM = /^answered:([^:\s]+):([^:\s]+):(\S+)$/;
/** A reference within a longer text: expressions may concatenate texts. */
const INSIDE = /answered:[0-9A-HJKMNP-TV-Z]{26}-[\w.]+:\w+:[^\s"'\\<>]+/g;
/** Answers of older versions are in the context in sealed form. */
const SEALED = /^v1\.[\w-]{30,}$/;
const SEALED_INSIDE = /(\\?"secret\\?":\s*\\?")v1\.[\w-]{30,}(?=\\?")/g;

export const toReference = ({ requestId, variable, person }: AnsweredField): string =>
  `answered:${requestId}:${variable}:${person}`;

/** The field that a reference names; null for any other text. */
export function readReference(reference: string): AnsweredField | null {
  const [, requestId, variable, person] = FORM.exec(reference) ?? [];
  return requestId === undefined ? null : { requestId, variable: variable!, person: person! };
}

/** A copy of a value with `provided` in place of every reference, also in keys and within texts. */
export function withoutReferences<Value>(value: Value): Value;
export function withoutReferences(value: unknown): unknown {
  if (typeof value === 'string') return hideInText(value);
  if (Array.isArray(value)) return value.map((item: unknown) => withoutReferences(item));
  if (typeof value !== 'object' || value === null) return value;
  if (isReference(value)) return PROVIDED;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [hideInText(name), withoutReferences(part)]));
}

function isReference(value: object): boolean {
  const { secret } = value as { secret?: unknown };
  if (typeof secret !== 'string' || Object.keys(value).length > 1) return false;
  return FORM.test(secret) || SEALED.test(secret);
}

const hideInText = (text: string): string =>
  text.includes('answered:') || text.includes('v1.')
    ? text.replace(INSIDE, PROVIDED).replace(SEALED_INSIDE, `$1${PROVIDED}`)
    : text;
