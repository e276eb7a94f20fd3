// cspell:ignore Montag März Seit geantwortet
import { expect } from 'chai';
import { say } from '../../contract/summaries.ts';
import { speechFor } from '../../contract/speech.ts';

const AT = '2026-03-02T14:30:00Z';

describe('what is said outside of the web client', () => {
  it('is in the first language of the reader that is spoken, and in English otherwise', () => {
    expect(speechFor('de-AT').instant(AT)).to.equal('Montag, 2. März 2026, 14:30 UTC');
    for (const wanted of [[], [null], ['fr'], ['not a language!'], ['', undefined]])
      expect(speechFor(...wanted).instant(AT), String(wanted)).to.equal('Monday, 2 March 2026, 14:30 UTC');
    expect(speechFor(null, 'fr-FR', 'de').say('message.since')).to.equal('Seit');
  });

  it('has the sentences of the client for what became of a request, the words in answers too', () => {
    const said = say('answeredWith', { name: 'Grace' }, [{ text: 'Yes', word: 'yes' }]);
    expect(speechFor('de').summary('Grace answered: Yes', said)).to.equal('Grace hat geantwortet: Ja');
    expect(speechFor('de').summary('In own words', undefined)).to.equal('In own words');
    expect(speechFor('de').summary('Newer', { id: 'newer', values: {} })).to.equal('Newer');
  });

  it('keeps no more languages than there is use for', () => {
    for (let n = 0; n < 300; n++) expect(speechFor(`de-x-a${n}`).say('message.flow')).to.equal('Flow');
  });
});
