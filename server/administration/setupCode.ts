import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { onRequestAsyncHookHandler } from 'fastify';
import { ProblemError } from '../foundation/errors.ts';
import type { CallLimits } from '../foundation/http/callLimits.ts';

/** Letters and digits that are not easily confused. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'; // cspell:disable-line
const LENGTH = 20;
const GROUP = 5;

/** A random code such as `7KQ2M-…`: 98 bits, in groups for easier typing. */
export function createSetupCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]!).join('');
  return letters.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-');
}

/** Ignores case and separators. */
const hashOf = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest();

/**
 * Admits only callers with the code as a bearer token. Wrong codes are counted per address, and never block the right
 * one.
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
