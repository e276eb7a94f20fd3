import { expect } from 'chai';
import type { VariableSpec, VariableType } from '../../../contract/variables.ts';
import { parseCard, questionCard } from '../../../bot/teams/render.ts';
import { aForm, EVERY_TYPE, inputsOf, partsOf, specOf, textOf, TOKEN } from './cards.ts';

describe('a card that comes back with errors', () => {
  const form = aForm(EVERY_TYPE);
  const data = {
    verb: 'answer',
    f_title: ' ',
    f_story: 'It burnt.\r\nA lot.',
    f_affected: 'o0,o2',
    f_cost: 'much',
    f_injured: 'true',
    f_pin: '1234',
    f_damage: 'Printer | much',
    f_nothing: 'x',
  };
  const fields = { title: 'Write an answer.', 'damage.0.price': 'Enter a number.', values: 'Something else.' };
  const { redo } = parseCard(form, data);
  const card = questionCard(form, { token: TOKEN, redo: { ...redo, fields } });
  const inputOf = (name: string) => inputsOf(card).find((part) => part['id'] === `f_${name}`)!;

  it('keeps everything that was typed except a password', () => {
    expect(inputOf('story')['value']).to.equal('It burnt.\nA lot.');
    expect(inputOf('affected')['value']).to.equal('o0,o2');
    expect(inputOf('injured')['value']).to.equal('true');
    expect(inputOf('damage')['value']).to.equal('Printer | much');
    expect(inputOf('cost')).to.not.have.any.keys('value');
    expect(JSON.stringify([card, redo])).to.not.include('1234');
    expect(textOf(card)).to.include('Type the password once more.');
  });

  it('does not restore defaults of emptied fields', () => {
    const spec: VariableSpec = { name: 'x', type: 'text', default: 'old' };
    const again = questionCard(aForm([spec]), { token: TOKEN, redo: { typed: {}, fields: {} } });
    expect(inputsOf(again)[0]).to.not.have.any.keys('value');
  });

  it('names the errors at the top and at their fields, in the attention colour', () => {
    const red = partsOf(card)
      .filter((part) => part['type'] === 'TextRun' && part['color'] === 'Attention')
      .map((part) => part['text']);
    expect(red).to.deep.equal([
      '3 answers need another look',
      'Title: Write an answer.',
      'Damage: Row 1, Price: Enter a number.',
      'Something else.',
      'Write an answer.',
      'Type the password once more.',
      'Row 1, Price: Enter a number.',
    ]);
    const field = partsOf(card).find(
      (part) => part['type'] === 'Container' && (part['items'] as unknown[])[0] === inputOf('title'),
    )!;
    expect(JSON.stringify(field)).to.include('Write an answer.');
  });

  it('does not repeat more errors at the top than anybody reads', () => {
    const many = Array.from({ length: 8 }, (_, index): VariableSpec => ({ name: `x${index}`, type: 'text' }));
    const all = Object.fromEntries(many.map(({ name }) => [name, 'Write an answer.']));
    const text = textOf(questionCard(aForm(many), { token: TOKEN, redo: { typed: {}, fields: all } }));
    expect(text).to.include('8 answers need another look').and.include('and 3 more, each at its field');
  });
});

describe('the values of a submitted card', () => {
  const READS: [VariableType, unknown, unknown][] = [
    ['text', ' a ', ' a '],
    ['text', '  ', undefined],
    ['text', 5, '5'],
    ['text', { a: 1 }, undefined],
    ['textarea', 'a\r\nb', 'a\nb'],
    ['select', 'o1', 'high'],
    ['select', 'o2', 'fatal'],
    ['select', 'none', undefined],
    ['select', '', undefined],
    ['select', 'o9', 'o9'],
    ['multiselect', 'o0,o2', ['printer', 'staff']],
    ['multiselect', '', undefined],
    ['multiselect', 'o0,x', ['printer', 'x']],
    ['number', '42', 42],
    ['number', 'much', 'much'],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['boolean', true, true],
    ['date', '2026-12-24', '2026-12-24'],
    ['file', 'x', undefined],
    ['hidden', 'x', undefined],
    ['multiuser', 'ada\ngrace', ['ada', 'grace']],
    ['table', 'Pen | 2', [{ item: 'Pen', price: 2 }]],
  ];
  for (const [type, sent, value] of READS)
    it(`${type} ${JSON.stringify(sent)} becomes ${JSON.stringify(value)}`, () => {
      const { name } = specOf(type);
      const { values } = parseCard(aForm([specOf(type)]), {
        [`f_${name}`]: sent,
        [name]: 'forged',
        f_other: 'x',
        token: 'x',
      });
      expect(values).to.deep.equal(value === undefined ? {} : { [name]: value });
    });

  it('are the address of a file, if the author lists hosts', () => {
    const spec: VariableSpec = { name: 'x', type: 'file', required: true, validation: { hosts: ['files.test'] } };
    const card = questionCard(aForm([spec]), { token: TOKEN });
    expect(inputsOf(card)[0]).to.include({ type: 'Input.Text', id: 'f_x' });
    expect(textOf(card)).to.include('type the https address of a file at files.test');
    const { values } = parseCard(aForm([spec]), { f_x: 'https://files.test/a.pdf' });
    expect(JSON.stringify(values)).to.include('https://files.test/a.pdf');
  });

  it('are taken from fields by their own names only', () => {
    const spec: VariableSpec = { name: 'constructor', type: 'text' };
    expect(parseCard(aForm([spec]), {}).values).to.deep.equal({});
    const odd = JSON.parse('{"f___proto__":"x"}') as Record<string, unknown>;
    expect(parseCard(aForm([{ name: '__proto__', type: 'text' }]), odd).redo.fields).to.deep.equal({});
  });
});
