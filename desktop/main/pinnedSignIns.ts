import type { Log } from './ports.ts';
import type { SettingsFile, SignInTo } from './settings.ts';

/**
 * Pins the sign-in target (client, tenant, API) that a server named first. An attacker who takes the server over could
 * name another server's target and receive tokens for it. So could a malicious server that a person was talked into
 * adding: targets are not secret. So the person is also asked if a server names a target that another one named before.
 */
export interface PinnedSignIns {
  /** @returns null if the target is accepted; otherwise the reason: it changed, or it belongs to another server */
  check(origin: string, now: SignInTo): Promise<'changed' | 'of_another' | null>;
  /** The person chose the server again: asks again about a target that they refused. */
  askAgain(origin: string): void;
  forget(origin: string): void;
}

export interface PinnedSignInsParts {
  settings: SettingsFile;
  log: Log;
  /**
   * Asks the person whether to accept a server's new sign-in target.
   * @param other the server that named the same target before, or null
   */
  confirmChange(origin: string, now: SignInTo, other: string | null): Promise<boolean>;
}

export function createPinnedSignIns({ settings, log, confirmChange }: PinnedSignInsParts): PinnedSignIns {
  /** The questions asked, by server: concurrent calls ask once, and a refusal holds until the app quits. */
  const asked = new Map<string, { words: string; answer: Promise<boolean> }>();

  const write = (origin: string, now: SignInTo): void =>
    settings.change({ signIns: { ...settings.get().signIns, [origin]: now } });

  /** Another server with the same API: it accepts these tokens from anyone who holds them. */
  const otherOf = (origin: string, { apiScope }: SignInTo): string | null =>
    Object.entries(settings.get().signIns).find(
      ([other, named]) => other !== origin && apiOf(named.apiScope) === apiOf(apiScope),
    )?.[0] ?? null;

  function ask(origin: string, now: SignInTo, other: string | null): Promise<boolean> {
    const words = wordsOf(now);
    const before = asked.get(origin);
    if (before?.words === words) return before.answer;
    const said = other === null ? 'something else' : 'what belongs to another';
    log.warn(`server has people sign in to ${said}`, { tenant: now.tenantId, client: now.clientId });
    const answer = confirmChange(origin, now, other);
    asked.set(origin, { words, answer });
    return answer;
  }

  return {
    async check(origin, { clientId, tenantId, apiScope }) {
      const now: SignInTo = { clientId, tenantId, apiScope };
      const words = wordsOf(now);
      const first = settings.get().signIns[origin];
      if (first && wordsOf(first) === words) return null;
      const other = otherOf(origin, now);
      if ((first || other !== null) && !(await ask(origin, now, other)))
        return other === null ? 'changed' : 'of_another';
      write(origin, now);
      asked.delete(origin);
      return null;
    },
    askAgain: (origin) => void asked.delete(origin),
    forget(origin) {
      const { [origin]: _gone, ...signIns } = settings.get().signIns;
      settings.change({ signIns });
    },
  };
}

/** The API of a scope, `api://<id>`, in lower case. */
const apiOf = (scope: string): string => scope.slice(0, scope.lastIndexOf('/')).toLowerCase();

const wordsOf = ({ clientId, tenantId, apiScope }: SignInTo): string => JSON.stringify([clientId, tenantId, apiScope]);
