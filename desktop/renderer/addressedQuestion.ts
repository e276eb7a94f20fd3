import { parseRoute } from './routes.ts';

/**
 * The question that keys act on: the one in the URL. After quick key presses the page may still show the previous
 * question.
 *
 * @param shown the question on the page, used if the URL names none
 */
export function addressedQuestion(shown: string | null): string | null {
  const route = parseRoute(window.location.hash);
  return route.page === 'notifications' ? route.id : shown;
}
