import { expect } from 'chai';
import { parseCard, questionCard } from '../../../bot/teams/render.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { aForm, aQuestion, inputsOf, specOf, submitsOf, textOf, TOKEN } from './cards.ts';

describe('an approval as a card', () => {
  it('is one press for an approval with few options', () => {
    const { requestId, webUrl } = aQuestion();
    const card = questionCard(aQuestion(), { token: TOKEN });
    expect(inputsOf(card)).to.deep.equal([]);
    const data = { verb: 'answer', requestId, token: TOKEN };
    expect(card.actions).to.deep.equal([
      { type: 'Action.Submit', title: 'Approve', style: 'positive', data: { ...data, f_value: 'o0' } },
      { type: 'Action.Submit', title: 'Reject', style: 'destructive', data: { ...data, f_value: 'o1' } },
      { type: 'Action.OpenUrl', title: 'Open in Handback', url: webUrl },
    ]);
    const offering = (options: VariableSpec['options']) => {
      const [spec] = aQuestion().variables;
      return questionCard(aQuestion({ variables: [{ ...spec!, options }] }), { token: TOKEN });
    };
    const own = offering(['Now', 'Later', 'Never'].map((label) => ({ value: label, label })));
    expect(submitsOf(own).map(({ title, style }) => [title, style])).to.deep.equal(
      ['Now', 'Later', 'Never'].map((title) => [title, undefined]),
    );
    const described = offering([{ value: 'a', label: 'Now', description: 'Orders it today.' }, { value: 'b' }]);
    expect(submitsOf(described).map(({ title }) => title)).to.deep.equal(['Now', 'b']);
    expect(textOf(described)).to.include('Now – Orders it today.');
    const unclear = ['1', '2'].map((value) => ({ value, label: 'x'.repeat(80) + value }));
    const many = Array.from({ length: 6 }, (_, index) => ({ value: `v${index}` }));
    for (const options of [unclear, many])
      expect(submitsOf(offering(options)).map(({ title }) => title)).to.deep.equal(['Submit Response']);
  });
});

describe('a yes or no as a card', () => {
  it('uses a choice of both, if an administrator wants pickers', () => {
    const spec = { ...specOf('boolean'), name: 'x' };
    const options = { nativePickers: true };
    const draw = (required: boolean) =>
      inputsOf(questionCard(aForm([{ ...spec, required }]), { token: TOKEN, ...options }))[0]!;
    expect(draw(true)).to.include({ type: 'Input.ChoiceSet', style: 'expanded' }).and.not.have.any.keys('value');
    const titles = (required: boolean) => (draw(required)['choices'] as { title: string }[]).map(({ title }) => title);
    expect([titles(true), titles(false)]).to.deep.equal([
      ['Yes', 'No'],
      ['Yes', 'No', 'No answer'],
    ]);
    const read = (f_x: string) => parseCard(aForm([spec]), { f_x }, options).values;
    expect([read('true'), read('false'), read('none'), read('')]).to.deep.equal([{ x: true }, { x: false }, {}, {}]);
  });
});
