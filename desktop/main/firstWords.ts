import type { Log } from './ports.ts';
import type { SettingsFile, SignInTo } from './settings.ts';

/**
 * What a server said first of what people sign in to holds for it. Whoever has taken it over, or speaks in its place, could
 * name what belongs to another server, and be sent the tokens for that.
 */
export interface FirstWords {
  /** @returns false: it says something else now, and the person does not go along with it */
  hold(origin: string, now: SignInTo): Promise<boolean>;
  /** The person has gone to the server by themselves: what they said no to is asked once more. */
  askAnew(origin: string): void;
  forget(origin: string): void;
}

export interface FirstWordsParts {
  settings: SettingsFile;
  log: Log;
  /** Asks the person whether a server may have them sign in to something else than before. */
  confirmChange(origin: string, now: SignInTo): Promise<boolean>;
}

export function createFirstWords({ settings, log, confirmChange }: FirstWordsParts): FirstWords {
  /** What was asked of whom: many calls at once ask once, and a no holds until the app ends. */
  const asked = new Map<string, { words: string; answer: Promise<boolean> }>();

  const write = (origin: string, now: SignInTo): void =>
    settings.change({ signIns: { ...settings.get().signIns, [origin]: now } });

  function ask(origin: string, now: SignInTo, words: string): Promise<boolean> {
    const before = asked.get(origin);
    if (before?.words === words) return before.answer;
    log.warn('server has people sign in to something else', { tenant: now.tenantId, client: now.clientId });
    const answer = confirmChange(origin, now);
    asked.set(origin, { words, answer });
    return answer;
  }

  return {
    async hold(origin, { clientId, tenantId, apiScope }) {
      const now: SignInTo = { clientId, tenantId, apiScope };
      const words = wordsOf(now);
      const first = settings.get().signIns[origin];
      if (first && wordsOf(first) === words) return true;
      if (first && !(await ask(origin, now, words))) return false;
      write(origin, now);
      asked.delete(origin);
      return true;
    },
    askAnew: (origin) => void asked.delete(origin),
    forget(origin) {
      const { [origin]: _gone, ...signIns } = settings.get().signIns;
      settings.change({ signIns });
    },
  };
}

const wordsOf = ({ clientId, tenantId, apiScope }: SignInTo): string => JSON.stringify([clientId, tenantId, apiScope]);
