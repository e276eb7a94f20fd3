import { countBounds, numberBounds, textBounds, timeBounds } from '../../contract/answers.ts';
import type { FieldChecks } from '../../contract/problem.ts';
import { optionsOf, type VariableSpec, type VariableType } from '../../contract/variables.ts';
import { check } from '../foundation/errors.ts';
import { takesLong } from './patterns.ts';
import { whyNotAnswer } from './variableSpecs.ts';

/**
 * Finds variables that nobody can answer, bounds that bound nothing and defaults that are no answer, by field
 * (`variables.2.validation.min`). Only new versions are checked: stored ones keep running, although we may accept fewer
 * answers than the version that saved them.
 */
export function checkAnswerable(specs: readonly VariableSpec[], field = 'variables'): FieldChecks {
  const faults: FieldChecks = {};
  specs.forEach((spec, index) => {
    for (const [part, fault] of Object.entries(faultsOf(spec))) faults[`${field}.${index}.${part}`] = fault;
  });
  return faults;
}

function faultsOf(spec: VariableSpec): FieldChecks {
  const ofBounds = isMoment(spec.type) ? faultsOfMoments : faultsOfNumbers;
  const kinds = [faultsOfChoices, ofBounds, faultsOfAmount, faultsOfPattern, faultsOfDefault];
  const found = kinds.map((faultsIn) => faultsIn(spec));
  return found.find((faults) => Object.keys(faults).length > 0) ?? {};
}

const isMoment = (type: VariableType): boolean => type === 'date' || type === 'datetime' || type === 'time';

/** A bound of a date, datetime or time must itself be a valid answer if there were no bounds. */
function faultsOfMoments(spec: VariableSpec): FieldChecks {
  const { min, max } = timeBounds(spec);
  const faultOf = (bound: string, validation = {}) => whyNotAnswer({ ...spec, validation }, bound);
  const faults: FieldChecks = {};
  for (const [part, bound] of Object.entries({ min, max })) {
    const fault = bound === undefined ? null : faultOf(bound);
    if (fault) faults[`validation.${part}`] = fault;
  }
  if (Object.keys(faults).length > 0 || min === undefined || max === undefined) return faults;
  return faultOf(min, { max }) ? { 'validation.min': check('minAboveMax') } : {};
}

/** All other types have numeric bounds. */
function faultsOfNumbers({ validation = {} }: VariableSpec): FieldChecks {
  const { min, max } = validation;
  const isNumber = (bound: string | number) => String(bound).trim() !== '' && Number.isFinite(Number(bound));
  return Object.fromEntries(
    Object.entries({ min, max })
      .filter(([, bound]) => bound !== undefined && !isNumber(bound))
      .map(([part]) => [`validation.${part}`, check('wrongType', { expected: 'number' })]),
  );
}

const NUMBERS: VariableType[] = ['number', 'range'];
const TEXTS: VariableType[] = ['text', 'string', 'textarea', 'multiline', 'password'];
const LISTS: VariableType[] = ['multiselect', 'file', 'multiuser', 'multigroup', 'hierarchy', 'table'];

/**
 * The minimum must not exceed the maximum. Blank text and empty lists count as not answered, so at least 1 is required.
 */
function faultsOfAmount(spec: VariableSpec): FieldChecks {
  const bounds = boundsOf(spec);
  if (!bounds || bounds.min <= bounds.max) return {};
  const isMinAtFault = spec.validation?.min !== undefined && Number(spec.validation.min) > bounds.max;
  return isMinAtFault
    ? { 'validation.min': check('minAboveLimit', { max: bounds.max }) }
    : { 'validation.max': check('maxBelowLimit', { min: bounds.min }) };
}

function boundsOf(spec: VariableSpec): { min: number; max: number } | null {
  if (NUMBERS.includes(spec.type)) return { min: -Infinity, max: Infinity, ...defined(numberBounds(spec)) };
  if (TEXTS.includes(spec.type)) return answered(textBounds(spec));
  if (!LISTS.includes(spec.type)) return null;
  const bounds = answered(countBounds(spec));
  const choosable = spec.type === 'multiselect' && !spec.optionsSource ? choosableOf(spec).length : Infinity;
  return { ...bounds, max: Math.min(bounds.max, choosable) };
}

/** A pattern takes long if it is large or the texts it may be matched against are long. */
function faultsOfPattern(spec: VariableSpec): FieldChecks {
  const { regex } = spec.validation ?? {};
  if (regex === undefined || !TEXTS.includes(spec.type)) return {};
  return takesLong(regex, textBounds(spec).max) ? { 'validation.regex': check('patternLarge') } : {};
}

/** A default must be a valid answer. Options of an `optionsSource` are not known yet. */
function faultsOfDefault(spec: VariableSpec): FieldChecks {
  if (spec.default === undefined || spec.type === 'hidden' || spec.optionsSource) return {};
  const fault = whyNotAnswer(spec, spec.default);
  return fault ? { default: fault } : {};
}

const answered = ({ min, max }: { min: number; max: number }) => ({ min: Math.max(min, 1), max });

const defined = ({ min, max }: { min?: number; max?: number }) => ({
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
});

/** Whether there are options but none can be chosen. */
export const hasNoChoice = (spec: Pick<VariableSpec, 'options' | 'optionsSource'>): boolean =>
  optionsOf(spec).length > 0 && choosableOf(spec).length === 0 && !spec.optionsSource;

const choosableOf = (spec: Pick<VariableSpec, 'options'>) => optionsOf(spec).filter(({ disabled }) => !disabled);

/** Checks options and columns. */
function faultsOfChoices(spec: VariableSpec): FieldChecks {
  const isSelect = spec.type === 'select' || spec.type === 'multiselect';
  if (isSelect && hasNoChoice(spec)) return { options: check('optionsDisabled') };
  const { columns = [] } = spec;
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, n) => names.indexOf(name) < n);
  return twice === undefined ? {} : { columns: check('columnTwice', { name: twice }) };
}
