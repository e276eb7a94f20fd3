import { expect } from 'chai';
import fc from 'fast-check';
import { checkAnswers, typedText } from '../../contract/answers.ts';
import { speechFor } from '../../contract/speech.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { parseModal } from '../../bot/slack/parse.ts';
import { parseCard } from '../../bot/teams/render.ts';
import { readForm, valuesOf } from '../../server/channels/email/responseForm.ts';
import { aForm } from '../bot/teams/cards.ts';
import { TOKEN } from '../channels/email/support.ts';
import { drawnField, FIELD, drawnWords } from './drawnAnswers.ts';
import { inSlack, inTeams, onPage, type Fill, type Setting } from './filledForms.ts';

/** Making a failure smaller takes minutes. */
const RUNS = { numRuns: 60, endOnFailure: true };

const setting: fc.Arbitrary<Setting> = fc.record({
  nativePickers: fc.boolean(),
  speech: fc.constantFrom('en', 'de').map((language) => speechFor(language)),
});

/** An answer as it is checked; a moment as its instant. */
function stored(spec: VariableSpec, values: Record<string, unknown>): unknown {
  const checked = checkAnswers([spec], values);
  if (!checked.ok) return checked.checks;
  const value = checked.values[FIELD];
  return spec.type === 'datetime' && value !== undefined ? Date.parse(String(value)) : value;
}

/** Nobody can type a bar into a cell, and Slack takes only numbers without an exponent. */
const canBeTyped = (spec: VariableSpec, value: unknown): boolean =>
  spec.type === 'password' || (typedText(spec, value) !== undefined && !isVeryLong(value));

const isVeryLong = (value: unknown): boolean => typeof value === 'number' && /e|\d{16}/.test(String(value));

const CHANNELS: [name: string, fill: Fill, startsEmpty: RegExp][] = [
  ['in Teams', inTeams, /password|user|group/],
  ['in Slack', inSlack, /password|user|group/],
  ['on the response page', onPage, /password|user|group|select|boolean|range/],
];

/** It is in the web client only, or too long for the platform. */
const WHY_NO_DEFAULT = ['bot.defaultInWeb', 'bot.lostDefault'] as const;

describe('an answer to any field', function () {
  this.timeout(120_000);

  for (const [where, fill, startsEmpty] of CHANNELS) {
    it(`given ${where} is the same as through the API`, () => {
      const property = fc.property(drawnField, setting, ({ spec, value }, set) => {
        if (spec.type === 'datetime' || !canBeTyped(spec, value)) return; // controls have no offset
        const sent = fill(spec, value, set);
        if (sent) expect(stored(spec, sent.values)).to.deep.equal(stored(spec, { [FIELD]: value }));
      });
      fc.assert(property, RUNS);
    });

    it(`given ${where} comes back unchanged with a form that is shown again`, () => {
      const property = fc.property(drawnField, setting, ({ spec, value }, set) => {
        if (spec.type === 'password' || !canBeTyped(spec, value)) return;
        const sent = fill(spec, value, set);
        if (sent) expect(stored(spec, sent.again())).to.deep.equal(stored(spec, sent.values));
      });
      fc.assert(property, RUNS);
    });

    it(`is the default ${where} if nothing is changed, unless the field says why not`, () => {
      const property = fc.property(drawnField, setting, ({ spec, preset }, set) => {
        if (startsEmpty.test(spec.type)) return;
        const asked = { ...spec, default: preset as VariableSpec['default'] };
        const sent = fill(asked, undefined, set);
        if (!sent) return;
        const isTold = WHY_NO_DEFAULT.some((id) => sent.text.includes(set.speech.say(id)));
        const wanted = isTold ? {} : { [FIELD]: preset };
        expect(stored({ ...asked, required: false }, sent.values)).to.deep.equal(
          stored({ ...asked, required: false }, wanted),
        );
      });
      fc.assert(property, RUNS);
    });
  }

  it('that is typed means the same, or fails the same checks, wherever it is typed', () => {
    const property = fc.property(drawnField, drawnWords, setting, ({ spec }, words, { speech }) => {
      if (/select|number|boolean|range|password/.test(spec.type)) return;
      const typist = { zone: 'Europe/Berlin', decimal: speech.decimal };
      const sent = new URLSearchParams({ token: TOKEN, [`f_${FIELD}`]: words.replaceAll('\n', '\r\n') });
      const read = [
        parseCard(aForm([spec]), { [`f_${FIELD}`]: words }, { zone: typist.zone, speech }).values,
        parseModal(aForm([spec]), { [`f_${FIELD}`]: { v: { value: words } } }, typist),
        valuesOf(readForm(sent), [spec], typist),
      ];
      const [first, ...others] = read.map((values) => checkAnswers([spec], values));
      for (const other of others) expect(other).to.deep.equal(first);
    });
    fc.assert(property, { numRuns: 100 });
  });
});
