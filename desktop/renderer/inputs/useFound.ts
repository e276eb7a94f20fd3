import { useEffect, useState } from 'react';
import type { FoundPrincipal } from './services.ts';

export type Found =
  | { state: 'idle' | 'searching' | 'failed'; principals: [] }
  | { state: 'found'; principals: FoundPrincipal[] };

const PAUSE_MS = 200;
const FEWEST_CHARACTERS = 2;
const NOTHING: FoundPrincipal[] & [] = [];

/** The directory's results for the typed text, once the person pauses; outdated results are dropped. */
export function useFound(text: string, find: (text: string, signal: AbortSignal) => Promise<FoundPrincipal[]>): Found {
  const [found, setFound] = useState<Found & { text: string }>({ state: 'idle', principals: NOTHING, text: '' });
  const wanted = text.trim();
  const isWanted = wanted.length >= FEWEST_CHARACTERS;
  useEffect(() => {
    if (!isWanted) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      find(wanted, abort.signal).then(
        (principals) => !abort.signal.aborted && setFound({ state: 'found', principals, text: wanted }),
        () => !abort.signal.aborted && setFound({ state: 'failed', principals: NOTHING, text: wanted }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted, isWanted, find]);
  if (!isWanted) return { state: 'idle', principals: NOTHING };
  return found.text === wanted ? found : { state: 'searching', principals: NOTHING };
}
