import { expect } from 'chai';
import fc from 'fast-check';
import { createVerify, WINDOW_MS } from '../../../bot/slack/verify.ts';
import { signatureHeaders } from '../../../sandbox/slack/signedPost.ts';
import { recorded } from './slackStage.ts';

const EXAMPLE = recorded('signature') as Record<'secret' | 'body' | 'timestamp' | 'signature', string>;

describe('the signature of a call (behaviour 5.2)', () => {
  const at = 1_531_420_618_000;
  const verifyAt = (now: number) => createVerify({ signingSecret: EXAMPLE.secret, now: () => now });

  it("is accepted once, if it matches Slack's", () => {
    const { check, release } = verifyAt(at);
    expect([check(EXAMPLE), check(EXAMPLE)]).to.deep.equal(['genuine', 'repeated']);
    release(EXAMPLE);
    expect(check(EXAMPLE), 'after it could not be dealt with').to.equal('genuine');
  });

  it('is valid for five minutes, before and after', () => {
    const cases: [number, string][] = [
      [-WINDOW_MS - 1, 'refused'],
      [-WINDOW_MS, 'genuine'],
      [WINDOW_MS, 'genuine'],
      [WINDOW_MS + 1, 'refused'],
    ];
    for (const [ms, proof] of cases) expect(verifyAt(at + ms).check(EXAMPLE), `${ms}`).to.equal(proof);
  });

  it('is remembered for as long as it would be valid', () => {
    let now = at - WINDOW_MS;
    const { check } = createVerify({ signingSecret: EXAMPLE.secret, now: () => now });
    expect(check(EXAMPLE)).to.equal('genuine');
    for (; now <= at + WINDOW_MS; now += WINDOW_MS / 10) expect(check(EXAMPLE), `${now - at}`).to.equal('repeated');
    expect(check(EXAMPLE)).to.equal('refused');
  });

  it('is valid for one body, one time and one secret', () => {
    const property = fc.property(fc.string(), fc.string(), fc.string({ minLength: 1 }), (body, other, secret) => {
      const headers = signatureHeaders(body, secret, at);
      const call = { timestamp: headers['x-slack-request-timestamp'], signature: headers['x-slack-signature'] };
      const { check } = createVerify({ signingSecret: secret, now: () => at });
      expect(check({ body: other, ...call })).to.equal(other === body ? 'genuine' : 'refused');
      expect(check({ body, ...call, timestamp: '1531420619' })).to.equal('refused');
      expect(verifyAt(at).check({ body, ...call })).to.equal('refused');
    });
    fc.assert(property);
  });

  it('is refused if it is anything but text', () => {
    const { check } = verifyAt(at);
    for (const odd of [
      undefined,
      null,
      '',
      ['x'],
      'v0=',
      `${EXAMPLE.signature}\u0000`,
      EXAMPLE.signature.toUpperCase(),
    ])
      expect(check({ ...EXAMPLE, signature: odd }), String(odd)).to.equal('refused');
    for (const odd of [
      undefined,
      '',
      ' 1531420618',
      '1531420618.0',
      '-1531420618',
      'NaN',
      '0x5b479e4a',
      '9'.repeat(20),
    ])
      expect(check({ ...EXAMPLE, timestamp: odd }), String(odd)).to.equal('refused');
  });
});
