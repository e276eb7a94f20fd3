import type { FieldChecks } from '../../../contract/problem.ts';
import { check } from '../../foundation/errors.ts';
import { MAX_TIMEOUT_MS, RESERVED_HEADERS, type RefusalOf } from '../../foundation/http/outbound.ts';

interface Request {
  url: string;
  headers: Readonly<Record<string, string>>;
  secretHeaders: Readonly<Record<string, string>>;
  timeout?: number | undefined;
}

/** Faults that would make a request always fail. Values filled in later are not known yet. */
export function checkRequest({ url, headers, secretHeaders, timeout }: Request, refusalOf: RefusalOf): FieldChecks {
  const faults: FieldChecks = checkHeaders({ headers, secretHeaders });
  const known = knownPart(url);
  if (known !== null && refusalOf(known)) faults['url'] = check('addressNotCalled');
  if (timeout !== undefined && timeout > MAX_TIMEOUT_MS)
    faults['timeout'] = check('requestLength', { seconds: MAX_TIMEOUT_MS / 1000 });
  return faults;
}

/** The address up to its first expression; null if an expression may change the host. */
function knownPart(url: string): string | null {
  const [known = ''] = url.split('{{', 1);
  return known === url || /^\w+:\/\/[^/?#\\]+[/?#\\]/.test(known) ? known : null;
}

/** Header names ignore case: of two equal ones only one would be sent. */
function checkHeaders(all: Pick<Request, 'headers' | 'secretHeaders'>): FieldChecks {
  const faults: FieldChecks = {};
  const seen = new Set<string>();
  for (const [field, headers] of Object.entries(all))
    for (const name of Object.keys(headers)) {
      const lower = name.toLowerCase();
      if (RESERVED_HEADERS.has(lower)) faults[`${field}.${name}`] = check('headerReserved', { name });
      else if (seen.has(lower)) faults[`${field}.${name}`] = check('headerTwice', { name });
      seen.add(lower);
    }
  return faults;
}
