// cspell:ignore eventloop
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import type { Reading } from './metricTable.ts';

/**
 * Default metrics that walk all connections and timers at each scrape, and delays that would include the polling
 * interval.
 */
const LEFT_OUT = /^nodejs_(active|eventloop)_/;
const LOOK_EVERY_MS = 10;

/**
 * Adds metrics of the process: memory, processor, open files, garbage collection.
 * @returns reads the event loop delay since its last call
 */
export function watchProcess(register: Registry): () => Reading[] {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 1000 });
  for (const { name } of register.getMetricsAsArray()) if (LEFT_OUT.test(name)) register.removeSingleMetric(name);
  const delay = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  delay.enable();
  return () => {
    const seconds = (ns: number) => Math.max(ns / 1e9 - LOOK_EVERY_MS / 1000, 0);
    const found = { '0.5': delay.percentile(50), '0.99': delay.percentile(99), '1': delay.max };
    delay.reset();
    return Object.entries(found).map(([quantile, ns]): Reading => [
      'handback_event_loop_delay_seconds',
      seconds(ns),
      { quantile },
    ]);
  };
}
