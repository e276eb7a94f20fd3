import { LRUCache } from 'lru-cache';
import { compileAnswers, type CheckedAnswers } from '../../contract/answers.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { matches } from './patterns.ts';

type Check = ReturnType<typeof compileAnswers>;

/** Characters of specs whose schemas are kept: those of a large form take about fifty times as much memory. */
const MOST_CHARACTERS = 500_000;

/** By the text of the specs: every request that a node raises brings the same ones. */
const compiled = new LRUCache<string, Check>({ maxSize: MOST_CHARACTERS, sizeCalculation: (_, text) => text.length });

/** What patterns may take for one answer, in ms: nothing else is done meanwhile. */
const LONGEST_MATCHING_MS = 1000;
let endsAt = Infinity;
/** What there is no time for matches nothing. */
const matchesInTime = (regex: string, text: string): boolean => performance.now() < endsAt && matches(regex, text);

/**
 * `checkAnswers` with the patterns of the server.
 *
 * @param offered variable name to the values its `optionsSource` has offered
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
