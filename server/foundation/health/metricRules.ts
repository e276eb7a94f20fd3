import type { LabelsOf, COUNTERS } from './metricTable.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface Call {
  method: string;
  /** The pattern of its route; undefined where there is none. */
  route: string | undefined;
  statusCode: number;
}

/** As few words as there are routes: whoever calls must not be able to make up series. */
export const callLabels = ({
  method,
  route = 'none',
  statusCode,
}: Call): LabelsOf<(typeof COUNTERS)['handback_http_requests_total']> => ({
  method: METHODS.includes(method) ? method : 'other',
  route,
  status: `${Math.floor(statusCode / 100)}xx`,
});

/** Seconds since a moment, in ms; 0 where there is none, or where a clock has stepped back. */
export const ageSeconds = (at: number | null, now: number): number => (at === null ? 0 : Math.max(now - at, 0) / 1000);
