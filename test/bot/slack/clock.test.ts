import { expect } from 'chai';
import { checkAnswers } from '../../../contract/answers.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { questionModal } from '../../../bot/slack/modal.ts';
import { parseModal } from '../../../bot/slack/parse.ts';
import { aForm, inputsOf, submittedAsIs } from './renderSupport.ts';

const BERLIN = { zone: 'Europe/Berlin', isOwn: true };
const DRAWN = { metadata: '{}', nativePickers: true, clock: BERLIN };
const secondsOf = (at: string): number => Date.parse(at) / 1000;

describe('a date and time picked in Slack (behaviour 2.6)', () => {
  it("starts at the author's default, in the time zone of the person", () => {
    const starts: [string, string][] = [
      ['2026-12-24T18:00', '2026-12-24T17:00Z'],
      ['2026-07-24T18:00:30', '2026-07-24T16:00:30Z'],
      ['2026-12-24T18:00Z', '2026-12-24T18:00Z'],
      ['2026-12-24T18:00+05:30', '2026-12-24T12:30Z'],
    ];
    for (const [text, at] of starts) {
      const [input] = inputsOf(questionModal(aForm({ name: 'at', type: 'datetime', default: text }), DRAWN));
      expect(input!.element, text).to.include({ type: 'datetimepicker', initial_date_time: secondsOf(at) });
    }
  });

  it('has the offset of the person who picks it, and comes back unchanged', () => {
    const question = aForm({ name: 'at', type: 'datetime', default: '2026-12-24T18:00' });
    const state = submittedAsIs(questionModal(question, DRAWN));
    expect(parseModal(question, state, BERLIN)).to.deep.equal({ at: '2026-12-24T18:00:00+01:00' });
    const again = questionModal(question, { ...DRAWN, redo: { typed: state, fields: {} } });
    expect(submittedAsIs(again)).to.deep.equal(state);
  });

  it('is checked against bounds in the time zone of the person who picks it', () => {
    const spec: VariableSpec = {
      name: 'at',
      type: 'datetime',
      validation: { min: '2026-12-24T00:00', max: '2026-12-24T18:00' },
    };
    const isTaken = (at: string): boolean => {
      const state = { f_at: { v: { selected_date_time: secondsOf(at) } } };
      return checkAnswers([spec], parseModal(aForm(spec), state, BERLIN)).ok;
    };
    expect(isTaken('2026-12-24T00:30+01:00'), 'just after midnight in Berlin').to.equal(true);
    expect(isTaken('2026-12-24T18:00+01:00')).to.equal(true);
    expect(isTaken('2026-12-24T18:30+01:00'), 'half an hour too late').to.equal(false);
  });
});
