import { DamagedBody } from './responseText.ts';

/** Why a server could not be reached, or gave no complete answer: a case of the failure `http_unreachable`. */
export type WhyUnreachable = 'nameless' | 'certificate' | 'cut' | 'malformed' | 'headers' | 'silent';

/** The reason behind an error of undici or Node. */
export function whyUnreachable(error: unknown): WhyUnreachable {
  const { name = '', code = '', message = '' } = error as { name?: string; code?: string; message?: string };
  if (code === 'ENOTFOUND') return 'nameless';
  if (isOfCertificate(code)) return 'certificate';
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'headers';
  if (name === 'HTTPParserError') return message.includes('EOF') ? 'cut' : 'malformed';
  if (error instanceof DamagedBody) return 'malformed';
  if (code === 'UND_ERR_SOCKET') return message.startsWith('bad ') ? 'malformed' : 'cut';
  return CUT.has(code) ? 'cut' : 'silent';
}

/** It was closed by force, or after less than it had announced. */
const CUT: ReadonlySet<string> = new Set(['ECONNRESET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);

/** The codes of OpenSSL's verification and of Node's own. `ERR_SSL_` names faults of the protocol. */
const isOfCertificate = (code: string): boolean =>
  !code.startsWith('ERR_SSL_') && /CERT|LEAF_SIGNATURE|INVALID_CA|HOSTNAME_MISMATCH/.test(code);
