/** What `GET /readyz` answers, with 200 or 503. */
export interface ReadinessReport {
  status: 'ready' | 'not ready';
  /** Maps each thing the server needs to `ok`, or to what is wrong with it. */
  checks: Record<string, string>;
}
