import type { LabelsOf, COUNTERS } from './metricTable.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface Call {
  method: string;
  /** The pattern of its route; undefined if there is none. */
  route: string | undefined;
  statusCode: number;
}

/** Bounds the labels by the number of routes: callers must not be able to create time series. */
export const callLabels = ({
  method,
  route = 'none',
  statusCode,
}: Call): LabelsOf<(typeof COUNTERS)['handback_http_requests_total']> => ({
  method: METHODS.includes(method) ? method : 'other',
  route,
  status: `${Math.floor(statusCode / 100)}xx`,
});

/** Seconds since a moment, in ms; 0 if there is none, or if the clock has stepped back. */
export const ageSeconds = (at: number | null, now: number): number => (at === null ? 0 : Math.max(now - at, 0) / 1000);
