import { expect } from 'chai';
import { createPauses } from '../../../server/messages/deliveries/pauses.ts';

const NOW = 1_000_000_000;

describe('a channel that asks for a pause', () => {
  it('is left alone, then tried by one, then by all', () => {
    const pauses = createPauses(() => 1);
    const places = (now: number) => pauses.places('chat', 16, now);
    expect(places(NOW)).to.equal(16);
    expect(pauses.begin('chat', 7000, NOW)).to.equal(NOW + 7000);
    expect(pauses.begin('chat', 9000, NOW + 1), 'whoever else was told').to.equal(NOW + 9001);
    expect(pauses.begin('chat', 0, NOW + 2)).to.equal(NOW + 9001);
    pauses.end('chat', NOW + 3);
    expect([places(NOW + 9000), pauses.places('mail', 16, NOW)], 'nobody else').to.deep.equal([0, 16]);
    expect(places(NOW + 9001)).to.equal(1);
    pauses.end('chat', NOW + 9002);
    expect(places(NOW + 9002)).to.equal(16);
  });

  it('is tried less and less often, but once a minute', () => {
    const pauses = createPauses(() => 1);
    let at = NOW;
    const waits = Array.from({ length: 6 }, () => {
      const until = pauses.begin('chat', 0, at);
      const wait = until - at;
      at = until;
      return wait / 1000;
    });
    expect(waits).to.deep.equal([5, 10, 20, 40, 60, 60]);
  });
});
