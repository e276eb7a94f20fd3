import { LRUCache } from 'lru-cache';
import { compileAnswers, withOffset, type CheckedAnswers } from '../../contract/answers.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { matches } from './patterns.ts';

type Check = ReturnType<typeof compileAnswers>;

/** Size of the cache in characters of specs. A compiled schema takes about fifty times as much memory as its specs. */
const MOST_CHARACTERS = 500_000;

/** Keyed by the text of the specs: all requests raised by one node share them. */
const compiled = new LRUCache<string, Check>({ maxSize: MOST_CHARACTERS, sizeCalculation: (_, text) => text.length });

/** Time budget for the patterns of one answer, in ms: matching blocks the event loop. */
const LONGEST_MATCHING_MS = 1000;
let endsAt = Infinity;
/** Matches nothing once the time is used up. */
const matchesInTime = (regex: string, text: string): boolean => performance.now() < endsAt && matches(regex, text);

/**
 * `checkAnswers` with the server's pattern engine.
 * @param offered variable name to the values that its `optionsSource` has offered
 */
export function checkWithPatterns(
  specs: readonly VariableSpec[],
  values: Record<string, unknown>,
  offered: Record<string, string[]> = {},
): CheckedAnswers {
  endsAt = performance.now() + LONGEST_MATCHING_MS;
  if (Object.keys(offered).length > 0) return compileAnswers(specs, { matches: matchesInTime, offered })(values);
  const text = JSON.stringify(specs);
  let check = compiled.get(text);
  if (!check) compiled.set(text, (check = compileAnswers(specs, { matches: matchesInTime })));
  return check(values);
}

/** A date and time without an offset is in the server's time zone, in answers and in start variables. */
export function withOffsets(
  specs: readonly VariableSpec[],
  values: Record<string, unknown>,
  zone: string,
): Record<string, unknown> {
  const moments = specs.filter(({ name, type }) => type === 'datetime' && typeof values[name] === 'string');
  if (moments.length === 0) return values;
  const instants = moments.map(({ name }) => [name, withOffset(String(values[name]), zone)]);
  return { ...values, ...Object.fromEntries(instants) };
}
