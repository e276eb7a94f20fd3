import type { z } from 'zod';
import { placesOf } from '../../contract/issuePlaces.ts';
import { MOST_FAULTS, type FailedCheck } from '../../contract/problem.ts';
import { check } from './errors.ts';

type Issue = z.core.$ZodIssue;

/**
 * The path and fault of each issue, at most `MOST_FAULTS`. Each unknown key counts separately. The root has an empty
 * path.
 *
 * @param input what the schema was given
 */
export const faultsIn = (issues: readonly Issue[], input: unknown): [path: string, fault: FailedCheck][] =>
  issues
    .slice(0, MOST_FAULTS)
    .flatMap(meantBy)
    .flatMap((issue) =>
      placesOf(issue).map((place): [string, FailedCheck] => [place.map(String).join('.'), faultOf(issue, input)]),
    )
    .slice(0, MOST_FAULTS);

/** For a union, the issues of the intended alternative: the first whose type matches, or any if all have one type. */
function meantBy(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const isOther = ({ code, path }: Issue) => code === 'invalid_type' && path.length === 0;
  const meant =
    issue.errors.find((issues) => issues.length > 0 && !issues.some(isOther)) ??
    ofOneType(issue.errors.map(([one]) => one));
  return meant?.flatMap((inner) => meantBy({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}

/** The first of these, if all demand the same type. */
function ofOneType([first, ...others]: (Issue | undefined)[]): Issue[] | undefined {
  if (first?.code !== 'invalid_type') return undefined;
  const isSame = (other: Issue | undefined) => other?.code === 'invalid_type' && other.expected === first.expected;
  return others.every(isSame) ? [first] : undefined;
}

/** Our own rules name their fault (`failsAs`); for zod's, the fault follows from the issue's fields, not its message. */
function faultOf(issue: Issue, input: unknown): FailedCheck {
  switch (issue.code) {
    case 'custom':
      return (issue.params as FailedCheck | undefined) ?? check('otherShape');
    case 'invalid_type':
      return isMissing(issue, input) ? check('missing') : check('wrongType', { expected: typeOf(issue.expected) });
    case 'invalid_value':
      return check('notOneOf', { options: issue.values.join(', ') });
    case 'invalid_union':
      return unionFault(issue, input);
    case 'unrecognized_keys':
      return check('unknownName');
    case 'too_small':
    case 'too_big':
      return byMeasure(issue);
    case 'not_multiple_of':
      return issue.divisor === 1 ? check('wholeNumber') : check('multiple', { step: issue.divisor });
    case 'invalid_format':
      return check(FORMATS[issue.format] ?? 'pattern');
    case 'invalid_key':
      return faultOf(issue.issues[0]!, input);
    default:
      return check('otherShape');
  }
}

/** If a field says which alternative is meant, the fault is in that field. */
function unionFault(issue: Extract<Issue, { code: 'invalid_union' }>, input: unknown): FailedCheck {
  if (issue.discriminator === undefined || !('options' in issue) || !issue.options) return check('otherShape');
  return isMissing(issue, input) ? check('missing') : check('notOneOf', { options: issue.options.join(', ') });
}

/** Some zod types are the same type in JSON. */
const typeOf = (expected: string): string => (expected === 'record' ? 'object' : expected);

const FORMATS: Record<string, FailedCheck['id']> = {
  url: 'address',
  email: 'email',
  guid: 'guid',
  datetime: 'moment',
};

function isMissing({ path }: Issue, input: unknown): boolean {
  const found = path.reduce((place, key) => (place as Record<PropertyKey, unknown> | null | undefined)?.[key], input);
  return found === undefined;
}

type Measured = Extract<Issue, { code: 'too_small' | 'too_big' }>;

function byMeasure(issue: Measured): FailedCheck {
  const isSmall = issue.code === 'too_small';
  const count = Number(isSmall ? issue.minimum : issue.maximum);
  if (issue.origin === 'string') return check(isSmall ? 'atLeastCharacters' : 'atMostCharacters', { count });
  if (issue.origin === 'number' || issue.origin === 'int') {
    if (!isSmall) return check('numberTo', { max: count });
    return check(issue.inclusive === false ? 'numberAbove' : 'numberFrom', { min: count });
  }
  return check(isSmall ? 'atLeastEntries' : 'atMostEntries', { count });
}
