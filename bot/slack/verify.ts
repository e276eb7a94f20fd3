import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** The parts of a call that prove it is from Slack: the exact body and two headers. */
export interface Call {
  body: string;
  /** `X-Slack-Request-Timestamp`, in Unix seconds. */
  timestamp: unknown;
  /** `X-Slack-Signature` */
  signature: unknown;
}

export type Proof = 'refused' | 'repeated' | 'genuine';

export interface Verify {
  /** `repeated`: the same call was verified before and must not change anything again. */
  check(call: Call): Proof;
  /** Allows a call that could not be handled to be repeated. */
  release(call: Call): void;
}

/** Slack's own tolerance, in both directions. */
export const WINDOW_MS = 300_000;

/** The calls of more than a minute at 500 per second. Beyond that, only one-time tokens protect against replays. */
const MOST_REMEMBERED = 50_000;

/**
 * Signing secret verification (behaviour 5.2): HMAC-SHA256 over the raw body and the time of the call, compared in
 * constant time. Each server remembers the calls it received.
 */
export function createVerify({ signingSecret, now }: { signingSecret: string; now(): number }): Verify {
  const seen = new LRUCache<string, true>({ max: MOST_REMEMBERED, perf: { now }, ttlResolution: 0 });

  return {
    check({ body, timestamp, signature }) {
      if (typeof timestamp !== 'string' || typeof signature !== 'string') return 'refused';
      if (!/^\d{1,12}$/.test(timestamp)) return 'refused';
      const at = Number(timestamp) * 1000;
      if (Math.abs(now() - at) > WINDOW_MS) return 'refused';
      const hmac = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
      if (!isSame(signature, `v0=${hmac}`)) return 'refused';
      if (seen.has(signature)) return 'repeated';
      seen.set(signature, true, { ttl: at + WINDOW_MS + 1 - now() });
      return 'genuine';
    },
    release: ({ signature }) => void seen.delete(String(signature)),
  };
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
