import { expect } from 'chai';
import type { VariableSpec } from '../../../contract/variables.ts';
import { optionsFor } from '../../../bot/slack/inputs.ts';
import { questionModal } from '../../../bot/slack/modal.ts';
import { questionMessage } from '../../../bot/slack/render.ts';
import { aForm, APPROVAL, aQuestion, inputsOf, textsOf, TOKEN } from './renderSupport.ts';

const textsOn = (options: VariableSpec['options']): string[] =>
  textsOf(questionMessage(aQuestion({ variables: [{ ...APPROVAL, options }] }), { token: TOKEN }));

describe('a question for several people in Slack', () => {
  it('says that everybody has to answer where it does not count them', () => {
    const drawn = (strategy: 'any' | 'all') => textsOf(questionMessage(aQuestion({ strategy }), { token: TOKEN }));
    expect(drawn('all').slice(-2)).to.deep.equal(['*Needs*', 'An answer from everyone who was asked']);
    expect(drawn('any')).to.not.include('*Needs*');
  });
});

describe('options in Slack that begin alike', () => {
  it('are numbered, and continue in their description where the label ends', () => {
    const labels = ['one', 'two', 'three'].map((end) => `${'All begin alike. '.repeat(4)}abcdefghijkl ${end}`);
    const drawn = optionsFor(labels.map((label, n) => ({ id: `o${n}`, label, value: label, description: null })));
    expect(drawn.slice(1).map(({ text }) => text.text.slice(-5))).to.deep.equal(['… (2)', '… (3)']);
    const whole = drawn.map(
      ({ text, description }) => text.text.replace(/…( \(\d\))?$/, '') + description!.text.slice(1),
    );
    expect(whole).to.deep.equal(labels);
  });
});

describe('a field in Slack', () => {
  it('offers to leave an optional choice unanswered, and a switch if an administrator wants pickers', () => {
    const drawn = (spec: VariableSpec, nativePickers: boolean) => {
      const view = questionModal(aForm(spec, { name: 'why', type: 'text' }), { metadata: '{}', nativePickers });
      const { options } = inputsOf(view)[0]!.element as unknown as { options: { text: { text: string } }[] };
      return options.map(({ text }) => text.text);
    };
    const options = [{ value: 'ops' }];
    expect(drawn({ name: 'team', type: 'select', options }, false)).to.deep.equal(['ops', 'No answer']);
    expect(drawn({ name: 'team', type: 'select', options, required: true }, false)).to.deep.equal(['ops']);
    expect(drawn({ name: 'urgent', type: 'boolean' }, false)).to.deep.equal(['Yes', 'No']);
    expect(drawn({ name: 'urgent', type: 'boolean' }, true)).to.deep.equal(['Yes', 'No', 'No answer']);
    expect(drawn({ name: 'urgent', type: 'boolean', required: true }, true)).to.deep.equal(['Yes', 'No']);
  });

  it('says so if it cannot show a default', () => {
    const columns: VariableSpec['columns'] = [{ name: 'item', type: 'text' }];
    const cases: [VariableSpec, nativePickers: boolean, isShown: boolean][] = [
      [{ name: 'x', type: 'number', default: 1e-7 }, false, false],
      [{ name: 'x', type: 'number', default: 0.5 }, false, true],
      [{ name: 'x', type: 'table', columns, default: [{ item: 'a|b' }] }, false, false],
      [{ name: 'x', type: 'table', columns, default: [{ item: 'a' }] }, false, true],
      [{ name: 'x', type: 'user', default: 'ada@sandbox.test' }, true, false],
      [{ name: 'x', type: 'user', default: 'ada@sandbox.test' }, false, true],
      [{ name: 'x', type: 'user' }, true, true],
      [{ name: 'x', type: 'password', default: 'hunter2' }, false, true],
    ];
    for (const [spec, nativePickers, isShown] of cases) {
      const [text] = inputsOf(questionModal(aForm(spec), { metadata: '{}', nativePickers })).map(
        ({ hint }) => hint?.text,
      );
      const told = 'The value filled in here can be shown in the web client only.';
      expect((text ?? '').includes(told), JSON.stringify(spec)).to.equal(!isShown);
    }
  });

  it('says above the buttons what the choices mean', () => {
    const described = [
      { value: 'approved', label: 'Approve', description: 'Orders it\ntoday.' },
      { value: 'rejected', label: 'Reject' },
    ];
    expect(textsOn(described)).to.include('• Approve – Orders it today.');
    const long = described.map((option) => ({ ...option, description: 'x'.repeat(1500) }));
    const texts = textsOn(long);
    expect(texts.find((text) => text.startsWith('• Approve – x'))).to.match(/ … the rest is in the web client$/);
  });
});
