import { expect } from 'chai';
import type { VariableSpec } from '../../../contract/variables.ts';
import { parseCard, questionCard } from '../../../bot/teams/render.ts';
import { aForm, inputsOf, textOf, TOKEN } from './cards.ts';

const textOn = (spec: VariableSpec, options: object = {}): string =>
  textOf(questionCard(aForm([spec]), { token: TOKEN, ...options }));

describe('a field on a card', () => {
  it('says so if it cannot show a default', () => {
    const columns: VariableSpec['columns'] = [{ name: 'item', type: 'text' }];
    const zone = 'Europe/Berlin';
    const pickers = { nativePickers: true };
    const at = '2026-07-01T10:00:00Z';
    const cases: [VariableSpec, options: object, isShown: boolean][] = [
      [{ name: 'x', type: 'table', columns, default: [{ item: 'a|b' }] }, {}, false],
      [{ name: 'x', type: 'table', columns, default: [{ item: 'a' }] }, {}, true],
      [{ name: 'x', type: 'datetime', default: at }, pickers, false],
      [{ name: 'x', type: 'datetime', default: at }, { ...pickers, zone }, true],
      [{ name: 'x', type: 'user', default: 'ada@sandbox.test' }, pickers, false],
      [{ name: 'x', type: 'user', default: 'ada@sandbox.test' }, {}, true],
      [{ name: 'x', type: 'user' }, pickers, true],
      [{ name: 'x', type: 'password', default: 'secret' }, {}, true],
    ];
    for (const [spec, options, isShown] of cases) {
      const told = 'The value filled in here can be shown in the web client only.';
      expect(textOn(spec, options).includes(told), JSON.stringify(spec)).to.equal(!isShown);
    }
  });

  it('numbers options with the same label, as Slack does, and reads the one that was meant', () => {
    const options = ['a', 'b', 'c'].map((value) => ({ value, label: value === 'b' ? 'Other' : 'The same' }));
    for (const type of ['select', 'multiselect'] as const) {
      const form = aForm([{ name: 'x', type, required: true, options }]);
      const [input] = inputsOf(questionCard(form, { token: TOKEN }));
      const titles = (input!['choices'] as { title: string }[]).map(({ title }) => title);
      expect(titles).to.deep.equal(['The same', 'Other', 'The same (2)']);
      expect(parseCard(form, { f_x: 'o2' }).values).to.deep.equal({ x: type === 'select' ? 'c' : ['c'] });
    }
  });

  it('says what a few options mean, and where it is said of many', () => {
    const described = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ value: `v${n}`, label: `Option ${n}`, description: `Means\n${n}.` }));
    const spec: VariableSpec = { name: 'x', type: 'multiselect', options: [...described(2), { value: 'plain' }] };
    const lines = textOn(spec).split('\n');
    expect(lines).to.include.members(['Option 0 – Means 0.', 'Option 1 – Means 1.']);
    expect(lines.filter((line) => line.startsWith('plain'))).to.deep.equal([]);
    expect(textOn({ ...spec, options: described(6) }))
      .to.include('What the options mean is described in the web client.')
      .and.not.include('Means');
    const long = [{ value: 'v', label: 'Long', description: 'x'.repeat(2000) }];
    expect(textOn({ ...spec, options: long })).to.match(/^Long – x+…$/m);
  });
});
