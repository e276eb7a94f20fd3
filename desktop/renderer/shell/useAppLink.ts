import { useCallback, useEffect, useState } from 'react';

/** `asked`: nothing was tried; `opening`: just now; `gone`: something else came to the front; `stayed`: nothing did. */
type AppLinkState = 'asked' | 'opening' | 'gone' | 'stayed';

/** How long an app takes to come to the front, and a browser to ask whether it may. */
const PATIENCE_MS = 4_000;

interface Mark {
  isTried?: boolean;
}

/**
 * Opens a link in the desktop app, once and by itself: a page that is loaded again, or brought back with its tab, waits
 * for its person. No browser says whether there is such an app; that the page is left is all there is to see.
 *
 * @returns how far that came, and what tries it again
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

/** A tab that was opened behind the others does nothing before it is looked at. @returns what takes it back */
function whenVisible(deed: () => void): () => void {
  const look = (): void => {
    if (document.hidden) return;
    document.removeEventListener('visibilitychange', look);
    deed();
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => document.removeEventListener('visibilitychange', look);
}
