import { expect } from 'chai';
import { readRetryAfter } from '../../contract/retryAfter.ts';

const NOW = Date.UTC(2026, 10, 21, 10);

describe('Retry-After', () => {
  const CASES: [header: string | null | undefined, waitMs: number | null][] = [
    ['7', 7000],
    [' 0 ', 0],
    ['0.0001', 1],
    ['999999', 999_999_000],
    ['1000000', null],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
    ['Saturday, 21-Nov-26 10:00:30 GMT', 30_000],
    ['Sat Nov 21 10:00:30 2026', 30_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['Sat, some day', null],
    ['-5', null],
    ['soon', null],
    ['', null],
    [null, null],
    [undefined, null],
  ];
  for (const [header, waitMs] of CASES)
    it(`${JSON.stringify(header)} is ${waitMs} ms`, () => {
      expect(readRetryAfter(header, NOW)).to.equal(waitMs);
    });
});
