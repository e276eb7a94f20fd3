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
    help: 'Requests that were answered, by the pattern of their route',
    labels: { method: null, route: null, status: null },
  },
  handback_problems_total: { help: 'Refusals and faults that were answered', labels: { code: PROBLEM_CODES } },
  handback_turned_away_total: {
    help: 'Calls that were told to come again because too much waits',
    labels: { kind: ['read', 'write'] },
  },
  handback_security_events_total: {
    help: 'Refusals, as the security log names them',
    labels: { event: Object.keys(SECURITY_EVENTS) },
  },
  handback_answers_total: { help: 'Answers that were stored', labels: { channel: null } },
  handback_requests_closed_total: {
    help: 'Requests that are not asked any more, by what they came to',
    labels: { status: ['completed', 'timed_out', 'cancelled'] },
  },
  handback_delivery_attempts_total: {
    help: 'Attempts to bring or to change a message, by what they came to',
    labels: { channel: null, outcome: null },
  },
} as const satisfies Record<string, Row>;

/** Measured when it ends, in seconds. */
export const HISTOGRAMS = {
  handback_http_request_duration_seconds: {
    help: 'From the head of a request to the end of its answer; not of event streams',
    labels: { method: null, route: null },
  },
  handback_unit_wait_seconds: { help: 'How long units of work waited until they began', labels: {} },
  handback_unit_duration_seconds: {
    help: 'How long units of work took from then on',
    labels: { result: ['stored', 'failed'] },
  },
  handback_pool_wait_seconds: { help: 'How long reads waited for a connection to the database', labels: {} },
} as const satisfies Record<string, Row>;

/** Read at each scrape. */
export const GAUGES = {
  handback_event_loop_delay_seconds: {
    help: 'How late the process was since the last scrape; quantile 1 is the most',
    labels: { quantile: null },
  },
  handback_queue_oldest_seconds: {
    help: 'How long the one waits that waits longest: for a connection to read, or for a unit of work',
    labels: { queue: null },
  },
  handback_connections: { help: 'Open connections', labels: {} },
  handback_event_streams: { help: 'Open event streams', labels: {} },
  handback_executions_running: { help: 'Executions that run on this server now', labels: {} },
  handback_loop_last_tick_age_seconds: { help: 'Since a loop last ended a tick well', labels: { loop: null } },
  handback_loop_overdue: {
    help: '1 where a loop is over a minute late, or a tick takes longer than that',
    labels: { loop: null },
  },
  handback_loop_failures: { help: 'Ticks of a loop that failed since the start', labels: { loop: null } },
  handback_database_up: { help: '1 where the database answered in time what the gauges below show', labels: {} },
  handback_audit_unsealed_rows: { help: 'Rows of the audit that wait to be sealed', labels: {} },
  handback_audit_unsealed_oldest_seconds: { help: 'Age of the oldest of these; 0 where there is none', labels: {} },
  handback_audit_head_position: { help: 'Position of the newest sealed row of the audit', labels: {} },
  handback_audit_head_info: {
    help: 'The head of the audit chain that this server wrote into its log last',
    labels: { position: null, hash: null },
  },
  handback_executions_woken: {
    help: 'Executions that could go on and that no server has taken up',
    labels: { by: null },
  },
  handback_executions_woken_oldest_seconds: {
    help: 'Since the oldest of these could go on; 0 where there is none',
    labels: { by: null },
  },
  handback_deliveries_due: { help: 'Deliveries whose next attempt is due', labels: { channel: null } },
  handback_deliveries_due_oldest_seconds: {
    help: 'Since the oldest of these is due; 0 where there is none',
    labels: { channel: null },
  },
  handback_requests_waiting: { help: 'Requests that wait for answers', labels: {} },
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
