import type { Catalogue } from '../../contract/answers/words.ts';
import { FAULTS, type FaultId } from '../../contract/faults.ts';
import type { FailedCheck } from '../../contract/problem.ts';
import { check, type Said } from './errors.ts';

/** An issue of a zod schema, as far as we look into it. */
export interface Issue {
  code?: string;
  path: PropertyKey[];
  message: string;
  /** Of `invalid_type`. */
  expected?: string;
  /** Of `too_small` and `too_big`: what is measured, and against what. */
  origin?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  inclusive?: boolean;
  format?: string;
  divisor?: number | bigint;
  /** Of `invalid_value`: what is possible. */
  values?: unknown[];
  /** Of `unrecognized_keys`. */
  keys?: string[];
  /** Of `invalid_key`. */
  issues?: Issue[];
  /** Of `invalid_union`: what is wrong with each of the possible shapes. */
  errors?: Issue[][];
}

/** Path and fault of every issue; each unknown key is a field of its own. The path of the whole is empty. */
export const faultsIn = (issues: readonly Issue[]): [path: string, said: Said][] =>
  issues.flatMap(meantBy).flatMap((issue) => {
    const places = issue.keys?.map((key) => [...issue.path, key]) ?? [issue.path];
    return places.map((place): [string, Said] => [place.map(String).join('.'), saidBy(issue)]);
  });

/** Where several shapes are possible, what is wrong with the one that was meant: the first of the same type. */
function meantBy(issue: Issue): Issue[] {
  const isOther = ({ code, path }: Issue) => code === 'invalid_type' && path.length === 0;
  const meant = issue.errors?.find((issues) => issues.length > 0 && !issues.some(isOther));
  return meant?.flatMap((inner) => meantBy({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}

/** Faults that schemas name by their words. */
const NAMED = new Map(
  Object.entries<Catalogue[string]>(FAULTS)
    .filter(([, words]) => words.length === 0)
    .map(([id, words]) => [words({}), id as FaultId]),
);

/** A schema's own words are a fault of ours, or stay as they are. */
function saidBy(issue: Issue): Said {
  const named = NAMED.get(issue.message);
  if (named) return check(named);
  return /^(Invalid|Too|Unrecognized) /.test(issue.message) ? byCode(issue) : issue.message;
}

/** Where zod speaks for itself. */
function byCode(issue: Issue): Said {
  const { code, message, expected = '', format = '', values = [], divisor = 1, issues: [inner] = [] } = issue;
  if (code === 'invalid_type')
    return message.endsWith('received undefined') ? check('missing') : check('wrongType', { expected });
  if (code === 'invalid_value') return check('notOneOf', { options: values.join(', ') });
  if (code === 'unrecognized_keys') return check('unknownName');
  if (code === 'too_small' || code === 'too_big') return byMeasure(issue);
  if (code === 'not_multiple_of') return check('multiple', { step: Number(divisor) });
  if (code === 'invalid_format') return check(FORMATS[format] ?? 'pattern');
  if (code === 'invalid_key' && inner) return saidBy(inner);
  return check('otherShape');
}

const FORMATS: Record<string, FailedCheck['id']> = { url: 'address', email: 'email' };

function byMeasure({ code, origin, minimum, maximum, inclusive = true }: Issue): FailedCheck {
  const isSmall = code === 'too_small';
  const count = Number(isSmall ? minimum : maximum);
  if (origin === 'string') return check(isSmall ? 'atLeastCharacters' : 'atMostCharacters', { count });
  if (origin === 'number' || origin === 'int') {
    if (!isSmall) return check('numberTo', { max: count });
    return check(inclusive ? 'numberFrom' : 'numberAbove', { min: count });
  }
  return check(isSmall ? 'atLeastEntries' : 'atMostEntries', { count });
}
