import { ProblemError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { addressKey } from './addressKey.ts';
import { createCounter } from './counter.ts';

/** Per-minute limits of a caller, an address and a mail link, on this server. */
export interface CallLimits {
  /** Counts a request. @throws ProblemError rate_limited */
  countCall(personId: string): void;
  /** Counts a refusal for its address. @returns `refusal`, or a rate-limit error once there are too many */
  countFailure(address: string, refusal: ProblemError): ProblemError;
  /** Counts the opening of a link. @param link a valid token @throws ProblemError rate_limited */
  countOpening(link: string): void;
  /** Counts a form. @param link a valid token @throws ProblemError rate_limited */
  countForm(link: string): void;
}

type Bounds = Pick<Limits, 'requestsPerMinute' | 'failuresPerMinute' | 'openingsPerMinute' | 'formsPerMinute'>;

/** @param now ms on a clock that never steps back */
export function createCallLimits(limits: Bounds, now?: () => number): CallLimits {
  const counters = {
    calls: createCounter(limits.requestsPerMinute, now),
    failures: createCounter(limits.failuresPerMinute, now),
    openings: createCounter(limits.openingsPerMinute, now),
    forms: createCounter(limits.formsPerMinute, now),
  };
  const count = (name: keyof typeof counters, key: string, detail: string): ProblemError | null => {
    const waitMs = counters[name].add(key);
    return waitMs === 0
      ? null
      : new ProblemError('rate_limited', detail, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  };
  const refuse = (...counted: Parameters<typeof count>): void => {
    const refusal = count(...counted);
    if (refusal) throw refusal;
  };

  return {
    countCall: (personId) => refuse('calls', personId, 'You have sent too many requests.'),
    countFailure: (address, refusal) =>
      count('failures', addressKey(address), 'Too many requests of your address were refused.') ?? refusal,
    countOpening: (link) => refuse('openings', link, 'This link was opened too often. Wait a minute and try again.'),
    countForm: (link) =>
      refuse('forms', link, 'Too many forms came through this link. Wait a minute, go back and send the form again.'),
  };
}
