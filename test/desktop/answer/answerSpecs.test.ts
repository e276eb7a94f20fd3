import { expect } from 'chai';
import { APPROVAL_OPTIONS } from '../../../contract/approval.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { isSingleOption, submitsOnSelect } from '../../../desktop/renderer/inputs/formShape.ts';
import { answerSpecs } from '../../../desktop/renderer/answer/answerSpecs.ts';
import { chosenInOwnWords } from '../../../desktop/renderer/ownWords.ts';
import { notification } from '../support/samples.ts';
import { inEnglish, inGerman } from '../support/words.ts';

// cspell:ignore Ihre Antwort Ablehnen

const options = (count: number) => Array.from({ length: count }, (_, index) => ({ value: `option${index}` }));
const select = (change: Partial<VariableSpec> = {}): VariableSpec => ({
  name: 'value',
  type: 'select',
  options: options(3),
  ...change,
});
const asked = (inputType: 'choice' | 'approval' | 'form', spec: VariableSpec) =>
  answerSpecs(inputType, [spec], inEnglish)[0]!;

describe('desktop/renderer/answer/answerSpecs', () => {
  it('shows a choice of few as buttons and a choice of many as a list', () => {
    expect(asked('choice', select()).variant).to.equal('buttons');
    expect(asked('choice', select({ options: options(7) })).variant).to.equal(undefined);
  });

  it('leaves alone what the author of a spec set', () => {
    expect(asked('choice', select({ variant: 'dropdown' })).variant).to.equal('dropdown');
    expect(asked('form', select()).variant).to.equal(undefined);
  });

  it("labels the single field of a simple question in the person's language, and leaves forms to their authors", () => {
    const label = 'Your answer';
    expect(answerSpecs('choice', [select({ label })], inGerman)[0]!.label).to.equal('Ihre Antwort');
    expect(answerSpecs('form', [select({ label })], inGerman)[0]!.label).to.equal(label);
  });

  describe("shows Approve and Reject in the person's language", () => {
    const plain = [...APPROVAL_OPTIONS];
    const labels = (inputType: 'choice' | 'approval' | 'form', given: VariableSpec['options']) =>
      answerSpecs(inputType, [select({ options: given })], inGerman)[0]!.options!.map(({ label }) => label);

    it("if they are the product's own words", () => {
      expect(labels('approval', plain)).to.deep.equal(['Genehmigen', 'Ablehnen']);
      const [spec] = answerSpecs('approval', [select({ options: plain })], inGerman);
      expect(spec!.options).to.deep.equal([
        { value: 'approved', label: 'Genehmigen', icon: '✓' },
        { value: 'rejected', label: 'Ablehnen', icon: '✕' },
      ]);
    });

    const [approve, reject] = APPROVAL_OPTIONS;
    const authored: [string, 'choice' | 'approval' | 'form', VariableSpec['options']][] = [
      ['other words', 'approval', [approve, { value: 'rejected', label: 'Send back' }]],
      ['no labels', 'approval', [{ value: 'approved' }, { value: 'rejected' }]],
      ['a third way', 'approval', [...plain, { value: 'later', label: 'Later' }]],
      ['another order', 'approval', [reject, approve]],
      ['a choice', 'choice', plain],
      ['a form', 'form', plain],
      ['a group', 'approval', [{ label: 'Both', options: plain }, reject]],
    ];
    for (const [what, inputType, given] of authored)
      it(`but not if an author wrote ${what}`, () =>
        expect(labels(inputType, given)).to.deep.equal(given!.map(({ label }) => label)));

    it("also for other people's choices", () => {
      expect(chosenInOwnWords(notification({ id: 'a' }), 'Approve', inGerman)).to.equal('Genehmigen');
      const choice = notification({ id: 'a', inputType: 'choice' });
      expect(chosenInOwnWords(choice, 'Approve', inGerman)).to.equal('Approve');
      expect(chosenInOwnWords(notification({ id: 'a' }), 'Later', inGerman)).to.equal('Later');
    });
  });

  describe('submits on select as in behaviour 2.7', () => {
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
    it('does nothing for other types', () => {
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
