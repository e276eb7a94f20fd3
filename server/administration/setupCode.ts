import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { onRequestAsyncHookHandler } from 'fastify';
import { ProblemError } from '../foundation/errors.ts';
import type { CallLimits } from '../foundation/http/callLimits.ts';

/** Letters and digits that nobody takes for each other. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'; // cspell:disable-line
const LENGTH = 20;
const GROUP = 5;

/** A code that nobody can guess, such as `7KQ2M-…`: 98 random bits, in groups to be typed. */
export function createSetupCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]!).join('');
  return letters.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-');
}

/** However it was typed. */
const hashOf = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest();

/**
 * Lets nobody in but whoever brings the code, as a bearer token; wrong ones are counted per address, and never keep the
 * right one out.
 */
export function createCodeGuard(code: string, limits: Pick<CallLimits, 'countFailure'>): onRequestAsyncHookHandler {
  const expected = hashOf(code);
  return async ({ headers, ip }, reply) => {
    const [, given] = /^Bearer (.{1,100})$/i.exec(headers.authorization ?? '') ?? [];
    if (given !== undefined && timingSafeEqual(hashOf(given), expected)) return;
    reply.header('www-authenticate', 'Bearer');
    throw limits.countFailure(ip, new ProblemError('unauthenticated', 'The set-up code is not right.'));
  };
}
