import { expect } from 'chai';
import { countdown } from '../../desktop/renderer/countdown.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const now = Date.parse('2026-03-01T12:00:00Z');
const left = (ms: number) => countdown(new Date(now + ms).toISOString(), now);

describe('desktop/renderer/countdown', () => {
  const table: [string, number, ReturnType<typeof left>][] = [
    ['three days', 74 * HOUR, { urgency: 'calm', text: 'countdown.days', values: { days: 3 } }],
    ['two days', 48 * HOUR, { urgency: 'calm', text: 'countdown.days', values: { days: 2 } }],
    ['just under three days', 72 * HOUR - 1, { urgency: 'calm', text: 'countdown.days', values: { days: 3 } }],
    ['just under two days', 48 * HOUR - 1, { urgency: 'calm', text: 'countdown.days', values: { days: 2 } }],
    ['two days less an hour', 47 * HOUR, { urgency: 'calm', text: 'countdown.hours', values: { hours: 47 } }],
    ['just under a day', 24 * HOUR - 1, { urgency: 'calm', text: 'countdown.hours', values: { hours: 24 } }],
    ['a moment under eight hours', 8 * HOUR - 1, { urgency: 'soon', text: 'countdown.hours', values: { hours: 8 } }],
    ['eight hours', 8 * HOUR, { urgency: 'calm', text: 'countdown.hours', values: { hours: 8 } }],
    [
      'just under eight hours',
      8 * HOUR - MINUTE,
      { urgency: 'soon', text: 'countdown.hoursMinutes', values: { hours: 7, minutes: 59 } },
    ],
    ['a full hour', HOUR, { urgency: 'soon', text: 'countdown.hours', values: { hours: 1 } }],
    ['just under an hour', HOUR - 1, { urgency: 'urgent', text: 'countdown.hours', values: { hours: 1 } }],
    ['a minute', MINUTE, { urgency: 'urgent', text: 'countdown.minutes', values: { minutes: 1 } }],
    ['half a minute', 30_000, { urgency: 'urgent', text: 'countdown.moments', values: {} }],
    ['nothing', 0, { urgency: 'over', text: 'countdown.over', values: {} }],
    ['a negative time', -HOUR, { urgency: 'over', text: 'countdown.over', values: {} }],
  ];
  for (const [name, ms, expected] of table)
    it(`says how long ${name} is`, () => expect(left(ms)).to.deep.equal(expected));
});
