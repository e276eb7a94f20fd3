import { createHash } from 'node:crypto';
import { toReference } from '../flow/secretReferences.ts';
import { isOfFirstForm, type Cipher, type AssociatedData } from '../foundation/settings/cipher.ts';
import type { Payload } from '../../contract/payload.ts';

/** The answer that a password is part of. */
export interface AnswerKey {
  executionId: string;
  requestId: string;
  /** The person's id. */
  person: string;
}

/** A password as stored in an answer. */
interface Sealed {
  sealed: string;
  /** The hash of its older form, which an older execution may still have in its context. */
  was?: string;
}

/** The older form: sealed for no place, and used as its own reference in the context. */
interface SealedBefore {
  secret: string;
}

type Values = Payload['values'];

/** A password can only be opened for this field of this answer of this execution. */
const placeOf = ({ executionId, requestId, person }: AnswerKey, variable: string): AssociatedData => [
  'answer',
  executionId,
  requestId,
  person,
  variable,
];

export const sealAnswer = (cipher: Cipher, key: AnswerKey, variable: string, plain: string): Sealed => ({
  sealed: cipher.seal(plain, placeOf(key, variable)),
});

function hasOnly(value: unknown, names: string[]): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.keys(value).every((name) => names.includes(name));
}

const isSealed = (value: unknown): value is Sealed =>
  hasOnly(value, ['sealed', 'was']) && typeof value['sealed'] === 'string';
const isSealedBefore = (value: unknown): value is SealedBefore =>
  hasOnly(value, ['secret']) && typeof value['secret'] === 'string' && isOfFirstForm(value['secret']);

const hashOf = (sealed: string): string => createHash('sha256').update(sealed).digest('base64url');

/** Values for the flow: a reference in place of every password. */
export function withReferences(values: Values, requestId: string, person: string): Values {
  const entries = Object.entries(values).map(([variable, value]) => {
    const isPassword = isSealed(value) || isSealedBefore(value);
    return [variable, isPassword ? { secret: toReference({ requestId, variable, person }) } : value];
  });
  return Object.fromEntries(entries) as Values;
}

/** The password in a field of a stored answer; null if there is none. @throws UnsealableError */
export function openField(cipher: Cipher, key: AnswerKey, values: Values, variable: string): string | null {
  const value = Object.hasOwn(values, variable) ? values[variable] : undefined;
  if (isSealed(value)) return cipher.open(value.sealed, placeOf(key, variable));
  return isSealedBefore(value) ? cipher.open(value.secret, placeOf(key, variable)) : null;
}

/** The field of this answer that an older reference comes from; null if none. */
export function fieldOfOlder(values: Values, reference: string): string | null {
  const hash = hashOf(reference);
  const comesFrom = (value: unknown) =>
    (isSealedBefore(value) && value.secret === reference) || (isSealed(value) && value.was === hash);
  return Object.keys(values).find((variable) => comesFrom(values[variable])) ?? null;
}

export interface Resealed {
  values: Values;
  /** The previous reference of each password in the context, and its new one. */
  references: Map<string, string>;
}

/** Values with every password sealed in today's form; null if all are already. @throws UnsealableError */
export function resealAnswer(cipher: Cipher, key: AnswerKey, values: Values): Resealed | null {
  const references = new Map<string, string>();
  const resealed: Values = { ...values };
  for (const [variable, value] of Object.entries(values)) {
    if (isSealed(value) && cipher.isCurrent(value.sealed)) continue;
    if (!isSealed(value) && !isSealedBefore(value)) continue;
    const was = isSealed(value) ? value.was : hashOf(value.secret);
    const anew = sealAnswer(cipher, key, variable, openField(cipher, key, values, variable)!);
    resealed[variable] = { ...anew, ...(was !== undefined && { was }) };
    if (isSealedBefore(value))
      references.set(value.secret, toReference({ requestId: key.requestId, variable, person: key.person }));
  }
  const isChanged = Object.keys(values).some((variable) => resealed[variable] !== values[variable]);
  return isChanged ? { values: resealed, references } : null;
}
