import { checkAnswers } from '../../contract/answers.ts';
import { optionsOf, type VariableSpec } from '../../contract/variables.ts';
import type { Expression } from './nodeType.ts';
import { checkPattern, matches } from './patterns.ts';

/**
 * What is wrong with the variable specs in a node's config, beyond their schema: `variables.2.validation.regex` to the
 * message. Options of an `optionsSource` are not known yet and not asked for.
 */
export function checkSpecs(specs: VariableSpec[], field = 'variables'): Record<string, string> {
  const problems: Record<string, string> = {};
  const seen = new Set<string>();
  specs.forEach((spec, index) => {
    const at = `${field}.${index}`;
    if (seen.has(spec.name)) problems[`${at}.name`] = `"${spec.name}" is the name of two variables`;
    seen.add(spec.name);
    for (const [part, problem] of Object.entries(problemsOf(spec)))
      problems[`${at}.${part}`] = `of "${spec.name}" ${problem}`;
  });
  return problems;
}

function problemsOf(spec: VariableSpec): Record<string, string> {
  const { validation = {}, options, optionsSource, columns, type } = spec;
  const problems: Record<string, string> = {};
  const badPattern = validation.regex === undefined ? null : checkPattern(validation.regex);
  if (badPattern) problems['validation.regex'] = badPattern;
  if (isAbove(validation.min, validation.max)) problems['validation.min'] = 'must not be above max';
  const isSelect = type === 'select' || type === 'multiselect';
  if (isSelect && !options?.length && !optionsSource) problems.options = 'must offer something to choose';
  const values = optionsOf(spec).map(({ value }) => value);
  if (new Set(values).size < values.length) problems.options = 'must each have a value of their own';
  if (type === 'table' && !columns) problems.columns = 'must name the columns of the table';
  if (spec.default !== undefined && type !== 'hidden' && !optionsSource && Object.keys(problems).length === 0) {
    const checked = checkAnswers([spec], { [spec.name]: spec.default }, { matches });
    if (!checked.ok) problems.default = `would be refused as an answer: ${Object.values(checked.fields)[0]}`;
  }
  return problems;
}

function isAbove(min: string | number | undefined, max: string | number | undefined): boolean {
  if (min === undefined || max === undefined) return false;
  const [low, high] = [Number(min), Number(max)];
  return Number.isNaN(low) || Number.isNaN(high) ? String(min) > String(max) : low > high;
}

/** The JSONata in variable specs: where the values and labels of an `optionsSource` stand. */
export function expressionsInSpecs(specs: VariableSpec[], field = 'variables'): Expression[] {
  return specs.flatMap(({ optionsSource = { url: '' } }, index) =>
    (['valuePath', 'labelPath'] as const).flatMap((part) => {
      const text = optionsSource[part];
      return text === undefined ? [] : [{ field: `${field}.${index}.optionsSource.${part}`, text, kind: 'expression' }];
    }),
  );
}
