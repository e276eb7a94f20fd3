import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { closeAtEnd } from './atEnd.ts';
import { freePort } from './freePort.ts';
import { loadPostgres } from './postgresPackage.ts';
import { migrate } from './template.ts';

/** A running PostgreSQL server of our own. */
export interface PostgresServer {
  /** Of its first database, `postgres`. */
  url: string;
  /** Creates a database and returns its URL: an empty one, or a copy of another without connections. */
  createDatabase(template?: string): Promise<string>;
  /** Stops the server and deletes its files. */
  stop(): Promise<void>;
}

/** Ordinary tests skip the cost of a commit, because they kill our processes, but never the database's. */
const NOT_DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'].flatMap((name) => ['-c', `${name}=off`]);
const ONLY_LOOPBACK = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
const MANY_POOLS = ['-c', 'max_connections=300'];

/**
 * Starts a PostgreSQL from npm on a free port (about three seconds).
 * @param options.isDurable keeps `fsync` on, for benchmarks and for tests with crashes of the database itself
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'handback-postgres-'));
  await chmod(folder, 0o755); // its user must be able to reach its files
  const EmbeddedPostgres = await loadPostgres(folder);
  const log: string[] = [];
  const serverAt = (port: number) =>
    new EmbeddedPostgres({
      databaseDir: path.join(folder, 'data'),
      port,
      user: 'postgres',
      password: 'postgres',
      persistent: false,
      createPostgresUser: process.getuid?.() === 0, // PostgreSQL refuses to run as root
      initdbFlags: ['--encoding=UTF8', '--locale=C'],
      postgresFlags: [...ONLY_LOOPBACK, ...MANY_POOLS, ...(isDurable ? [] : NOT_DURABLE)],
      onLog: (line) => log.push(line),
      onError: (error) => log.push(String(error)),
    });
  let port = 0;
  let server = serverAt(port);
  try {
    await server.initialise();
    port = await freePort(); // no earlier, or somebody else might take it
    server = serverAt(port);
    await server.start();
  } catch (cause) {
    throw new Error(`PostgreSQL did not start:\n${log.slice(-20).join('')}`, { cause });
  }
  const address = `postgres://postgres:postgres@127.0.0.1:${port}`;
  let count = 0;
  return {
    url: `${address}/postgres`,
    async createDatabase(template = 'template1') {
      const name = `test_${++count}`;
      await execute(`${address}/postgres`, `CREATE DATABASE ${name} TEMPLATE ${path.posix.basename(template)}`);
      return `${address}/${name}`;
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let shared: Promise<{ server: PostgresServer; template: string }> | undefined;
const startShared = async () => {
  const server = await startPostgres();
  closeAtEnd(server.stop);
  const template = await server.createDatabase();
  await migrate(template);
  return { server, template };
};

/**
 * URL of an empty database of the newest version, on this test run's only PostgreSQL, which starts on the first call.
 */
export async function postgresUrl(): Promise<string> {
  const { server, template } = await (shared ??= startShared());
  return server.createDatabase(template);
}

/** URL of a database there without any tables. */
export async function blankPostgresUrl(): Promise<string> {
  return (await (shared ??= startShared())).server.createDatabase();
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
