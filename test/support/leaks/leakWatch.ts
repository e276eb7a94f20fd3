import { createHash } from 'node:crypto';

/** A secret, found where it must not be. */
export interface Leak {
  /** `log`, `database: requests`, `problem`, `event`. */
  place: string;
  what: 'token of the identity provider' | 'one-time token' | 'secret';
  /** The running test. */
  test: string;
  /** The text around it, with the secret itself cut to its beginning. */
  excerpt: string;
}

export interface LeakWatch {
  /**
   * Registers a secret. Text too short to differ from a word is skipped, as are keys of zeros, such as the first hash
   * of the audit.
   */
  keep(secret: string | null | undefined): void;
  /** Registers a stored hash of a one-time token, which itself must be nowhere. */
  keepHash(sha256: string): void;
  /** Searches an output. */
  look(place: string, text: string): void;
  /** Sets the running test. */
  runs(test: string): void;
  /** All leaks found since the last call, of one test only if named. */
  take(test?: string): Leak[];
}

const SHORTEST = 7;
/** Signed tokens have a unique form. */
const SIGNED = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g;
const ONE_TIME = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;
/** So many texts in the form of a one-time token are remembered until it is known whether they are one. */
const MOST_CANDIDATES = 500_000;
const AROUND = 60;

const hashOf = (token: string): string => createHash('sha256').update(token, 'utf8').digest('hex');
const excerptOf = (text: string, at: number, found: string): string =>
  `${text.slice(Math.max(0, at - AROUND), at)}[${found.slice(0, 6)}…]${text.slice(at + found.length, at + found.length + AROUND)}`;

/**
 * Finds secrets in a product's output: signed tokens by their form, one-time tokens by their form and stored hash, and
 * everything else by its text. Cheap enough for every line of a log.
 */
export function createLeakWatch(): LeakWatch {
  const secrets = new Set<string>();
  const hashes = new Set<string>();
  const candidates = new Map<string, Omit<Leak, 'what'>>();
  let leaks: Leak[] = [];
  let pattern: RegExp | null = null;
  let test = '';

  /** Built again when there is a new secret. */
  const secretsPattern = (): RegExp =>
    (pattern ??= new RegExp(
      [...secrets]
        .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
        .map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('|'),
      'g',
    ));

  function report(what: Leak['what'], place: string, text: string, of: RegExp): void {
    for (const { 0: found, index } of text.matchAll(of))
      leaks.push({ place, what, test, excerpt: excerptOf(text, index, found) });
  }

  return {
    keep(secret) {
      if (!secret || secret.length < SHORTEST || new Set(secret).size === 1 || secrets.has(secret)) return;
      secrets.add(secret);
      pattern = null;
    },
    keepHash: (sha256) => void hashes.add(sha256),
    look(place, text) {
      report('token of the identity provider', place, text, SIGNED);
      if (secrets.size > 0) report('secret', place, text, secretsPattern());
      for (const { 0: found, index } of text.matchAll(ONE_TIME))
        if (!candidates.has(found) && candidates.size < MOST_CANDIDATES)
          candidates.set(found, { place, test, excerpt: excerptOf(text, index, found) });
    },
    runs: (name) => void (test = name),
    take(ofTest) {
      const isWanted = (leak: { test: string }) => ofTest === undefined || leak.test === ofTest;
      for (const [token, where] of candidates) {
        if (!isWanted(where)) continue;
        candidates.delete(token);
        if (hashes.has(hashOf(token))) leaks.push({ ...where, what: 'one-time token' });
      }
      const found = leaks.filter(isWanted);
      leaks = leaks.filter((leak) => !isWanted(leak));
      return found;
    },
  };
}

/** Shared by all tests of this process. */
export const leakWatch = createLeakWatch();
