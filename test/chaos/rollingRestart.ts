import { openDatabase } from '../../server/foundation/database/connection.ts';
import { freePort } from '../support/freePort.ts';
import { until } from '../support/until.ts';
import { RECOVERY_MS } from './chaos.ts';
import type { Finding } from './finding.ts';
import { PEOPLE } from './flows.ts';
import { listen } from './listeners.ts';
import { untilNothingIsOwed } from './owed.ts';
import { startProxy } from './proxy.ts';
import type { ServerProcess } from './serverProcess.ts';
import { readSnapshot } from './snapshot.ts';
import { setStage, type Stage } from './stage.ts';
import { findViolations } from './whole.ts';

export interface RollingRestart {
  databaseUrl: string;
  /** How often a server is replaced by the next. */
  times: number;
  clients: number;
  streams: number;
}

/** What was seen. */
export interface Rolled extends Finding {
  requests: number;
  /** Requests that got no response, or one that asks for a retry. */
  lost: number;
  /** Event streams that ended without a hint when to reconnect. */
  cut: number;
  violations: string[];
}

const DRAIN_MS = 1000;
const REQUESTS_EACH = 100;
const PATIENCE_MS = 60_000;

/** Two servers behind a proxy; the older one is stopped repeatedly once another is ready. Needs PostgreSQL. */
export async function rollServers({ databaseUrl, times, clients, streams }: RollingRestart): Promise<Rolled> {
  const stage = await setStage({ databaseUrl, seed: 1, config: { drainMs: DRAIN_MS } });
  const proxy = await startProxy();
  const servers: [port: number, server: ServerProcess][] = [[stage.config.port, stage.server]];
  stage.url = () => proxy.url;

  async function add(): Promise<void> {
    const port = await freePort();
    servers.push([port, await stage.startBeside(port)]);
    proxy.add(port);
    await proxy.sends(port);
  }

  try {
    proxy.add(stage.config.port);
    await proxy.sends(stage.config.port);
    await add();
    const listeners = listen(
      proxy.url,
      Array.from({ length: streams }, (_, n) => stage.tokenOf(PEOPLE[n % PEOPLE.length]!)),
    );
    await listeners.all();
    const stopLoad = stage.load.run(clients);
    for (let n = 0; n < times; n++) {
      const before = proxy.counts().requests;
      await until(() => proxy.counts().requests >= before + REQUESTS_EACH, PATIENCE_MS);
      await add();
      stage.counter.nextLife(); // a call that times out is repeated
      const [port, server] = servers.shift()!;
      await server.stop();
      proxy.remove(port);
      await listeners.all();
    }
    await stopLoad();
    const cut = listeners.cut();
    const told = listeners.told();
    listeners.stop();
    const violations = await findWrong(stage, servers);
    const { requests, lost } = proxy.counts();
    return {
      fault: `${times} servers replaced one after another behind a proxy`,
      bound: 'no request lost, no event stream cut without a hint',
      measured: `${lost} of ${requests} requests lost; ${cut} streams cut, ${told} told; ${violations.length} violations ${violations[0] ?? ''}`,
      isKept: lost === 0 && cut === 0 && violations.length === 0 && told > 0,
      requests,
      lost,
      cut,
      violations,
    };
  } finally {
    await Promise.all(servers.map(([, server]) => server.kill()));
    await proxy.close();
    await stage.close();
  }
}

async function findWrong(
  { acknowledged, config, counter, flows }: Stage,
  servers: [number, ServerProcess][],
): Promise<string[]> {
  const db = await openDatabase(config.databaseUrl);
  try {
    const { owed } = await untilNothingIsOwed(db.reader, RECOVERY_MS);
    const snapshot = await readSnapshot(db.reader, 0);
    return [
      ...owed.map((id) => `${id} has not gone on`),
      ...findViolations(snapshot, acknowledged, flows, counter.calls),
      ...servers.flatMap(([, { faults }]) => faults).map((line) => `a server reported ${line.slice(0, 400)}`),
    ];
  } finally {
    await db.close();
  }
}
