import { useMemo, useSyncExternalStore } from 'react';
import { hrefOf, parseRoute, type Route } from './routes.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The current route; follows the URL. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => parseRoute(hash), [hash]);
}

export function goTo(route: Exclude<Route, { page: 'unknown' }>): void {
  window.location.hash = hrefOf(route);
}

/** Changes the URL without a history entry. */
export function replaceRoute(route: Exclude<Route, { page: 'unknown' }>): void {
  window.history.replaceState(null, '', hrefOf(route));
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}
