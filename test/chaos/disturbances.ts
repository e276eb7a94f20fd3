import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import pg from 'pg';
import sqlite3 from 'sqlite3';
import { openDatabase } from '../../server/foundation/database/connection.ts';
import { until } from '../support/until.ts';
import type { Stage } from './stage.ts';

/** Something that happens to a server while people work with it. */
export interface Disturbance {
  name: string;
  /** Where it applies; both if absent. */
  only?: 'sqlite' | 'postgres';
  /** Rows stored meanwhile have wrong times. */
  movesClock?: true;
  /** What the server may log as an error meanwhile. */
  mayReport?: RegExp;
  /** Disturbs the server while clients call. @returns what repairs it, once the clients have stopped */
  disturb(stage: Stage): Promise<() => Promise<void>>;
}

const HOUR_MS = 3_600_000;
const LOAD_MS = { least: 30, most: 900 };
/** Longer than a unit of work may take. */
const LOCKED_MS = 6000;
const DAY_MS = 24 * HOUR_MS;
const SETTLED_WITHIN_MS = 60_000;
const nothingToMend = async () => {};

const FEW_ANSWERS = 5;
const LONGEST_WHILE_MS = 5000;

/** A random time under load; on a busy machine at least until something was done. */
async function aWhile({ random, acknowledged: { answers } }: Stage): Promise<void> {
  const before = answers.length;
  await sleep(Math.round(LOAD_MS.least + random() * (LOAD_MS.most - LOAD_MS.least)));
  await until(() => answers.length >= before + FEW_ANSWERS, LONGEST_WHILE_MS).catch(() => {});
}

export const KILL: Disturbance = {
  name: 'killed (SIGKILL)',
  async disturb(stage) {
    await aWhile(stage);
    const gone = stage.server.kill();
    return async () => {
      await gone;
      await stage.restart();
    };
  },
};

const stop: Disturbance = {
  name: 'stopped (SIGTERM)',
  async disturb(stage) {
    await aWhile(stage);
    const gone = stage.server.stop();
    return async () => {
      await gone;
      await stage.restart();
    };
  },
};

const clockSteps: Disturbance = {
  name: 'clock back an hour, on a day',
  movesClock: true,
  async disturb(stage) {
    for (const steps of [-HOUR_MS, DAY_MS]) {
      await aWhile(stage);
      await stage.server.setClock(steps);
    }
    await aWhile(stage);
    return async () => {
      await untilSettled(stage);
      await stage.server.setClock(0);
    };
  },
};

/**
 * Waits until everything due soon by a clock that is a day ahead has happened, because after the correction it would
 * take a day.
 */
async function untilSettled({ databaseUrl }: Stage): Promise<void> {
  const { reader, close } = await openDatabase(databaseUrl);
  const inADay: [number, number] = [Date.now() + DAY_MS / 2, Date.now() + 2 * DAY_MS];
  const none = async (rows: Knex.QueryBuilder) => (await rows.first('id')) === undefined;
  const isDueOrWoken = (query: Knex.QueryBuilder) =>
    void query.whereBetween('wake_at', inADay).orWhereRaw('wake_seq > wake_seen');
  const isSettled = async () =>
    (await none(reader('requests').where({ status: 'waiting' }).whereBetween('expires_at', inADay))) &&
    // in one statement, because two could both miss one that changes from waiting to running
    (await none(
      reader('executions')
        .where({ status: 'running' })
        .orWhere((query) => void query.where({ status: 'waiting' }).where(isDueOrWoken)),
    ));
  await until(isSettled, SETTLED_WITHIN_MS).finally(close);
}

const clientsGo: Disturbance = {
  name: 'clients go away in the middle',
  async disturb(stage) {
    stage.clients.beImpatient(true);
    for (let n = 0; n < 3; n++) await aWhile(stage);
    stage.clients.beImpatient(false);
    return nothingToMend;
  },
};

/** A loop's errors after a lost connection, or when the database refuses connections. */
const LOST = /connection|terminate|terminating|timeout|timed out|took longer|stored|lock|reset|refused|EPIPE/i;

const connectionsCut: Disturbance = {
  name: 'every database connection cut, five times',
  only: 'postgres',
  mayReport: LOST,
  async disturb(stage) {
    for (let n = 0; n < 5; n++) {
      await aWhile(stage);
      await terminate(stage.databaseUrl, 'true');
    }
    return nothingToMend;
  },
};

const signalsCut: Disturbance = {
  name: 'the connection for signals cut, five times',
  only: 'postgres',
  mayReport: LOST,
  async disturb(stage) {
    for (let n = 0; n < 5; n++) {
      await aWhile(stage);
      await terminate(stage.databaseUrl, "query ilike 'listen%'");
    }
    return nothingToMend;
  },
};

/** Ends all other connections to the database. */
async function terminate(databaseUrl: string, which: string): Promise<void> {
  await withPg(databaseUrl, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${which}`,
    ),
  );
}

async function withPg<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const tableLocked: Disturbance = {
  name: `a table locked for ${LOCKED_MS / 1000} s`,
  mayReport: LOST,
  async disturb(stage) {
    await aWhile(stage);
    if (stage.databaseUrl.startsWith('postgres'))
      await withPg(stage.databaseUrl, async (client) => {
        await client.query('begin; lock table requests in access exclusive mode');
        await sleep(LOCKED_MS);
        await client.query('rollback');
      });
    else await lockFile(stage.databaseUrl.slice('sqlite:'.length), LOCKED_MS);
    return nothingToMend;
  },
};

/** Another program locks the SQLite file. */
async function lockFile(file: string, ms: number): Promise<void> {
  const db = new sqlite3.Database(file);
  const run = (sql: string) =>
    new Promise<void>((resolve, reject) => void db.run(sql, (error) => (error ? reject(error) : resolve())));
  await run('pragma busy_timeout = 5000');
  await run('begin immediate');
  await sleep(ms);
  await run('rollback');
  await new Promise((resolve) => db.close(resolve));
}

const FULL = /full|disk|no space|stored|I\/O/i;

/** For a database on its own disk. */
export const DISK_FULL: Disturbance = {
  name: 'a full disk',
  only: 'sqlite',
  mayReport: FULL,
  async disturb(stage) {
    const ballast = path.join(path.dirname(stage.databaseUrl.slice('sqlite:'.length)), 'ballast');
    await aWhile(stage);
    await fill(ballast);
    await sleep(1500);
    await rm(ballast);
    await aWhile(stage);
    return nothingToMend;
  },
};

/** Writes until the disk is full. */
function fill(file: string): Promise<void> {
  const stream = createWriteStream(file);
  const piece = Buffer.alloc(64 * 1024);
  return new Promise((resolve) => {
    stream.once('error', () => resolve());
    const write = (): void => void stream.write(piece, (error) => (error ? resolve() : write()));
    write();
  });
}

const wired = (name: string, wire: 'mail' | 'directory', state: 'slow' | 'silent' | 'cut'): Disturbance => ({
  name,
  mayReport: /mail|smtp|directory|graph|token|fetch|socket|timed out|reset|refused|unreachable/i,
  async disturb(stage) {
    stage.wires[wire].turn(state);
    for (let n = 0; n < 3; n++) await aWhile(stage);
    stage.wires[wire].turn('whole');
    return nothingToMend;
  },
});

export const DISTURBANCES: readonly Disturbance[] = [
  stop,
  clockSteps,
  clientsGo,
  connectionsCut,
  signalsCut,
  tableLocked,
  DISK_FULL,
  wired('a slow mail server', 'mail', 'slow'),
  wired('a mail server that hangs', 'mail', 'silent'),
  wired('a slow directory', 'directory', 'slow'),
  wired('a directory that hangs', 'directory', 'silent'),
  wired('a directory out of reach', 'directory', 'cut'),
];
