import type { Finding } from './finding.ts';
import { readLargeInbox } from './largeInbox.ts';
import { floodMails } from './mailFlood.ts';
import { killWithMany } from './manyWaiting.ts';
import { holdConnections } from './slowConnections.ts';
import { readAtOnce } from './manyReads.ts';
import { wakeMany } from './massWakeUp.ts';
import { rollServers } from './rollingRestart.ts';

/** Load tests at full size; the suite has some of them in small. */
export interface Flood {
  name: string;
  /** Where it applies; both if absent. */
  only?: 'sqlite' | 'postgres';
  measure(databaseUrl: string): Promise<Finding>;
}

export const FLOODS: readonly Flood[] = [
  { name: 'deadlines', measure: (databaseUrl) => wakeMany({ databaseUrl, count: 50_000, withinMs: 60_000 }) },
  { name: 'waiting', measure: (databaseUrl) => killWithMany(databaseUrl, 100_000) },
  { name: 'inbox', measure: (databaseUrl) => readLargeInbox(databaseUrl, 100_000) },
  { name: 'reads', measure: (databaseUrl) => readAtOnce(databaseUrl, 2000) },
  { name: 'connections', measure: (databaseUrl) => holdConnections(databaseUrl, 20_000) },
  {
    name: 'mails',
    measure: (databaseUrl) => floodMails({ databaseUrl, mails: 10_000, mailMs: 1000, connections: 3 }),
  },
  {
    name: 'rolling',
    only: 'postgres',
    measure: (databaseUrl) => rollServers({ databaseUrl, times: 10, clients: 16, streams: 60 }),
  },
];
