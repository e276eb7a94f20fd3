import fc from 'fast-check';
import { checkAnswers } from '../../contract/answers.ts';
import { ICONS } from '../../contract/icons.ts';
import { VARIABLE_TYPES, type HierarchyNode, type Option, type VariableSpec } from '../../contract/variables.ts';

/** Letters, digits and signs of several scripts, with everything that some platform treats as markup. */
const PIECES = [
  'a',
  'word ',
  '日本',
  '\u05e9\u05dc\u05d5\u05dd',
  'é',
  '👨‍👩‍👧',
  '*b* ',
  '_i_',
  '`c`',
  '~s~',
  '<!channel>',
  '<at>Tim</at>',
  '{{DATE(2026-01-01T00:00:00Z)}}',
  '${a}',
  '[x](https://evil.test)',
  '&amp;',
  '<b>',
  '"',
  "'",
  '\\',
  ':fire:',
  '1. ',
  '# ',
  '- ',
  ', ',
  ';',
  '|',
  'o1',
  'none',
  'true',
];

const ofPieces = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: 'grapheme', maxLength: 5 })),
      {
        minLength: 1,
        maxLength,
      },
    )
    .map((pieces) => pieces.join(''))
    .filter((text) => text.trim() !== '' && !/[\0\r]|\p{Surrogate}/u.test(text));

const text = ofPieces(8);
const lines = fc.array(text, { minLength: 1, maxLength: 4 }).map((all) => all.join('\n'));
const oneLine = text.map((line) => line.replace(/[\n\v\f\u0085\u2028\u2029]/g, ' ').trim() || 'x');

const instant = fc
  .date({ min: new Date('2002-01-01'), max: new Date('2199-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString());
const day = instant.map((at) => at.slice(0, 10));
const clock = instant.map((at) => at.slice(11, 16));
const moment = fc
  .tuple(instant, fc.constantFrom('', ':00'), fc.constantFrom('Z', '+01:00', '-09:30'))
  .map(([at, seconds, offset]) => at.slice(0, 16) + seconds + offset);

const number = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.integer({ min: -99_999, max: 99_999 }).map((hundredths) => hundredths / 100),
  fc.constantFrom(1e-7, 1.5e21, -2.5e-9, 0.1 + 0.2, 123456789012345680000),
);

const option: fc.Arbitrary<Option> = fc.record(
  {
    value: text,
    label: oneLine,
    description: lines,
    icon: fc.constantFrom('🟢', ...Object.keys(ICONS).slice(0, 3)),
    disabled: fc.boolean(),
    confirm: fc.boolean(),
  },
  { requiredKeys: ['value'], noNullPrototype: true },
);
const someOptions = fc
  .uniqueArray(option, { selector: ({ value }) => value, minLength: 1, maxLength: 12 })
  .filter((options) => options.some(({ disabled }) => !disabled));
const manyOptions = fc
  .tuple(fc.integer({ min: 90, max: 400 }), oneLine)
  .map(([count, label]): Option[] =>
    Array.from({ length: count }, (_, index) => ({ value: `v${index}`, label: `${index} ${label}` })),
  );
const options: fc.Arbitrary<NonNullable<VariableSpec['options']>> = fc.oneof(
  { weight: 6, arbitrary: someOptions },
  { weight: 2, arbitrary: fc.tuple(someOptions, oneLine).map(([all, label]) => inGroups(all, label)) },
  { weight: 1, arbitrary: manyOptions },
);

function inGroups(all: Option[], label: string): NonNullable<VariableSpec['options']> {
  const half = Math.ceil(all.length / 2);
  return [{ label, options: all.slice(0, half) }, ...all.slice(half)];
}

const trees = (depth: number): fc.Arbitrary<HierarchyNode[]> =>
  fc.array(
    fc.record(
      { label: oneLine, children: depth === 1 ? fc.constant<HierarchyNode[]>([]) : trees(depth - 1) },
      { noNullPrototype: true },
    ),
    { maxLength: 2 },
  );
const tree = trees(3).filter((roots) => roots.length > 0);

const COLUMNS: VariableSpec['columns'] = [
  { name: 'item', label: 'Item', type: 'text' },
  { name: 'price', label: 'Price', type: 'number', required: true },
  { name: 'insured', type: 'boolean' },
  { name: 'bought', label: 'Bought', type: 'date' },
];
const row = fc.record(
  { item: oneLine, price: number, insured: fc.boolean(), bought: day },
  { requiredKeys: ['price'], noNullPrototype: true },
);

const address = fc.constantFrom('ada@sandbox.test', 'grace@sandbox.test', 'alan@sandbox.test');

const enabled = ({ options: all = [] }: VariableSpec): string[] =>
  all
    .flatMap((entry) => ('options' in entry ? entry.options : [entry]))
    .flatMap((each) => (each.disabled ? [] : [each.value]));

const VALUES: Record<VariableSpec['type'], (spec: VariableSpec) => fc.Arbitrary<unknown>> = {
  text: () => oneLine,
  string: () => oneLine,
  textarea: () => lines,
  multiline: () => lines,
  select: (spec) => fc.constantFrom(...enabled(spec)),
  multiselect: (spec) => fc.subarray(enabled(spec), { minLength: 1 }),
  number: () => number,
  boolean: () => fc.boolean(),
  date: () => day,
  file: () => fc.constant(undefined),
  user: () => address,
  multiuser: () => fc.uniqueArray(address, { minLength: 1 }),
  group: () => address,
  multigroup: () => fc.uniqueArray(address, { minLength: 1 }),
  range: () => fc.integer({ min: 0, max: 100 }),
  datetime: () => moment,
  time: () => clock,
  hierarchy: () => tree,
  password: () => oneLine,
  table: () => fc.array(row, { minLength: 1, maxLength: 3 }),
  hidden: () => fc.constant(undefined),
};

/** A field with an answer that is right for it. */
export interface DrawnField {
  spec: VariableSpec;
  value: unknown;
  /** Another right answer, for the default. */
  preset: unknown;
}

const shape = fc.record(
  {
    type: fc.constantFrom(...VARIABLE_TYPES.filter((type) => type !== 'hidden' && type !== 'file')),
    label: oneLine,
    description: lines,
    placeholder: oneLine,
    required: fc.boolean(),
    options,
  },
  { requiredKeys: ['type', 'options'] },
);

/** The name of the drawn field. */
export const FIELD = 'said';

/** A field of any type, with answers for it. */
export const drawnField: fc.Arbitrary<DrawnField> = shape.chain(({ options: all, ...rest }) => {
  const spec: VariableSpec = {
    name: FIELD,
    ...rest,
    ...(/select/.test(rest.type) && { options: all }),
    ...(rest.type === 'table' && { columns: COLUMNS }),
  };
  return fc
    .record({ value: VALUES[spec.type](spec), preset: VALUES[spec.type](spec) })
    .map(({ value, preset }) => ({ spec, value, preset }))
    .filter(({ value, preset }) => isRight(spec, value) && isRight(spec, preset));
});

const isRight = (spec: VariableSpec, value: unknown): boolean => checkAnswers([spec], { [spec.name]: value }).ok;

/** What people type, right or wrong: parts of dates, times, numbers and lists in any order. */
export const drawnWords: fc.Arbitrary<string> = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        ...['a', '1', '.', ',', '-', ':', 'T', 'Z', ' ', '\n', '\t', '2026-03-01', '14:30', '9:05', 'ja', 'o1', 'none'],
        ...['|', '  ', 'e5', 'ada@sandbox.test', ';', '+01:00', '"', '\u00a0', '\u2028', '\u200b', '\u202e'],
      ),
      { maxLength: 9 },
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
