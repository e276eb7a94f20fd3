import { ClientConfig } from '../../contract/client.ts';
import { isApiScope, signsInAtMicrosoft } from '../../contract/signInRules.ts';
import type { ServerFault, Servers } from '../bridge.ts';
import type { Fetch, Log } from './ports.ts';
import { createPinnedSignIns, type PinnedSignInsParts } from './pinnedSignIns.ts';

/** The chosen server and the known ones. */
export interface ServerChoice {
  current(): string | null;
  describe(): Servers;
  /** The tenant of the chosen server; null: not known yet. */
  tenant(): string | null;
  /** A server's client configuration. @throws ServerRefused */
  config(origin: string): Promise<ClientConfig>;
  /** Chooses a server if a trial call succeeds. @returns why it was refused, or null */
  choose(address: string): Promise<ServerFault | null>;
  /** @returns false if the organisation set the address, or this one is not known */
  forget(origin: string): boolean;
}

export class ServerRefused extends Error {
  constructor(readonly fault: ServerFault) {
    super(fault);
  }
}

export interface ServerParts extends PinnedSignInsParts {
  /** The address set by the organisation; takes precedence over the person's choice. */
  fixed: string | null;
  version: string;
  fetch: Fetch;
  log: Log;
}

const MOST_SERVERS = 20;
const LONGEST_ANSWER = 200_000;
const TIMEOUT_MS = 10_000;

/** Matches certificate errors of Chromium and Node. */
const CERTIFICATE = /CERT|SSL|TLS|SELF_SIGNED/i;

/**
 * Reads an address as people type it: `handback.example.com` is `https://handback.example.com`.
 *
 * @returns its origin; null if it is invalid, or would send plain text over the network
 */
export function originOf(typed: string): string | null {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (text === '' || !URL.canParse(address)) return null;
  const { protocol, hostname, origin, username, password } = new URL(address);
  if (username || password || hostname === '') return null;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere) ? origin : null;
}

/** @returns a function that fetches a server's configuration and checks that this version supports it */
function createAsk({ version, fetch }: Pick<ServerParts, 'version' | 'fetch'>) {
  return async (origin: string): Promise<ClientConfig> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${origin}/api/client-config`, {
      redirect: 'manual',
      credentials: 'omit',
      signal,
    }).catch((error: unknown) => {
      throw new ServerRefused(CERTIFICATE.test(everythingOf(error)) ? 'certificate' : 'unreachable');
    });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
      throw new ServerRefused('redirected');
    const text = await response.text().catch(() => '');
    const config = text.length <= LONGEST_ANSWER ? ClientConfig.safeParse(parsed(text)).data : undefined;
    if (!response.ok || !config) throw new ServerRefused(response.status >= 500 ? 'unreachable' : 'not_handback');
    if (isOlder(version, config.minimumDesktopVersion)) throw new ServerRefused('too_new');
    if (!signsInAtMicrosoft(config.auth) || !isApiScope(config.auth.apiScope)) throw new ServerRefused('sign_in');
    return config;
  };
}

export function createServers(parts: ServerParts): ServerChoice {
  const { settings, fixed, log } = parts;
  const ask = createAsk(parts);
  const pinnedSignIns = createPinnedSignIns(parts);
  const fixedOrigin = fixed === null ? null : originOf(fixed);
  if (fixed !== null && fixedOrigin === null) log.warn('the server that is set is no address that can be used');
  const current = (): string | null => fixedOrigin ?? settings.get().server;

  const isKnown = (origin: string): boolean => origin === current() || settings.get().servers.includes(origin);
  async function askAndHold(origin: string): Promise<ClientConfig> {
    const config = await ask(origin);
    const fault = await pinnedSignIns.check(origin, config.auth);
    if (fault !== null) throw new ServerRefused(fault);
    return config;
  }

  return {
    current,
    describe: () => ({
      current: current(),
      known: fixedOrigin ? [fixedOrigin] : settings.get().servers,
      isFixed: fixedOrigin !== null,
    }),
    tenant: () => settings.get().signIns[current() ?? '']?.tenantId ?? null,
    async config(origin) {
      if (!isKnown(origin)) throw new ServerRefused('address'); // forgotten in the meantime
      return askAndHold(origin);
    },
    async choose(address) {
      const origin = originOf(address);
      if (origin === null) return 'address';
      try {
        pinnedSignIns.askAgain(origin);
        await askAndHold(origin);
      } catch (error) {
        const fault = error instanceof ServerRefused ? error.fault : 'unreachable';
        log.warn('server not taken', { fault });
        return fault;
      }
      const others = settings.get().servers.filter((each) => each !== origin);
      settings.change({ server: origin, servers: [origin, ...others].slice(0, MOST_SERVERS) });
      log.info('server chosen');
      return null;
    },
    forget(origin) {
      const { server, servers } = settings.get();
      if (fixedOrigin !== null || !servers.includes(origin)) return false;
      settings.change({
        server: server === origin ? null : server,
        servers: servers.filter((each) => each !== origin),
      });
      pinnedSignIns.forget(origin);
      log.info('server forgotten');
      return true;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Names, codes and messages of an error and its causes. */
const everythingOf = (error: unknown): string =>
  error instanceof Error
    ? `${(error as NodeJS.ErrnoException).code ?? ''} ${error.message} ${everythingOf(error.cause)}`
    : '';

/** Compares `1.2.3` number by number. */
export function isOlder(version: string, minimum: string): boolean {
  const [own, least] = [version, minimum].map((each) => each.split('.').map((part) => parseInt(part, 10) || 0));
  for (let place = 0; place < 3; place++) {
    const difference = (own![place] ?? 0) - (least![place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
