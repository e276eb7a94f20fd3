import { checkAnswers, type CheckedAnswers } from '../../../contract/answers.ts';
import type { VariableSpec } from '../../../contract/variables.ts';

/**
 * Checks the input with the server's own schema. Drops hidden values and fields that the form no longer has. Loads the
 * pattern engine only for forms with a pattern.
 */
export async function checkForm(
  specs: readonly VariableSpec[],
  values: Record<string, unknown>,
): Promise<CheckedAnswers> {
  const asked = specs.filter(({ type }) => type !== 'hidden');
  const needsPatterns = asked.some(({ validation }) => validation?.regex !== undefined);
  const names = new Set(asked.map(({ name }) => name));
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
  return checkAnswers(asked, own, needsPatterns ? { matches: await loadMatcher() } : {});
}

async function loadMatcher(): Promise<(regex: string, text: string) => boolean> {
  const { RE2JS } = await import('re2js');
  return (regex, text) => {
    try {
      return RE2JS.compile(regex).matches(text);
    } catch {
      return true; // the server checks patterns that this engine refuses
    }
  };
}
