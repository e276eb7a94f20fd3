import { expect } from 'chai';
import { createIntl } from 'react-intl';
import type { FailedCheck } from '../../../contract/problem.ts';
import { inPersonsWords } from '../../../desktop/renderer/inputs/boundWords.ts';

// cspell:ignore März

describe('desktop/renderer/inputs: days, moments and numbers that a check names', () => {
  const german = createIntl({ locale: 'de', messages: {}, timeZone: 'Europe/Berlin' });

  const table: [FailedCheck['id'], string | number, string][] = [
    ['dateFrom', '2026-03-31', '31. März 2026'],
    ['dateTo', '2026-03-31', '31. März 2026'],
    ['datetimeFrom', '2026-03-01T23:30Z', '2. März 2026 um 00:30'],
    ['datetimeTo', '2026-03-01T23:30', '1. März 2026 um 23:30'],
    ['datetimeTo', '2026-03-01T23:30:00+01:00', '1. März 2026 um 23:30'],
    ['dateTo', 'soon', 'soon'],
    ['timeTo', '14:30', '14:30'],
    ['numberFrom', 0.0005, '0,0005'],
    ['multiple', 0.5, '0,5'],
    ['numberTo', 1_000_000, '1000000'],
  ];
  for (const [id, bound, words] of table)
    it(`${id} says ${bound} as ${words}`, () =>
      expect(inPersonsWords({ id, values: { max: bound } }, german)).to.deep.equal({ max: words }));

  it('leave other numbers alone', () => {
    expect(inPersonsWords({ id: 'atMostCharacters', values: { count: 2026 } }, german)).to.deep.equal({ count: 2026 });
  });
});
