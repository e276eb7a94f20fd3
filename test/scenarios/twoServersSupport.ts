import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FlowDefinition } from '../../contract/flows.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.ts';
import type { Tenant } from '../../sandbox/tenant.ts';
import { readConfig, type Config } from '../../server/foundation/config.ts';
import { openDatabase, type Database } from '../../server/foundation/database/connection.ts';
import { prepareServer, type PreparedServer, type ServerProcess } from '../chaos/serverProcess.ts';
import type { ServerOptions } from '../chaos/server.ts';
import { NO_LIMITS } from '../support/limits.ts';
import { freePort } from '../support/freePort.ts';

/** Servers in their own processes on one database, and access to it. */
export interface Servers {
  servers: ServerProcess[];
  /** Starts one more. */
  add(prepared: PreparedServer): Promise<ServerProcess>;
  db: Database;
  sandbox: Sandbox;
  /** Calls a server's API as one person; anything but success is an error. */
  call<Body>(server: ServerProcess, person: string, method: string, to: string, body?: unknown): Promise<Body>;
  close(): Promise<void>;
}

export interface ServersOptions {
  databaseUrl: string;
  count: number;
  options?: ServerOptions;
  config?: Partial<Config>;
  tenant?: Tenant;
  /** Where the running sandbox's parts are. */
  ports?: SandboxOptions['ports'];
}

/** How long PostgreSQL takes to publish its statistics. */
const STATISTICS_MS = 1100;

export async function startServers({
  databaseUrl,
  count,
  options,
  config,
  tenant,
  ports,
}: ServersOptions): Promise<Servers> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'handback-servers-'));
  const sandbox = await startSandbox({ portBase: 0, tenant, ports });
  const servers: ServerProcess[] = [];
  async function add(prepared: PreparedServer): Promise<ServerProcess> {
    const environment = {
      PORT: String(await freePort()),
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'error',
      HANDBACK_KEY: '0'.repeat(64),
    };
    const settled = { ...readConfig(environment, 'sandbox'), ...sandbox.config, ...config };
    const server = await prepared.start(settled, { limits: NO_LIMITS, ...options });
    servers.push(server);
    return server;
  }
  for (const each of Array.from({ length: count }, () => prepareServer())) await add(each);
  const db = await openDatabase(databaseUrl);
  const bearers = new Map<string, string>();

  return {
    servers,
    add,
    db,
    sandbox,
    async call<Body>(server: ServerProcess, person: string, method: string, to: string, body?: unknown) {
      const bearer = bearers.get(person) ?? (await sandbox.tokenFor(person));
      bearers.set(person, bearer);
      const response = await fetch(`${server.url}/api${to}`, {
        method,
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${to}: ${response.status} ${text}`);
      return JSON.parse(text) as Body;
    },
    async close() {
      await Promise.all(servers.map((server) => server.stop()));
      await db.close();
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** How often PostgreSQL resolved a deadlock; the aborted unit runs again. */
export async function deadlocks({ kind, reader }: Database): Promise<number> {
  if (kind === 'sqlite') return 0;
  await sleep(STATISTICS_MS);
  const { rows } = await reader.raw('select deadlocks from pg_stat_database where datname = current_database()');
  return Number(rows[0].deadlocks);
}

export const AUTHOR = 'ada@sandbox.test';
export const ASSIGNEE = 'grace@sandbox.test';

/** Asks one person and continues to its end. */
export const ASK: FlowDefinition = {
  id: 'ask',
  name: 'Ask',
  nodes: [
    { id: 'start', type: 'start', config: {} },
    {
      id: 'review',
      type: 'human',
      config: { inputType: 'approval', prompt: 'May it go on?', assignees: { users: [ASSIGNEE] }, channels: [] },
    },
    { id: 'note', type: 'set', config: { values: { verdict: 'review.value' } } },
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [
    { from: 'start', to: 'review' },
    { from: 'review', to: 'note' },
    { from: 'note', to: 'end' },
  ],
};
