import { checkAnswers } from '../../contract/answers.ts';
import { isUnknownIcon } from '../../contract/icons.ts';
import type { FailedCheck, FieldChecks } from '../../contract/problem.ts';
import { optionsOf, type Option, type VariableSpec } from '../../contract/variables.ts';
import { check } from '../foundation/errors.ts';
import type { Expression } from './nodeType.ts';
import { checkPattern, matches } from './patterns.ts';

/**
 * Faults of the variable specs in a node's config that their schema does not find, by field
 * (`variables.2.validation.regex`). Options of an `optionsSource` are not known yet and are not fetched.
 */
export function checkSpecs(specs: VariableSpec[], field = 'variables'): FieldChecks {
  const faults: FieldChecks = {};
  const seen = new Set<string>();
  specs.forEach((spec, index) => {
    const at = `${field}.${index}`;
    if (seen.has(spec.name)) faults[`${at}.name`] = check('variableTwice', { name: spec.name });
    seen.add(spec.name);
    for (const [part, fault] of Object.entries(faultsOf(spec))) faults[`${at}.${part}`] = fault;
  });
  return faults;
}

/** Faults of options with an unknown icon, by field (`options.2.icon`); includes grouped options. */
export function checkIcons(options: VariableSpec['options'] = [], field = 'options'): FieldChecks {
  const faults: FieldChecks = {};
  options.forEach((entry, index) => {
    const at = `${field}.${index}`;
    if ('options' in entry) Object.assign(faults, checkIcons(entry.options, `${at}.options`));
    else if (entry.icon && isUnknownIcon(entry.icon)) faults[`${at}.icon`] = check('iconUnknown', { icon: entry.icon });
  });
  return faults;
}

function faultsOf(spec: VariableSpec): FieldChecks {
  const { validation = {}, options, optionsSource, columns, type } = spec;
  const faults: FieldChecks = {};
  const badPattern = validation.regex === undefined ? null : checkPattern(validation.regex);
  if (badPattern) faults['validation.regex'] = badPattern;
  if (isAbove(validation.min, validation.max)) faults['validation.min'] = check('minAboveMax');
  const isSelect = type === 'select' || type === 'multiselect';
  if (isSelect && !options?.length && !optionsSource) faults.options = check('noOptions');
  if (areAlike(optionsOf(spec))) faults.options = check('optionsAlike');
  if (optionsOf(spec).some(({ comment }) => comment !== undefined)) faults.options = check('optionComment');
  if (type === 'table' && !columns) faults.columns = check('noColumns');
  return faults;
}

/** Whether two of these have the same value. */
export const areAlike = (options: readonly Option[]): boolean =>
  new Set(options.map(({ value }) => value)).size < options.length;

/** Why a value would be refused as the answer to this variable; null if it is accepted. */
export function whyNotAnswer(spec: VariableSpec, answer: unknown): FailedCheck | null {
  const checked = checkAnswers([spec], { [spec.name]: answer }, { matches });
  return checked.ok ? null : Object.values(checked.checks)[0]!;
}

/** For numbers; dates and times are compared when a new version is checked (`answerableSpecs.ts`). */
const isAbove = (min: string | number | undefined, max: string | number | undefined): boolean =>
  min !== undefined && max !== undefined && Number(min) > Number(max);

/** The JSONata in variable specs: the paths to values and labels of an `optionsSource`. */
export function expressionsInSpecs(specs: VariableSpec[], field = 'variables'): Expression[] {
  return specs.flatMap(({ optionsSource = { url: '' } }, index) =>
    (['valuePath', 'labelPath'] as const).flatMap((part) => {
      const text = optionsSource[part];
      return text === undefined ? [] : [{ field: `${field}.${index}.optionsSource.${part}`, text, kind: 'expression' }];
    }),
  );
}
