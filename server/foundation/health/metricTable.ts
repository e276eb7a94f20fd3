import { PROBLEM_CODES } from '../../../contract/problem.ts';
import { SECURITY_EVENTS } from './securityLog.ts';

/** Label to its possible values; null if other parts of the server supply them, such as channel names. */
export type LabelValues = Readonly<Record<string, readonly string[] | null>>;

interface Row {
  help: string;
  labels: LabelValues;
}

/**
 * Counted when it happens. If all values of a label are known, each series exists from the start, so that its first
 * change shows.
 */
export const COUNTERS = {
  handback_http_requests_total: {
    help: 'Requests answered, by the pattern of their route',
    labels: { method: null, route: null, status: null },
  },
  handback_problems_total: { help: 'Problems sent as answers, by code', labels: { code: PROBLEM_CODES } },
  handback_turned_away_total: {
    help: 'Calls refused because of overload, to be retried later',
    labels: { kind: ['read', 'write'] },
  },
  handback_security_events_total: {
    help: 'Refusals, by event of the security log',
    labels: { event: Object.keys(SECURITY_EVENTS) },
  },
  handback_answers_total: { help: 'Answers stored', labels: { channel: null } },
  handback_requests_closed_total: {
    help: 'Requests closed, by status',
    labels: { status: ['completed', 'timed_out', 'cancelled'] },
  },
  handback_delivery_attempts_total: {
    help: 'Attempts to deliver or rewrite a message, by outcome',
    labels: { channel: null, outcome: null },
  },
} as const satisfies Record<string, Row>;

/** Measured when it ends, in seconds. */
export const HISTOGRAMS = {
  handback_http_request_duration_seconds: {
    help: 'Time from the head of a request to the end of its answer, except for event streams',
    labels: { method: null, route: null },
  },
  handback_unit_wait_seconds: { help: 'How long units of work waited before they started', labels: {} },
  handback_unit_duration_seconds: {
    help: 'How long units of work took after they started',
    labels: { result: ['stored', 'failed'] },
  },
  handback_pool_wait_seconds: { help: 'How long reads waited for a database connection', labels: {} },
} as const satisfies Record<string, Row>;

/** Read at each scrape. */
export const GAUGES = {
  handback_event_loop_delay_seconds: {
    help: 'Event loop delay since the last scrape; quantile 1 is the maximum',
    labels: { quantile: null },
  },
  handback_queue_oldest_seconds: {
    help: 'The longest current wait: for a connection to read, or for a unit of work',
    labels: { queue: null },
  },
  handback_connections: { help: 'Open connections', labels: {} },
  handback_event_streams: { help: 'Open event streams', labels: {} },
  handback_executions_running: { help: 'Executions running on this server', labels: {} },
  handback_loop_last_tick_age_seconds: {
    help: 'Time since the last successful tick of a loop',
    labels: { loop: null },
  },
  handback_loop_overdue: {
    help: '1 if a loop is over a minute late, or its tick has been running for over a minute',
    labels: { loop: null },
  },
  handback_loop_failures: { help: 'Failed ticks of a loop since the start', labels: { loop: null } },
  handback_database_up: {
    help: '1 if the database answered in time; otherwise the gauges below are missing',
    labels: {},
  },
  handback_audit_unsealed_rows: { help: 'Rows of the audit waiting to be sealed', labels: {} },
  handback_audit_unsealed_oldest_seconds: { help: 'Age of the oldest of these; 0 if there is none', labels: {} },
  handback_audit_head_position: { help: 'Position of the newest sealed row of the audit', labels: {} },
  handback_audit_head_info: {
    help: 'The last head of the audit chain that this server logged',
    labels: { position: null, hash: null },
  },
  handback_executions_woken: {
    help: 'Executions ready to continue that no server has claimed',
    labels: { by: null },
  },
  handback_executions_woken_oldest_seconds: {
    help: 'How long the oldest of these has been ready; 0 if there is none',
    labels: { by: null },
  },
  handback_deliveries_due: { help: 'Deliveries whose next attempt is due', labels: { channel: null } },
  handback_deliveries_due_oldest_seconds: {
    help: 'How long the oldest of these has been due; 0 if there is none',
    labels: { channel: null },
  },
  handback_requests_waiting: { help: 'Requests waiting for answers', labels: {} },
} as const satisfies Record<string, Row>;

export type CounterName = keyof typeof COUNTERS;
export type HistogramName = keyof typeof HISTOGRAMS;
export type GaugeName = keyof typeof GAUGES;

/** The labels of a metric, each with a value. */
export type LabelsOf<R extends Row> = { [L in keyof R['labels']]: string };

/** The current value of a gauge. */
export type Reading = {
  [N in GaugeName]: readonly [name: N, value: number, labels: LabelsOf<(typeof GAUGES)[N]>];
}[GaugeName];
