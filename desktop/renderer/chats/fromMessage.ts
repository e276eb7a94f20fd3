import { checkAnswers } from '../../../contract/answers.ts';
import { parseNumber } from '../../../contract/answers/numbers.ts';
import { optionLabel, optionsOf, type VariableSpec, type VariableType } from '../../../contract/variables.ts';

/** Extracts a field's value from a message; undefined if there is none, or more than one. */
type Read = (message: string, spec: VariableSpec, decimal: '.' | ',') => unknown;

const NUMBER = /(?<![\p{L}\d.,-])[-+]?\d(?:[\d.,]*\d)?(?![\p{L}\d-])/gu;
const DAY = /(?<!\d)(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})\.(\d{1,2})\.(\d{4}))(?!\d)/g;

const only = <Item>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined);

/** Accepts thousands separators; dates are not numbers. */
function readNumber(message: string, _spec: VariableSpec, decimal: '.' | ','): number | undefined {
  const found = only([...message.replace(DAY, ' ').matchAll(NUMBER)].map(([typed]) => typed));
  if (found === undefined) return undefined;
  const separator = decimal === '.' ? ',' : '.';
  const grouped = new RegExp(`^[-+]?\\d{1,3}(\\${separator}\\d{3})+(\\${decimal}\\d+)?$`);
  const value = parseNumber(grouped.test(found) ? found.replaceAll(separator, '') : found, decimal);
  return typeof value === 'number' ? value : undefined;
}

/** ISO 8601, or day, month and year with dots. */
function readDay(message: string): string | undefined {
  const found = only([...message.matchAll(DAY)]);
  if (!found) return undefined;
  const [, year, month, day, dottedDay = '', dottedMonth = '', dottedYear] = found;
  return year === undefined
    ? `${dottedYear}-${dottedMonth.padStart(2, '0')}-${dottedDay.padStart(2, '0')}`
    : `${year}-${month}-${day}`;
}

/** The options whose labels occur in the message as whole words. */
function optionsIn(message: string, spec: VariableSpec): string[] {
  const said = ` ${wordsOf(message)} `;
  const isSaid = (label: string): boolean => label !== '' && said.includes(` ${label} `);
  return optionsOf(spec)
    .filter((option) => option.disabled !== true && isSaid(wordsOf(optionLabel(option))))
    .map(({ value }) => value);
}

const wordsOf = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

const readOptions: Read = (message, spec) => {
  const found = optionsIn(message, spec);
  return found.length > 0 ? found : undefined;
};

const READS: Partial<Record<VariableType, Read>> = {
  number: readNumber,
  range: readNumber,
  date: readDay,
  select: (message, spec) => only(optionsIn(message, spec)),
  multiselect: readOptions,
};
const TEXTS = new Set<VariableType>(['text', 'string', 'textarea', 'multiline']);

/**
 * Values for a start form, taken from the message, for the person to review: its only number, its only date, the
 * options it names, and the message itself if the form has one text field. Leaves out values that a field would refuse.
 */
export function fromMessage(
  message: string,
  specs: readonly VariableSpec[],
  decimal: '.' | ',' = '.',
): Record<string, unknown> {
  const text = only(specs.filter(({ type }) => TEXTS.has(type)));
  const numbers = only(specs.filter(({ type }) => READS[type] === readNumber));
  const days = only(specs.filter(({ type }) => type === 'date'));
  const read = (spec: VariableSpec): unknown => {
    if (spec === text) return message;
    const isOneOfMany = READS[spec.type] === readNumber ? spec !== numbers : spec.type === 'date' && spec !== days;
    return isOneOfMany ? undefined : READS[spec.type]?.(message, spec, decimal);
  };
  const found = specs.map((spec) => ({ spec, value: read(spec) }));
  return Object.fromEntries(
    found.flatMap(({ spec, value }) =>
      value !== undefined && checkAnswers([spec], { [spec.name]: value }).ok ? [[spec.name, value]] : [],
    ),
  );
}
