import { Counter, Gauge, Histogram, prometheusContentType, Registry } from 'prom-client';
import {
  COUNTERS,
  GAUGES,
  HISTOGRAMS,
  type CounterName,
  type HistogramName,
  type LabelsOf,
  type LabelValues,
  type Reading,
} from './metricTable.ts';
import { watchProcess } from './processMetrics.ts';

/** The metrics of this server; `metricTable.ts` lists them. */
export interface Metrics {
  count<N extends CounterName>(name: N, labels: LabelsOf<(typeof COUNTERS)[N]>): void;
  /** Records how long something took. */
  time<N extends HistogramName>(name: N, ms: number, labels: LabelsOf<(typeof HISTOGRAMS)[N]>): void;
  /** Called at each scrape; must be quick, and must not fail. */
  watch(read: () => Reading[] | Promise<Reading[]>): void;
  /** All metrics, in the Prometheus text format. */
  text(): Promise<string>;
}

/** The content type of `text`. */
export const METRICS_TYPE = prometheusContentType;

/** In seconds: from an answer out of memory to a wait that makes people give up. */
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** @param withProcess whether to measure the process too, which pays only if metrics are shown */
export function createMetrics({ withProcess }: { withProcess: boolean }): Metrics {
  const register = new Registry(); // not the library's default one, which all servers of a process would share
  const made = <Name extends string, Kind>(
    table: Readonly<Record<Name, { help: string; labels: LabelValues }>>,
    make: (options: { name: Name; help: string; labelNames: string[]; registers: Registry[] }) => Kind,
  ) =>
    Object.fromEntries(
      Object.entries<{ help: string; labels: LabelValues }>(table).map(([key, { help, labels }]) => {
        const name = key as Name;
        return [name, make({ name, help, labelNames: Object.keys(labels), registers: [register] })];
      }),
    ) as Record<Name, Kind>;
  const counters = made(COUNTERS, (options) => new Counter(options));
  const histograms = made(HISTOGRAMS, (options) => new Histogram({ ...options, buckets: BUCKETS }));
  const gauges = made(GAUGES, (options) => new Gauge(options));
  const watched: (() => Reading[] | Promise<Reading[]>)[] = withProcess ? [watchProcess(register)] : [];
  for (const [name, labels] of knownFromTheStart()) counters[name].inc(labels, 0);

  return {
    count: (name, labels) => counters[name].inc(labels),
    time: (name, ms, labels) => histograms[name].observe(labels, ms / 1000),
    watch: (read) => void watched.push(read),
    async text() {
      const readings = (await Promise.all(watched.map(async (read) => read()))).flat();
      for (const gauge of Object.values(gauges)) empty(gauge);
      for (const [name, value, labels] of readings) gauges[name].set(labels, value);
      return register.metrics();
    },
  };
}

/** A gauge that was not read has no value: a 0 would claim that all is well. */
function empty(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}

/** Counters with exactly one label, all of whose values are known. */
function knownFromTheStart(): [CounterName, Record<string, string>][] {
  return Object.entries(COUNTERS).flatMap(([name, { labels }]) => {
    const [[label, values], ...others] = Object.entries<readonly string[] | null>(labels) as [
      [string, readonly string[] | null],
      ...unknown[],
    ];
    if (values === null || others.length > 0) return [];
    return values.map((value): [CounterName, Record<string, string>] => [name as CounterName, { [label]: value }]);
  });
}
