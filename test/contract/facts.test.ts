// cspell:ignore EURX
import { expect } from 'chai';
import fc from 'fast-check';
import { factText, factUrl } from '../../contract/factText.ts';
import type { Fact } from '../../contract/facts.ts';
import { speechIn } from '../../contract/speech.ts';

const english = speechIn('Europe/Berlin', 'en');
const german = speechIn('Europe/Berlin', 'de-DE');
/** Intl uses non-breaking spaces. */
const spaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
const inBoth = (fact: Fact) => [english, german].map((speech) => spaces(speech.fact(fact)));

describe('how a fact is displayed', () => {
  it('depends on the language: numbers, money, days', () => {
    expect(inBoth({ label: '', kind: 'number', value: 1234567.25 })).to.deep.equal(['1,234,567.25', '1.234.567,25']);
    const value = { amount: 4800.5, currency: 'EUR' };
    expect(inBoth({ label: '', kind: 'money', value })).to.deep.equal(['€4,800.50', '4.800,50 €']);
    expect(inBoth({ label: '', kind: 'date', value: '2026-03-02' })).to.deep.equal(['2 Mar 2026', '02.03.2026']);
  });

  it('depends on the time zone: instants', () => {
    const [inEnglish, inGerman] = inBoth({ label: '', kind: 'date', value: '2026-03-02T23:30:00.000Z' });
    expect(inEnglish).to.equal('3 Mar 2026, 00:30 CET');
    expect(inGerman).to.match(/^3\. M.+ 2026, 00:30 MEZ$/);
  });

  it("keeps others' text unchanged: texts and names", () => {
    expect(inBoth({ label: '', kind: 'text', value: 'A train' })).to.deep.equal(['A train', 'A train']);
    expect(inBoth({ label: '', kind: 'person', value: { displayName: 'Ada' } })).to.deep.equal(['Ada', 'Ada']);
  });

  it('shows where a link leads, whatever its text promises', () => {
    const link = (url: string, text?: string): Fact => ({ label: '', kind: 'link', value: { url, text } });
    expect(english.fact(link('https://evil.test/x', 'bank.test'))).to.equal('bank.test (evil.test)');
    expect(english.fact(link('https://erp.test/17'))).to.equal('erp.test');
    expect(english.fact(link('https://erp.test/17', 'erp.test'))).to.equal('erp.test');
    expect(factUrl(link('https://erp.test/17'))).to.equal('https://erp.test/17');
  });

  it('says of a fact that could not be evaluated that it is not available', () => {
    expect(inBoth({ label: '', kind: 'money', value: null })).to.deep.equal(
      [english, german].map(({ say }) => say('fact.notAvailable')),
    );
    expect(factUrl({ label: '', kind: 'link', value: null })).to.equal(null);
    expect(factUrl({ label: '', kind: 'number', value: 1 })).to.equal(null);
  });

  it('never fails, whatever three letters a currency has', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'EURX'), minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(letters, fc.double({ noNaN: true, noDefaultInfinity: true }), (currency, amount) => {
        const fact: Fact = { label: '', kind: 'money', value: { amount, currency } };
        expect(factText(fact, { locale: 'de-DE', timeZone: 'UTC', notAvailable: '' })).to.be.a('string').and.not.empty;
      }),
    );
  });
});
