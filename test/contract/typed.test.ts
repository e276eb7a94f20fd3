import { expect } from 'chai';
import fc from 'fast-check';
import { checkAnswers, typedText, typedValue } from '../../contract/answers.ts';
import { parseNumber } from '../../contract/answers/numbers.ts';
import { inEnglish } from '../../contract/english.ts';
import { VARIABLE_TYPES, type VariableSpec, type VariableType } from '../../contract/variables.ts';
import { COLUMNS } from './answerCases.ts';

const OPTIONS: VariableSpec['options'] = [
  { value: 'a', label: 'Apple' },
  { value: 'p', label: 'Pear, ripe' },
  {
    label: 'Citrus',
    options: [
      { value: 'l', label: 'Lemon' },
      { value: 'L', label: 'lemon' },
    ],
  },
  { value: 'fig' },
  { value: 'Apple', label: 'The brand' },
];
const specOf = (type: VariableType): VariableSpec => ({ name: 'x', type, options: OPTIONS, columns: COLUMNS });

const READ: [VariableType, string, unknown][] = [
  ['text', ' a ', ' a '],
  ['text', ' \n ', undefined],
  ['string', 'a', 'a'],
  ['textarea', 'one\ntwo', 'one\ntwo'],
  ['multiline', '\none', '\none'],
  ['select', ' a ', 'a'],
  ['select', 'Apple', 'Apple'],
  ['select', 'pear, RIPE', 'p'],
  ['select', 'Lemon', 'l'],
  ['select', 'LEMON', 'LEMON'],
  ['select', 'fig', 'fig'],
  ['select', 'plum', 'plum'],
  ['multiselect', 'Pear, ripe\na; fig', ['p', 'a', 'fig']],
  ['multiselect', 'plum, a', ['plum', 'a']],
  ['multiselect', ' , ; ', undefined],
  ['number', ' 12,5 ', 12.5],
  ['number', '-1.5e3', -1500],
  ['number', '.5', 0.5],
  ['number', '1,000', '1,000'],
  ['number', '0x10', '0x10'],
  ['boolean', ' Yes ', true],
  ['boolean', 'FALSE', false],
  ['boolean', 'perhaps', 'perhaps'],
  ['date', ' 2026-03-01 ', '2026-03-01'],
  ['file', 'x', 'x'],
  ['user', ' ada@sandbox.test ', 'ada@sandbox.test'],
  ['multiuser', 'ada\n\ngrace, ada;', ['ada', 'grace']],
  ['multiuser', ', ;', undefined],
  ['group', ' finance ', 'finance'],
  ['multigroup', 'finance; legal', ['finance', 'legal']],
  ['range', '3', 3],
  ['datetime', '2026-03-01 9:30', '2026-03-01T09:30'],
  ['datetime', '2026-03-01T10:30Z', '2026-03-01T10:30Z'],
  ['datetime', 'tomorrow', 'tomorrow'],
  ['time', '9:05', '09:05'],
  ['time', ' 14:30 ', '14:30'],
  ['hierarchy', 'a\n  b\n\n\tc', [{ label: 'a', children: [leaf('b'), leaf('c')] }]],
  ['hierarchy', '      far in\n a', [leaf('far in'), leaf('a')]],
  ['password', ' secret ', ' secret '],
  ['table', 'Pen | 1,5 | no | 2026-03-01', [{ item: 'Pen', price: 1.5, paid: false, day: '2026-03-01' }]],
  ['table', 'Pen | | constructor |\n\nInk', [{ item: 'Pen', price: '', paid: 'constructor' }, { item: 'Ink' }]],
  ['table', 'Pen | 1 | yes | x | more', [{ item: 'Pen', price: 1, paid: true, day: 'x', 5: 'more' }]],
  ['hidden', 'x', undefined],
];

function leaf(label: string) {
  return { label, children: [] };
}

describe('typed text', () => {
  for (const [type, text, value] of READ)
    it(`means ${JSON.stringify(value)} if it is ${JSON.stringify(text)} for a ${type}`, () => {
      expect(typedValue(specOf(type), text)).to.deep.equal(value);
    });

  it('is parsed and written without scanning the options for each item', () => {
    let looks = 0;
    const options = Array.from({ length: 2000 }, (_, index) => ({
      value: `v${index}`,
      get label() {
        looks += 1;
        return `Option ${index}`;
      },
    }));
    const spec: VariableSpec = { name: 'x', type: 'multiselect', options };
    const items = Array.from({ length: 1500 }, (_, index) => (index % 2 ? `option ${index}` : `none ${index}`));
    const values = items.map((item, index) => (index % 2 ? `v${index}` : item));
    expect(typedValue(spec, items.join(','))).to.deep.equal(values);
    expect(typedText(spec, values)?.split('\n')[1]).to.equal('Option 1');
    expect(looks, 'of labels, of which there are 2,000').to.be.at.most(3 * options.length);
  });

  it("is in the writer's time zone, if it is a date and time without an offset", () => {
    const typist = { zone: 'Europe/Berlin' };
    const read = (text: string) => typedValue(specOf('datetime'), text, typist);
    expect(read('2026-12-24 18:00')).to.equal('2026-12-24T18:00:00+01:00');
    expect(read(' 2026-07-01T9:30:15.25 ')).to.equal('2026-07-01T09:30:15.25+02:00');
    expect(read('2026-12-24 18:00-05:00')).to.equal('2026-12-24T18:00-05:00');
    expect(read('2026-12-24T18:00Z')).to.equal('2026-12-24T18:00Z');
    expect(read('tomorrow')).to.equal('tomorrow');
    expect(typedValue(specOf('date'), '2026-12-24', typist)).to.equal('2026-12-24');
    expect(typedValue(specOf('time'), '9:05', typist)).to.equal('09:05');
  });

  it("is a number in the writer's format, and never a thousandth of what they mean", () => {
    const typist = { decimal: ',' } as const;
    const cell = (text: string) => typedValue(specOf('table'), `Pen | ${text}`, typist);
    for (const [text, value] of [
      ['1,5', 1.5],
      ['1.5', 1.5],
      ['12,125', 12.125],
      ['1.500', '1.500'],
    ] as const) {
      expect(typedValue(specOf('range'), text, typist)).to.equal(value);
      expect(cell(text)).to.deep.equal([{ item: 'Pen', price: value }]);
    }
    expect(typedValue(specOf('number'), '1.500', typist), 'what a control of a platform gives').to.equal(1.5);
    for (const [type, value] of [
      ['range', 12.125],
      ['table', [{ item: 'Pen', price: 12.125, paid: true, day: '2026-03-01' }]],
    ] as const) {
      const text = typedText(specOf(type), value, typist)!;
      expect(text).to.include('12,125');
      expect(typedValue(specOf(type), text, typist)).to.deep.equal(value);
    }
  });

  it('is file addresses, one per line, if the author lists hosts', () => {
    const spec: VariableSpec = { name: 'x', type: 'file', validation: { hosts: ['files.test'] } };
    expect(
      typedValue(spec, ' https://files.test/a/Plan%20B.pdf?x=1 \n\nhttps://files.test\nhttps://files.test/%ff\nplan'),
    ).to.deep.equal([
      { url: 'https://files.test/a/Plan%20B.pdf?x=1', name: 'Plan B.pdf' },
      { url: 'https://files.test', name: 'https://files.test' },
      { url: 'https://files.test/%ff', name: '%ff' },
      { url: 'plan', name: 'plan' },
    ]);
  });

  it('matches none of several options with the same label, which only their values tell apart', () => {
    const cities = ['berlin-de', 'berlin-us'].map((value) => ({ value, label: 'Berlin' }));
    const spec: VariableSpec = { name: 'x', type: 'select', options: [...cities, { value: 'rome', label: 'Rome' }] };
    const several: VariableSpec = { ...spec, type: 'multiselect' };
    expect(typedValue(spec, 'Berlin')).to.equal('Berlin');
    expect(checkAnswers([spec], { x: 'Berlin' }).ok, 'it is told that this is no option').to.equal(false);
    expect(typedValue(spec, 'berlin-us')).to.equal('berlin-us');
    expect(typedValue(several, 'Rome, Berlin')).to.deep.equal(['rome', 'Berlin']);
    for (const value of ['berlin-de', 'berlin-us', 'rome'])
      expect(typedValue(spec, typedText(spec, value)!), 'a default').to.equal(value);
    expect(typedText(several, ['berlin-us', 'rome'])).to.equal('berlin-us\nRome');
  });

  it('means something even if a spec has neither options nor columns', () => {
    expect(typedValue({ name: 'x', type: 'select' }, 'a')).to.equal('a');
    expect(typedValue({ name: 'x', type: 'multiselect' }, 'a, b')).to.deep.equal(['a', 'b']);
    expect(typedValue({ name: 'x', type: 'table' }, 'a | b')).to.deep.equal([{ 1: 'a', 2: 'b' }]);
  });

  it('is never more than the check can name, whatever it is', () => {
    const property = fc.property(fc.constantFrom(...VARIABLE_TYPES), fc.string({ unit: 'binary' }), (type, text) => {
      const value = typedValue(specOf(type), text);
      const result = checkAnswers([specOf(type)], value === undefined ? {} : { x: value });
      if (!result.ok)
        for (const check of Object.values(result.checks)) expect(inEnglish(check)).to.match(/^[A-Z].*\.$/);
    });
    fc.assert(property, { numRuns: 500 });
  });
});

const NUMBERS: [string, ',' | '.', number | string][] = [
  ['1,5', ',', 1.5],
  ['1.5', ',', 1.5],
  ['1,234', ',', 1.234],
  ['1.234', ',', '1.234'],
  ['1.234,5', ',', 1234.5],
  ['-1.234.567', ',', -1234567],
  ['1,234.5', ',', 1234.5],
  ['1,234,567.5', '.', 1234567.5],
  ['1 234,5', ',', 1234.5],
  ['1\u202f000', ',', 1000],
  ["1'234.50", '.', 1234.5],
  ['1.23.456', ',', '1.23.456'],
  ['1.234 567', ',', '1.234 567'],
  ['12 34', ',', '12 34'],
  ['-0,05', ',', -0.05],
  ['1,5', '.', 1.5],
  ['1.234', '.', 1.234],
  ['1,234', '.', '1,234'],
  ['1e', '.', '1e'],
  ['4 €', ',', '4 €'],
];

describe('a typed number', () => {
  for (const [text, decimal, value] of NUMBERS)
    it(`is ${JSON.stringify(value)} if it is ${text} and the decimal separator is "${decimal}"`, () => {
      expect(parseNumber(text, decimal)).to.equal(value);
    });

  it('is refused with the reason if it can be read in two ways', () => {
    const refusal = (text: string, decimal: ',' | '.') => {
      const result = checkAnswers([specOf('number')], { x: typedValue(specOf('range'), text, { decimal }) });
      return result.ok ? null : result.checks['x']?.id;
    };
    expect(refusal('1.234', ',')).to.equal('numberUnclear');
    expect(refusal('-1,234', '.')).to.equal('numberUnclear');
    expect(refusal('many', ',')).to.equal('number');
    expect(refusal('1234', ',')).to.equal(null);
  });
});

const TREE = [{ label: 'a', children: [leaf('b')] }, leaf('c')];
const ADA = { id: '1', displayName: 'Ada', email: 'ada@sandbox.test' };

const WRITTEN: [VariableType, unknown, string | undefined][] = [
  ['text', 'a', 'a'],
  ['text', 7, '7'],
  ['text', { a: 1 }, undefined],
  ['select', 'p', 'Pear, ripe'],
  ['select', 'plum', 'plum'],
  ['multiselect', ['p', 'fig', 7], 'Pear, ripe\nfig\n7'],
  ['multiselect', ['a', 'fig'], 'a\nfig'], // its label is the value of another
  ['multiselect', 'a', undefined],
  ['number', 1.5, '1.5'],
  ['boolean', true, 'yes'],
  ['boolean', false, 'no'],
  ['boolean', 'yes', undefined],
  ['date', '2026-03-01', '2026-03-01'],
  ['file', [{ id: '1' }], undefined],
  ['user', ADA, 'ada@sandbox.test'],
  ['user', { id: '1', displayName: 'Ada', email: null }, '1'],
  ['user', 'ada', 'ada'],
  ['user', null, undefined],
  ['multiuser', [ADA, 'grace', null], 'ada@sandbox.test\ngrace'],
  ['multigroup', 'legal', undefined],
  ['hierarchy', TREE, 'a\n  b\nc'],
  ['hierarchy', [{ label: 'a' }, null], 'a'],
  ['hierarchy', 'a', undefined],
  ['hierarchy', [{ label: 'a', children: [{ label: 'b\nc' }] }], undefined], // becomes two when it is parsed
  ['password', 'secret', undefined],
  ['table', [{ item: 'Pen', price: 1, paid: true }, null], 'Pen | 1 | yes | \n |  |  | '],
  ['table', [{ paid: false }], ' |  | no | '],
  ['table', 'x', undefined],
  ['table', [{ item: 'Pen\nInk' }], undefined],
  ['table', [{ item: 'Pen' }, { item: 'a | b' }], undefined],
  ['hidden', 'x', undefined],
];

describe('a value as a person would have typed it', () => {
  for (const [type, value, text] of WRITTEN)
    it(`is ${JSON.stringify(text)} for the ${type} ${JSON.stringify(value)}`, () => {
      expect(typedText(specOf(type), value)).to.equal(text);
    });

  it('is empty for a table without columns', () => {
    expect(typedText({ name: 'x', type: 'table' }, [{ a: 1 }])).to.equal('');
  });

  it('means the same when it is parsed again', () => {
    const same: [VariableType, unknown][] = [
      ['select', 'p'],
      ['select', 'a'],
      ['multiselect', ['p', 'l', 'fig']],
      ['multiselect', ['a', 'Apple', 'L']],
      ['number', -0.25],
      ['boolean', false],
      ['datetime', '2026-03-01T09:30'],
      ['hierarchy', TREE],
      ['multiuser', ['ada', 'grace']],
      ['table', [{ item: 'Pen', price: 1, paid: false, day: '2026-03-01' }]],
    ];
    for (const [type, value] of same)
      expect(typedValue(specOf(type), typedText(specOf(type), value)!), type).to.deep.equal(value);
  });
});
