import type { EventStreams } from '../channels/web/eventStream.ts';
import { unheldBacklogs } from '../flow/leaseStore.ts';
import type { Backlog } from '../foundation/database/backlog.ts';
import { createLatest } from '../foundation/health/latest.ts';
import { ageSeconds } from '../foundation/health/metricRules.ts';
import type { Reading } from '../foundation/health/metricTable.ts';
import type { LoopState } from '../foundation/schedule/loopMonitor.ts';
import { dueBacklogs } from '../messages/deliveries/turnStore.ts';
import { countWaiting } from '../requests/requestStore.ts';
import type { Background } from './background.ts';
import type { Channels } from './channels.ts';
import type { Ground } from './ground.ts';
import type { Work } from './work.ts';

type Parts = Pick<Ground, 'metrics' | 'pressure' | 'audit' | 'reader' | 'now' | 'steady'> &
  Pick<Channels, 'channels'> &
  Pick<Background, 'loops' | 'loggedHead'> & { engine: Pick<Work['engine'], 'running'>; streams: EventStreams };

/** Adds the gauges of this server, and of the work waiting in the database. */
export function watchGauges(parts: Parts): void {
  const backlogs = createLatest(() => lookAtBacklogs(parts), { monotonic: parts.steady });
  parts.metrics.watch(() => ofServer(parts));
  parts.metrics.watch(async () => {
    const found = await backlogs();
    return [['handback_database_up', found ? 1 : 0, {}], ...(found ?? [])];
  });
}

function ofServer({ pressure, streams, engine, loops, loggedHead }: Parts): Reading[] {
  const { readsMs, writesMs } = pressure();
  const head = loggedHead();
  return [
    ['handback_queue_oldest_seconds', readsMs / 1000, { queue: 'reads' }],
    ['handback_queue_oldest_seconds', writesMs / 1000, { queue: 'units' }],
    ['handback_event_streams', streams.count(), {}],
    ['handback_executions_running', engine.running(), {}],
    ...loops.states().flatMap(ofLoop),
    ...(head ? [headInfo(head)] : []),
  ];
}

const headInfo = ({ position, hash }: { position: number; hash: string }): Reading => [
  'handback_audit_head_info',
  1,
  { position: String(position), hash },
];

const ofLoop = ({ name: loop, tickedAgoMs, isOverdue, failures }: LoopState): Reading[] => [
  ...(tickedAgoMs === null
    ? []
    : [['handback_loop_last_tick_age_seconds', tickedAgoMs / 1000, { loop }] satisfies Reading]),
  ['handback_loop_overdue', isOverdue ? 1 : 0, { loop }],
  ['handback_loop_failures', failures, { loop }],
];

/** Sequential, because the real work needs the connections. */
async function lookAtBacklogs({ audit, reader, channels, now }: Parts): Promise<Reading[]> {
  const at = now();
  const age = ({ oldestAt }: Backlog) => ageSeconds(oldestAt, at);
  const unsealed = await audit.backlog();
  const head = await audit.head();
  const unheld = await unheldBacklogs(reader, at);
  const due = await dueBacklogs(reader, at);
  for (const name of channels.keys()) if (!due.has(name)) due.set(name, { rows: 0, oldestAt: null });
  return [
    ['handback_audit_unsealed_rows', unsealed.rows, {}],
    ['handback_audit_unsealed_oldest_seconds', age(unsealed), {}],
    ...(head ? [['handback_audit_head_position', head.position, {}] satisfies Reading] : []),
    ...Object.entries(unheld).flatMap(([by, backlog]): Reading[] => [
      ['handback_executions_woken', backlog.rows, { by }],
      ['handback_executions_woken_oldest_seconds', age(backlog), { by }],
    ]),
    ...[...due].flatMap(([channel, backlog]): Reading[] => [
      ['handback_deliveries_due', backlog.rows, { channel }],
      ['handback_deliveries_due_oldest_seconds', age(backlog), { channel }],
    ]),
    ['handback_requests_waiting', await countWaiting(reader), {}],
  ];
}
