import { useCallback, useEffect, useState } from 'react';

/** `asked`: not tried yet; `opening`: being tried; `gone`: another window came to the front; `stayed`: none did. */
type AppLinkState = 'asked' | 'opening' | 'gone' | 'stayed';

/** How long the app, or the browser's permission dialog, may take to come to the front. */
const PATIENCE_MS = 4_000;

interface Mark {
  isTried?: boolean;
}

/**
 * Opens a link in the desktop app, automatically only once: a reloaded or restored page waits for the person. Browsers
 * do not say whether the app exists; the only sign is that the page loses focus.
 *
 * @returns the state, and a function that tries again
 */
export function useAppLink(link: string, openApp: (link: string) => void): [AppLinkState, () => void] {
  const [state, setState] = useState<AppLinkState>('asked');
  const [attempt, setAttempt] = useState(0);
  const begin = useCallback(() => {
    setState('opening');
    setAttempt((before) => before + 1);
  }, []);

  useEffect(() => {
    if ((window.history.state as Mark | null)?.isTried) return;
    return whenVisible(() => {
      window.history.replaceState({ isTried: true } satisfies Mark, '');
      begin();
    });
  }, [begin]);

  useEffect(() => {
    if (attempt === 0) return;
    const stayed = setTimeout(() => setState('stayed'), PATIENCE_MS);
    const leave = (): void => {
      clearTimeout(stayed);
      setState('gone');
    };
    window.addEventListener('blur', leave);
    document.addEventListener('visibilitychange', leave);
    openApp(link);
    return () => {
      clearTimeout(stayed);
      window.removeEventListener('blur', leave);
      document.removeEventListener('visibilitychange', leave);
    };
  }, [attempt, link, openApp]);

  return [state, begin];
}

/**
 * Runs `action` once the tab is visible, because a background tab must not open the app. @returns a function that cancels
 * it
 */
function whenVisible(action: () => void): () => void {
  const look = (): void => {
    if (document.hidden) return;
    document.removeEventListener('visibilitychange', look);
    action();
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => document.removeEventListener('visibilitychange', look);
}
