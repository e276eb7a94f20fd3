import { expect } from 'chai';
import type { NextStep } from '../../../contract/nextSteps.ts';
import { speechFor } from '../../../contract/speech.ts';
import { nextList } from '../../../server/channels/email/nextList.ts';
import { responsePage } from '../../../server/channels/email/responsePage.ts';
import { aQuestion } from '../../support/messages.ts';
import { aPerson } from '../../support/seeds.ts';
import { textOf } from './markup.ts';

const NEXT: NextStep[] = [
  { when: { kind: 'answer', field: 'value', values: ['approved'] }, places: [{ kind: 'node', name: '<b>Pay</b>' }] },
  { when: { kind: 'timeout' }, places: [{ kind: 'end' }] },
];

describe('what happens next, on the page behind a mail', () => {
  it("is listed for each answer, in the reader's language, with authors' text kept as text", () => {
    const speech = speechFor('de');
    const asked = { question: aQuestion({ next: NEXT }), person: aPerson('ada'), token: 'a'.repeat(64), nonce: 'n' };
    const shown = responsePage({ ...asked, clock: { zone: 'UTC', isOwn: false }, speech });
    expect(textOf(shown)).to.include('Bei „Genehmigen“: „<b>Pay</b>“.');
    expect(textOf(shown)).to.include(speech.say('next.title'));
    expect(shown).to.not.include('<b>Pay');
  });

  it('is empty if the question has no such information', () => {
    expect(nextList(aQuestion(), speechFor('en'))).to.equal(null);
  });
});
