import { randomUUID } from 'node:crypto';

/** A refusal in the words of the real identity provider; `number` is what follows `AADSTS`. */
export class Refusal extends Error {
  readonly error: string;
  readonly number: number;
  readonly suberror: string | undefined;
  readonly status: number;

  constructor(error: string, number: number, text: string, more: { suberror?: string; status?: number } = {}) {
    super(`AADSTS${number}: ${text}`);
    this.name = 'Refusal';
    this.error = error;
    this.number = number;
    this.suberror = more.suberror;
    this.status = more.status ?? 400;
  }
}

/** The body of a refused token request. */
export function refusalBody(refusal: Refusal, correlationId: string, now: number): Record<string, unknown> {
  const timestamp = new Date(now)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z');
  const traceId = randomUUID();
  return {
    error: refusal.error,
    error_description: `${refusal.message} Trace ID: ${traceId} Correlation ID: ${correlationId} Timestamp: ${timestamp}`,
    error_codes: [refusal.number],
    timestamp,
    trace_id: traceId,
    correlation_id: correlationId,
    ...(refusal.suberror ? { suberror: refusal.suberror } : {}),
  };
}
