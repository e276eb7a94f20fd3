import { expect } from 'chai';
import { say, SUMMARIES, summaryInEnglish, type SummaryId } from '../../contract/summaries.ts';
import { summaryWords } from '../../contract/summaryWords.ts';
import { inEnglish, inGerman } from './support/words.ts';

// cspell:ignore Dringend Genehmigen geantwortet

const VALUES = [1, 2, 20_000].map((count) => ({
  count,
  answered: count,
  name: 'Ada',
  manager: 'Grace',
  names: 'a, b',
  reason: 'Bought already.',
}));
const ANSWER = [{ text: 'Red' }];

describe("desktop/renderer: the server's summaries", () => {
  for (const id of Object.keys(SUMMARIES) as SummaryId[])
    it(`${id} has the server's words in English, and others in German`, () => {
      for (const values of VALUES) {
        const said = say(id, values, ANSWER);
        const english = summaryInEnglish(said);
        expect(english).to.not.match(/undefined/);
        expect(summaryWords(english, said, inEnglish)).to.equal(english);
        expect(summaryWords(english, said, inGerman))
          .to.not.equal(english)
          .and.not.match(/summary\.|[{}]/);
      }
    });

  it("translate our own words in an answer, and leave authors' words", () => {
    const approved = say('answeredWith', { name: 'Ada' }, [{ text: 'Approve', word: 'approved' }]);
    expect(summaryWords('Ada answered: Approve', approved, inGerman)).to.equal('Ada hat geantwortet: Genehmigen');
    const form = say('answeredWith', { name: 'Ada' }, [
      { label: 'Urgent', text: 'Yes', word: 'yes' },
      { label: 'Colour', text: 'No' },
    ]);
    expect(summaryInEnglish(form)).to.equal('Ada answered: Urgent: Yes, Colour: No');
    expect(summaryWords('', form, inGerman)).to.equal('Ada hat geantwortet: Urgent: Ja, Colour: No');
  });

  it('stay unchanged if they were stored before, or by a newer server', () => {
    expect(summaryWords('Ada answered', undefined, inGerman)).to.equal('Ada answered');
    expect(summaryWords('News.', { id: 'notYetKnown', values: {} }, inGerman)).to.equal('News.');
  });
});
