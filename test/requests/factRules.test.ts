import { expect } from 'chai';
import fc from 'fast-check';
import { Fact, FACT_LIMITS, type FactKind } from '../../contract/facts.ts';
import type { FactSpec } from '../../server/requests/factConfig.ts';
import { failedFact, toFact, type FactGiven } from '../../server/requests/factRules.ts';

const SPECS: Record<FactKind, FactSpec> = {
  text: { label: 'Reason', kind: 'text', value: 'x' },
  number: { label: 'Nights', kind: 'number', value: 'x' },
  money: { label: 'Amount', kind: 'money', value: 'x', currency: 'EUR' },
  date: { label: 'When', kind: 'date', value: 'x' },
  person: { label: 'Who', kind: 'person', value: 'x' },
  link: { label: 'Receipt', kind: 'link', value: 'x' },
};
const KINDS = Object.keys(SPECS) as FactKind[];
const BERLIN = 'Europe/Berlin';

const worked = (kind: FactKind, given: FactGiven, more: Partial<FactSpec> = {}) =>
  toFact({ ...SPECS[kind], ...more } as FactSpec, given, BERLIN);
const valueOf = (kind: FactKind, value: unknown) => worked(kind, { value }).fact.value;
const codeOf = (kind: FactKind, value: unknown) => worked(kind, { value }).fault?.code;

describe('the value of a fact', () => {
  it('is a one-line text, also from a number or yes and no', () => {
    expect(valueOf('text', ' A train\r\n to\u0007 Paris ')).to.equal('A train to Paris');
    expect(valueOf('text', 12.5)).to.equal('12.5');
    expect(valueOf('text', true)).to.equal('true');
    expect(codeOf('text', { a: 1 })).to.equal('value_wrong_kind');
  });

  it('is cut between characters if it is too long, and says so', () => {
    const { fact, fault } = worked('text', { value: '😀'.repeat(5000) });
    expect([...(fact.value as string)]).to.have.length(FACT_LIMITS.text);
    expect(fact.value).to.match(/😀…$/u);
    expect(fault).to.deep.include({ code: 'value_cut', values: { count: 500 } });
    const spaced = worked('text', { value: `a${' '.repeat(10_000)}` });
    expect(spaced.fact.value, 'what is left out is said').to.equal('a…');
  });

  it('is a number, also from text', () => {
    expect(valueOf('number', -3.25)).to.equal(-3.25);
    expect(valueOf('number', ' 4800.50 ')).to.equal(4800.5);
    for (const wrong of ['4,800', '1e9', 'many', Infinity, true, [1]])
      expect(codeOf('number', wrong), String(wrong)).to.equal('value_wrong_kind');
  });

  it("is money in the author's currency, or in the one that an expression returns", () => {
    expect(valueOf('money', '900')).to.deep.equal({ amount: 900, currency: 'EUR' });
    const given = (currency: unknown) => worked('money', { value: 1, currency }, { currency: 'claim.currency' });
    expect(given(' usd ').fact.value).to.deep.equal({ amount: 1, currency: 'USD' });
    expect(given('euros').fault?.code).to.equal('currency_unknown');
    expect(given(12).fault?.code).to.equal('currency_unknown');
    expect(codeOf('money', 'much')).to.equal('value_wrong_kind');
  });

  it("is a day or an instant, by the server's clock if no zone is given", () => {
    expect(valueOf('date', '2026-03-31')).to.equal('2026-03-31');
    expect(valueOf('date', '2026-03-31T12:00:00+02:00')).to.equal('2026-03-31T10:00:00.000Z');
    expect(valueOf('date', '2026-07-01T12:00')).to.equal('2026-07-01T10:00:00.000Z');
    expect(valueOf('date', '2026-02-28T24:00')).to.equal('2026-02-28T23:00:00.000Z');
    expect(valueOf('date', 0)).to.equal('1970-01-01T00:00:00.000Z');
    expect(valueOf('date', '1912-06-23')).to.equal('1912-06-23');
    for (const wrong of ['2026-02-30', '2026-13-01', '2026-02-30T10:00Z', '31.3.2026', 'soon', 1.5, 1e17, -1e17, true])
      expect(codeOf('date', wrong), String(wrong)).to.equal('value_wrong_kind');
    expect(codeOf('date', '2026-03-31T25:00Z')).to.equal('value_wrong_kind');
  });

  it('is a person, from a picker, a directory tool or typed text', () => {
    const ada = { id: 'a', displayName: 'Ada', email: 'ada@sandbox.test' };
    expect(valueOf('person', ada)).to.deep.equal(ada);
    expect(valueOf('person', [ada])).to.deep.equal(ada);
    expect(valueOf('person', { mail: 'ada@sandbox.test' })).to.deep.equal({
      displayName: 'ada@sandbox.test',
      email: 'ada@sandbox.test',
    });
    expect(valueOf('person', { id: 'a' })).to.deep.equal({ id: 'a', displayName: 'a' });
    expect(valueOf('person', 'ada@sandbox.test')).to.deep.equal({ displayName: 'ada@sandbox.test' });
    for (const wrong of [[], [ada, ada], {}, { id: 1 }, 7, [null]])
      expect(codeOf('person', wrong), JSON.stringify(wrong)).to.equal('value_wrong_kind');
  });

  it('is an http or https link, and nothing else', () => {
    expect(valueOf('link', 'https://erp.test/17')).to.deep.equal({ url: 'https://erp.test/17' });
    expect(valueOf('link', { url: 'http://erp.test', name: 'x' })).to.deep.equal({ url: 'http://erp.test/' });
    const text = worked('link', { value: 'https://erp.test', text: 'Invoice' }).fact.value;
    expect(text).to.deep.equal({ url: 'https://erp.test/', text: 'Invoice' });
    const long = worked('link', { value: 'https://erp.test', text: 'x'.repeat(500) });
    expect(long.fault?.code).to.equal('value_cut');
    expect(worked('link', { value: 'https://erp.test', text: ' ' }).fact.value).to.deep.equal({
      url: 'https://erp.test/',
    });
    const refused = [
      'javascript:alert(1)',
      'data:text/html,x',
      '//erp.test',
      'https://',
      'https://me:pw@erp.test',
      `https://erp.test/${'ü'.repeat(1000)}`,
      `https://erp.test/${'x'.repeat(3000)}`,
      7,
    ];
    for (const wrong of refused) expect(codeOf('link', wrong), String(wrong)).to.equal('value_wrong_kind');
  });

  it('is not available if it is empty, or its expression failed', () => {
    for (const kind of KINDS)
      for (const nothing of [null, undefined, ' '])
        expect(worked(kind, { value: nothing }).fact.value, kind).to.equal(null);
    expect(codeOf('text', null)).to.equal('value_missing');
    const fault = { code: 'expression_failed', message: 'no' };
    expect(failedFact(SPECS.money, fault)).to.deep.equal({
      fact: { label: 'Amount', kind: 'money', value: null },
      fault,
    });
  });

  it('is small and well-formed, whatever an expression returns', () => {
    const anything = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.string({ unit: 'binary', maxLength: 12_000 }),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), anything, fc.string(), (kind, value, text) => {
        const { fact, fault } = worked(kind, { value, text, currency: value });
        expect(Fact.parse(fact)).to.deep.equal(fact);
        expect(JSON.stringify(fact).length).to.be.below(9000);
        expect(fact.value !== null || fault !== null).to.equal(true);
      }),
    );
  });
});
