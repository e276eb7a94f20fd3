import proxyAddr from '@fastify/proxy-addr';
import { z } from 'zod';
import { parseLimits } from './limits.ts';

/** The forms of the values in the environment. */

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
/**
 * All links start with it. The web client calls `/api` and signs in at the root of its host, so there is no path.
 * Written as browsers do, because it is compared with what they send, and with the redirect URIs.
 */
export const publicUrl = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((text) => !/[?#]/.test(text) && new URL(text).username === '' && /^\/*$/.test(new URL(text).pathname))
  .transform((text) => new URL(text).origin);
export const networks = list.refine(areNetworks);
/** Digits only: `Number('')` would be 0. */
export const number = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number);
export const port = number.pipe(z.int().min(0).max(65_535));
export const metricsToken = z.string().regex(/^[\x21-\x7e]{32,}$/);
export const bytes = number.pipe(z.int().min(0));
export const aSwitch = z.enum(['true', 'false']).transform((text) => text === 'true');
export const limits = z.string().transform((text, context) => {
  const parsed = parseLimits(text);
  if (parsed === null) context.addIssue('not a list of limits');
  return parsed ?? z.NEVER;
});
export const seconds = number.pipe(z.number().positive().max(86_400));
/** `smtp://` alone is a valid URL, but names no server. */
export const smtpUrl = z.url({ protocol: /^smtps?$/, abort: true }).refine((text) => new URL(text).hostname !== '');
export const MAIL_SENDER = /^[^\r\n]*[^\s@<>,]@[^\s@<>,][^\r\n]*$/;
export const mailFrom = z.string().regex(MAIL_SENDER);

/**
 * Checked by the same library that evaluates forwarded headers. It would read `1`, which other servers take as a number
 * of proxies, as the address 0.0.0.1.
 */
function areNetworks(texts: string[]): boolean {
  if (texts.some((text) => /^\d+$/.test(text))) return false;
  try {
    proxyAddr.compile(texts);
    return true;
  } catch {
    return false;
  }
}
