// cspell:ignore Montag März Gefragt geantwortet
import { expect } from 'chai';
import { say } from '../../contract/summaries.ts';
import { factRows } from '../../contract/spoken.ts';
import { speechFor, speechIn } from '../../contract/speech.ts';

const AT = '2026-03-02T14:30:00Z';

describe('text outside the web client', () => {
  it("is in the reader's first supported language, and otherwise in English", () => {
    expect(speechFor('de-AT').instant(AT)).to.equal('Montag, 2. März 2026, 14:30 UTC');
    for (const wanted of [[], [null], ['fr'], ['not a language!'], ['', undefined]])
      expect(speechFor(...wanted).instant(AT), String(wanted)).to.equal('Monday, 2 March 2026, 14:30 UTC');
    expect(speechFor(null, 'fr-FR', 'de').say('message.askedBy')).to.equal('Gefragt von');
  });

  it("uses the client's messages for the outcome of a request, also for words in answers", () => {
    const said = say('answeredWith', { name: 'Grace' }, [{ text: 'Yes', word: 'yes' }]);
    expect(speechFor('de').summary('Grace answered: Yes', said)).to.equal('Grace hat geantwortet: Ja');
    expect(speechFor('de').summary('In own words', undefined)).to.equal('In own words');
    expect(speechFor('de').summary('Newer', { id: 'newer', values: {} })).to.equal('Newer');
  });

  it('writes numbers of answers and sizes of files with the separator with which readers type them', () => {
    const file = { id: '01JNABCDEFGHJKMNPQRSTVWXYZ', name: 'a.pdf', size: 1.5 * 1024 ** 2, type: 'application/pdf' };
    const attachments = [{ label: 'Offer', kind: 'file' as const, file }];
    const written = (language: string) => {
      const speech = speechFor(language);
      const numbers = (['number', 'range'] as const).map((type) => speech.value({ name: 'x', type }, 1234.125));
      return [...numbers, factRows({ facts: [], attachments, webUrl: '' }, speech)[0]!.text];
    };
    expect(written('de')).to.deep.equal(['1234,125', '1234,125', 'a.pdf (1,5 MB)']);
    for (const language of ['en', 'de-CH'])
      expect(written(language)).to.deep.equal(['1234.125', '1234.125', 'a.pdf (1.5 MB)']);
  });

  it('is made once per language, region and time zone, whatever tags and zones others send', () => {
    const speech = speechIn('Europe/Berlin', 'de-AT');
    expect(speech.locale).to.equal('de-AT');
    for (let n = 0; n < 600; n++) expect(speechFor(`de-AT-x-b${n}`)).to.equal(speechFor('de-AT'));
    expect(speechFor('de-AB', 'de-AT').locale, 'a region without a German of its own').to.equal('de');
    for (const zone of Intl.supportedValuesOf('timeZone').flatMap((name) => [name, name.toLowerCase()]))
      speechIn(zone, 'de');
    const again = speechIn('Europe/Berlin', 'de-AT');
    expect(speechIn('Europe/Berlin', 'de-AT')).to.equal(again);
  });

  it('keeps no more languages than are used', () => {
    for (let n = 0; n < 300; n++) expect(speechFor(`de-x-a${n}`).say('message.flow')).to.equal('Flow');
  });
});
