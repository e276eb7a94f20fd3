/**
 * A password that somebody answered stands in the context as `{ secret: reference }`. The reference says which field of
 * which answer it is and holds nothing of it. Nobody sees one: whatever is shown or computed has `provided` in its place.
 */
export interface AnsweredField {
  requestId: string;
  variable: string;
  /** The person's id. */
  person: string;
}

export const PROVIDED = 'provided';

const FORM = /^answered:([^:\s]+):([^:\s]+):(\S+)$/;
/** The same inside a longer text: whoever joins texts may have put one there. */
const INSIDE = /answered:[0-9A-HJKMNP-TV-Z]{26}-[\w.]+:\w+:[^\s"'\\<>]+/g;
/** Answers of older versions stand in the context as they were sealed then. */
const SEALED = /^v1\.[\w-]{30,}$/;
const SEALED_INSIDE = /(\\?"secret\\?":\s*\\?")v1\.[\w-]{30,}(?=\\?")/g;

export const toReference = ({ requestId, variable, person }: AnsweredField): string =>
  `answered:${requestId}:${variable}:${person}`;

/** Which field a reference leads to; null for any other text. */
export function readReference(reference: string): AnsweredField | null {
  const [, requestId, variable, person] = FORM.exec(reference) ?? [];
  return requestId === undefined ? null : { requestId, variable: variable!, person: person! };
}

/** A value with `provided` in place of every reference in it, in keys and inside of texts too. Changes nothing itself. */
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
