import { checkAnswers, type CheckedAnswers } from '../../../contract/answers.ts';
import type { VariableSpec } from '../../../contract/variables.ts';

/**
 * Checks what was typed with the server's own schema, and drops what is the server's business and what the form no
 * longer asks for. The pattern engine is fetched only for forms that have a pattern.
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
      return true; // a pattern that this engine refuses is the server's to judge
    }
  };
}
