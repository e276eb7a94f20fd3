import { expect } from 'chai';
import type { VariableSpec } from '../../contract/variables.ts';
import { isSingleOption, submitsOnSelect } from '../../desktop/renderer/inputs/formShape.ts';
import { answerSpecs } from '../../desktop/renderer/notifications/answerSpecs.ts';

const options = (count: number) => Array.from({ length: count }, (_, index) => ({ value: `option${index}` }));
const select = (change: Partial<VariableSpec> = {}): VariableSpec => ({
  name: 'value',
  type: 'select',
  options: options(3),
  ...change,
});
const asked = (inputType: 'choice' | 'approval' | 'form', spec: VariableSpec) =>
  answerSpecs(inputType, [spec], 'Your answer')[0]!;

describe('desktop/renderer/notifications/answerSpecs', () => {
  it('has a choice of few as buttons and a choice of many as a list', () => {
    expect(asked('choice', select()).variant).to.equal('buttons');
    expect(asked('choice', select({ options: options(7) })).variant).to.equal(undefined);
  });

  it('leaves alone what the author of a spec said', () => {
    expect(asked('choice', select({ variant: 'dropdown' })).variant).to.equal('dropdown');
    expect(asked('form', select()).variant).to.equal(undefined);
  });

  it('calls the one field of a simple question as the person would, and leaves forms to their authors', () => {
    const label = 'Your answer';
    expect(answerSpecs('choice', [select({ label })], 'What you say')[0]!.label).to.equal('What you say');
    expect(answerSpecs('form', [select({ label })], 'What you say')[0]!.label).to.equal(label);
  });

  describe('submits on select as in table 2.7', () => {
    const table: [VariableSpec['variant'], boolean | undefined, boolean][] = [
      ['buttons', true, true],
      ['buttons', false, false],
      ['buttons', undefined, false],
      ['dropdown', true, false],
      [undefined, true, false],
    ];
    for (const inputType of ['choice', 'approval', 'form'] as const)
      for (const [variant, autoSubmitOnSelect, expected] of table)
        it(`${inputType}: variant ${variant}, flag ${autoSubmitOnSelect}: ${expected}`, () => {
          expect(submitsOnSelect(asked(inputType, select({ variant, autoSubmitOnSelect })))).to.equal(expected);
        });
    it('means nothing for other types', () => {
      expect(submitsOnSelect({ name: 'a', type: 'text', variant: 'buttons', autoSubmitOnSelect: true })).to.equal(
        false,
      );
    });
  });

  it('takes the fast path for one visible select with one option, and for nothing else', () => {
    const hidden: VariableSpec = { name: 'h', type: 'hidden' };
    expect(isSingleOption([select({ options: options(1) }), hidden])).to.equal(true);
    expect(isSingleOption([select({ options: options(2) })])).to.equal(false);
    expect(isSingleOption([select({ type: 'multiselect', options: options(1) })])).to.equal(false);
    expect(isSingleOption([select({ options: options(1) }), { name: 'b', type: 'text' }])).to.equal(false);
  });
});
