import { expect } from 'chai';
import fc from 'fast-check';
import { checkAnswers } from '../../../contract/answers.ts';
import { VARIABLE_TYPES, type VariableSpec } from '../../../contract/variables.ts';
import { fromMessage } from '../../../desktop/renderer/chats/fromMessage.ts';

const spec = (name: string, type: VariableSpec['type'], more: Partial<VariableSpec> = {}): VariableSpec => ({
  name,
  type,
  ...more,
});
const amount = spec('amount', 'number');
const day = spec('day', 'date');
const purpose = spec('purpose', 'textarea');
const kind = spec('kind', 'select', {
  options: [
    { value: 'train', label: 'Train fare' },
    { label: 'Others', options: [{ value: 'hotel' }, { value: 'gone', disabled: true }] },
  ],
});

describe('what a message prefills in the form that it starts', () => {
  it('is its number, its day, the option that it names, and the message itself', () => {
    const message = 'A train fare to Ghent on 2026-12-24 for 4,800.50 EUR';
    expect(fromMessage(message, [amount, day, kind, purpose])).to.deep.equal({
      amount: 4800.5,
      day: '2026-12-24',
      kind: 'train',
      purpose: message,
    });
  });

  it("is parsed in the format of the person's region", () => {
    expect(fromMessage('Hotel, 4.800,50 am 3.1.2027', [amount, day, kind], ',')).to.deep.equal({
      amount: 4800.5,
      day: '2027-01-03',
      kind: 'hotel',
    });
    for (const [message, number] of [
      ['84.50', 84.5],
      ['it was 84.50.', 84.5],
      ['84,50', 84.5],
      ['1,000', 1000],
      ['-3', -3],
      ['costs 12', 12],
    ] as const)
      expect(fromMessage(message, [amount]), message).to.deep.equal({ amount: number });
  });

  it('is nothing if it is ambiguous', () => {
    expect(fromMessage('2 nights, 310 EUR', [amount])).to.deep.equal({});
    expect(fromMessage('310 EUR', [amount, spec('nights', 'number')])).to.deep.equal({});
    expect(fromMessage('Train fare or hotel', [kind])).to.deep.equal({});
    expect(fromMessage('from 2026-12-24 to 2026-12-26', [day])).to.deep.equal({});
    expect(fromMessage('Hello', [purpose, spec('message', 'text')])).to.deep.equal({});
  });

  it('is nothing that the field would refuse', () => {
    expect(fromMessage('310', [{ ...amount, validation: { max: 100 } }])).to.deep.equal({});
    expect(fromMessage('on 31.02.2026', [day])).to.deep.equal({});
    expect(fromMessage('gone, model X3, room B-12', [kind, amount])).to.deep.equal({});
  });

  it('is several options if several may be chosen', () => {
    const kinds = { ...kind, type: 'multiselect' as const };
    expect(fromMessage('Train fare and hotel', [kinds])).to.deep.equal({ kind: ['train', 'hotel'] });
    expect(fromMessage('Hotels', [kinds])).to.deep.equal({});
  });

  it('is valid whatever the message and the form', () => {
    const specs = fc.uniqueArray(fc.constantFrom(...VARIABLE_TYPES), { maxLength: 6 });
    fc.assert(
      fc.property(fc.string(), specs, (message, types) => {
        const form = types.map((type) => spec(`f_${type}`, type, { columns: [{ name: 'a', type: 'text' }] }));
        const found = fromMessage(message, form);
        for (const each of form.filter(({ name }) => name in found))
          expect(checkAnswers([each], { [each.name]: found[each.name] }).ok).to.equal(true);
      }),
    );
  });
});
