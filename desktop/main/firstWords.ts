import type { Log } from './ports.ts';
import type { SettingsFile, SignInTo } from './settings.ts';

/**
 * What a server said first of what people sign in to holds for it. Whoever has taken it over, or speaks in its place, could
 * name what belongs to another server, and be sent the tokens for that. So could a server that somebody was talked into:
 * what a server names is no secret, so that one which names what another has named before is asked about, too.
 */
export interface FirstWords {
  /** @returns why it is not gone along with: it says something else now, or what belongs to another server; null: it is */
  hold(origin: string, now: SignInTo): Promise<'changed' | 'of_another' | null>;
  /** The person has gone to the server by themselves: what they said no to is asked once more. */
  askAnew(origin: string): void;
  forget(origin: string): void;
}

export interface FirstWordsParts {
  settings: SettingsFile;
  log: Log;
  /**
   * Asks the person whether a server may have them sign in to something else than before.
   * @param other the server that has named the same before; null: none
   */
  confirmChange(origin: string, now: SignInTo, other: string | null): Promise<boolean>;
}

export function createFirstWords({ settings, log, confirmChange }: FirstWordsParts): FirstWords {
  /** What was asked of whom: many calls at once ask once, and a no holds until the app ends. */
  const asked = new Map<string, { words: string; answer: Promise<boolean> }>();

  const write = (origin: string, now: SignInTo): void =>
    settings.change({ signIns: { ...settings.get().signIns, [origin]: now } });

  /** Another server that has people sign in to the same API: its tokens are good there, whoever sends them. */
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
    async hold(origin, { clientId, tenantId, apiScope }) {
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
    askAnew: (origin) => void asked.delete(origin),
    forget(origin) {
      const { [origin]: _gone, ...signIns } = settings.get().signIns;
      settings.change({ signIns });
    },
  };
}

/** The API of a scope, `api://<id>`, however it is written. */
const apiOf = (scope: string): string => scope.slice(0, scope.lastIndexOf('/')).toLowerCase();

const wordsOf = ({ clientId, tenantId, apiScope }: SignInTo): string => JSON.stringify([clientId, tenantId, apiScope]);
