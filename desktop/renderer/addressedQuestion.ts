import { parseRoute } from './routes.ts';

/**
 * The question that the address names, for what keys do: where they are quick, the address is ahead of the page, which still
 * shows the question before.
 *
 * @param shown the question on the page, which counts where the address is about something else
 */
export function addressedQuestion(shown: string | null): string | null {
  const route = parseRoute(window.location.hash);
  return route.page === 'notifications' ? route.id : shown;
}
