import { expect } from 'chai';
import fc from 'fast-check';
import { checkAnswers } from '../../contract/answers.ts';
import { optionsOf, VARIABLE_TYPES, type VariableSpec } from '../../contract/variables.ts';
import { checkAnswerable } from '../../server/flow/answerableSpecs.ts';
import { checkSpecs } from '../../server/flow/variableSpecs.ts';

const faultsOf = (spec: Partial<VariableSpec>): Record<string, string> => {
  const faults = checkAnswerable([{ name: 'v', type: 'text', ...spec }]);
  return Object.fromEntries(
    Object.entries(faults).map(([field, { id }]) => [field.replace(/^variables\.0\./, ''), id]),
  );
};

const bounded = (type: VariableSpec['type'], min?: string | number, max?: string | number) =>
  faultsOf({ type, validation: { ...(min !== undefined && { min }), ...(max !== undefined && { max }) } });

/** The smallest answers to these specs, at each bound in turn. */
function answersTo({ type, validation: { min, max } = {}, ...spec }: VariableSpec): unknown[] {
  const count = Math.max(Number(min ?? 1), 1);
  const many = <Item>(itemOf: (n: number) => Item) => [Array.from({ length: count }, (_, n) => itemOf(n))];
  const choosable = optionsOf(spec).flatMap(({ value, disabled }) => (disabled ? [] : [value]));
  const reference = (n: number) => `${n}@x.test`;
  switch (type) {
    case 'number':
    case 'range':
      return [min, max, 0].filter((bound) => bound !== undefined).map(Number);
    case 'date':
      return [min ?? max ?? '2026-11-26'];
    case 'time':
      return [min ?? max ?? '09:00'];
    case 'datetime':
      return [min ?? max ?? '2026-11-26T09:00Z'];
    case 'boolean':
      return [true];
    case 'select':
      return choosable;
    case 'multiselect':
      return choosable.length > 0 ? [choosable.slice(0, count)] : [];
    case 'user':
    case 'group':
      return [reference(0)];
    case 'multiuser':
    case 'multigroup':
      return many(reference);
    case 'file':
      return many((n) => ({ id: `${n}`, name: 'a.txt', size: 1 }));
    case 'hierarchy':
      return many((n) => ({ label: `${n}`, children: [] }));
    case 'table':
      return many(() => ({ a: 'x' }));
    default:
      return ['x'.repeat(count)];
  }
}

const bound = fc.oneof(
  fc.integer({ min: -3, max: 30 }),
  fc.integer({ min: -3, max: 30 }).map(String),
  fc.constantFrom('2026-01-31', '2026-02-30', '2027-01-01', '9:00', '09:00', '17:30', 'tomorrow', ' ', 'Infinity'),
  fc.constantFrom('2026-01-01T00:00+02:00', '2025-12-31T23:00Z', '2026-06-01T12:00'),
);
const spec: fc.Arbitrary<VariableSpec> = fc.record(
  {
    name: fc.constant('v'),
    type: fc.constantFrom(...VARIABLE_TYPES.filter((type) => type !== 'hidden')),
    required: fc.boolean(),
    options: fc.uniqueArray(
      fc.record({ value: fc.constantFrom('a', 'b', 'c', 'd'), disabled: fc.boolean() }, { requiredKeys: ['value'] }),
      { minLength: 1, selector: ({ value }) => value },
    ),
    columns: fc.constant([{ name: 'a', type: 'text' as const }]),
    validation: fc.record({ min: bound, max: bound }, { requiredKeys: [] }),
  },
  { requiredKeys: ['name', 'type', 'options', 'columns'] },
);

const UNBOUNDED: VariableSpec['type'][] = ['boolean', 'select', 'user', 'group'];

/** Bounds of another kind, which have no effect. */
const NO_BOUND = ['wrongType', 'date', 'dateUnknown', 'time', 'datetime', 'datetimeUnknown'];

describe('a variable that is saved', () => {
  it('can be answered, or is refused', () => {
    fc.assert(
      fc.property(spec, (drawn) => {
        const each = UNBOUNDED.includes(drawn.type) ? { ...drawn, validation: undefined } : drawn;
        const faults = Object.values({ ...checkSpecs([each]), ...checkAnswerable([each]) }).map(({ id }) => id);
        if (faults.some((id) => NO_BOUND.includes(id))) return;
        const isTaken = answersTo(each).some((answer) => checkAnswers([each], { v: answer }).ok);
        expect(isTaken, faults.join()).to.equal(faults.length === 0);
      }),
      { numRuns: 1000 },
    );
  });

  it('has bounds of its own kind', () => {
    expect(bounded('date', 'tomorrow')).to.deep.equal({ 'validation.min': 'dateUnknown' });
    expect(bounded('date', undefined, '2026-02-30')).to.deep.equal({ 'validation.max': 'dateUnknown' });
    expect(bounded('time', '9:00', '17:00')).to.deep.equal({ 'validation.min': 'time' });
    expect(bounded('datetime', '2026-01-01')).to.deep.equal({ 'validation.min': 'datetimeUnknown' });
    expect(bounded('number', 'abc', ' ')).to.deep.equal({
      'validation.min': 'wrongType',
      'validation.max': 'wrongType',
    });
    expect(bounded('text', 'long')).to.deep.equal({ 'validation.min': 'wrongType' });
  });

  it('compares moments as moments', () => {
    expect(bounded('time', '17:00', '09:00')).to.deep.equal({ 'validation.min': 'minAboveMax' });
    expect(bounded('date', '2026-02-01', '2026-01-31')).to.deep.equal({ 'validation.min': 'minAboveMax' });
    const around = { min: '2026-01-01T00:00+02:00', max: '2025-12-31T23:00Z' };
    expect(bounded('datetime', around.min, around.max)).to.deep.equal({});
    expect(bounded('datetime', around.max, around.min)).to.deep.equal({ 'validation.min': 'minAboveMax' });
    expect(checkSpecs([{ name: 'v', type: 'datetime', validation: around }])).to.deep.equal({});
  });

  it('offers options, and enough of them', () => {
    const [open, closed] = [{ value: 'a' }, { value: 'b', disabled: true }];
    const many = { type: 'multiselect', required: true } as const;
    expect(faultsOf({ type: 'select', options: [closed] })).to.deep.equal({ options: 'optionsDisabled' });
    expect(faultsOf({ ...many, options: [closed] })).to.deep.equal({ options: 'optionsDisabled' });
    expect(faultsOf({ ...many, options: [open, closed], validation: { min: 2 } })).to.deep.equal({
      'validation.min': 'minAboveLimit',
    });
    const fetched = { optionsSource: { url: 'https://x.test' } };
    expect(faultsOf({ ...many, ...fetched, options: [closed], validation: { min: 2 } })).to.deep.equal({});
  });

  it('names each column once', () => {
    const columns = ['a', 'b', 'a'].map((name) => ({ name, type: 'text' as const }));
    expect(checkAnswerable([{ name: 'v', type: 'table', columns }])).to.deep.equal({
      'variables.0.columns': { id: 'columnTwice', values: { name: 'a' } },
    });
  });
});
