import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { ChannelKind } from '../../contract/channel.ts';
import { forgetServers, releaseLeases } from '../flow/leaseStore.ts';
import { anchorAudit, createAuditState, type AuditState } from '../foundation/audit/auditHead.ts';
import { ForeignChainError, readChain } from '../foundation/audit/auditChainStore.ts';
import { createChainSeal, type ChainSeal } from '../foundation/audit/chainSeal.ts';
import { ConfigError, showsMetrics, type Config } from '../foundation/config.ts';
import type { Database } from '../foundation/database/connection.ts';
import { createFaultLog } from '../foundation/database/faultLog.ts';
import { missingMigrations, prepareInstallation } from '../foundation/database/migrate.ts';
import { createLocalSignals, PostgresSignals, type Signals } from '../foundation/database/signals.ts';
import { watchPool } from '../foundation/database/poolQueue.ts';
import { usingDatabase } from '../foundation/refusedStart.ts';
import { watchUnits, type WatchedUnits } from '../foundation/database/unitQueue.ts';
import type { Pressure } from '../foundation/http/admissionRules.ts';
import { watchLoopDelay } from '../foundation/loopDelay.ts';
import { createUnitOfWork, type UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { createCallLimits, type CallLimits } from '../foundation/http/callLimits.ts';
import { DEFAULT_LIMITS, type Limits } from '../foundation/limits.ts';
import { createMetrics, type Metrics } from '../foundation/health/metrics.ts';
import { createReadiness, type Readiness } from '../foundation/health/readiness.ts';
import { createSecurityLog, type SecurityLog } from '../foundation/health/securityLog.ts';
import { createCipher, type Cipher, type Keys } from '../foundation/settings/cipher.ts';
import { createSteadyClock } from '../foundation/schedule/clock.ts';
import type { Loop } from '../foundation/schedule/loops.ts';
import { givenKeys, keyFileOf, loadKeys } from '../foundation/settings/key.ts';
import { hasOurKey, markKey } from '../foundation/settings/keyMark.ts';
import type { SubjectKind } from '../messages/deliveries/subject.ts';
import { refuseEmptied } from './emptied.ts';
import { ownDatabase } from './ownDatabase.ts';

export interface ServiceOptions {
  logger: Logger;
  /** The channels of chat platforms; only main knows them. */
  bots: ChannelKind[];
  /** Further subjects people get messages about, beside requests; for tests. */
  subjects?: (reader: Knex) => SubjectKind[];
  /** The wall clock. */
  now?: () => number;
  /** The clock for intervals; a given `now` serves for both by default, so that tests move one clock. */
  steady?: () => number;
  /** How long another server may be silent before its executions are taken over, in ms. */
  leaseMs?: number;
  /** How often the server looks for profiles that are due, in ms. */
  profilesEveryMs?: number;
  /** False: this server exchanges no signals with other servers and falls back to polling. */
  withSignals?: boolean;
  /** Overrides the configured limits. */
  limits?: Partial<Limits>;
}

/** What all other parts are built on. */
export interface Ground {
  config: Config;
  options: ServiceOptions;
  logger: Logger;
  database: Database;
  reader: Knex;
  units: UnitOfWork;
  signals: Signals;
  cipher: Cipher;
  limits: Limits;
  callLimits: CallLimits;
  /** How much work is waiting on this server. */
  pressure(): Pressure;
  /** The state of the audit: its head, and how much is not sealed yet. */
  audit: AuditState;
  auditSeal: ChainSeal;
  /** Logs refusals for operators. */
  security: SecurityLog;
  /** Whether this server should be given work. */
  readiness: Readiness;
  /** The metrics of this server. */
  metrics: Metrics;
  /** The wall clock, for what is stored. */
  now(): number;
  /** For intervals; never steps. */
  steady(): number;
  /** Logs a failure; while the database is away, far fewer lines than failures. */
  report(error: unknown, about: string): void;
  /** Notices that the database is back. */
  faultLoop: Loop;
}

/** Servers silent for this long are gone for good. */
const FORGET_MS = 7 * 24 * 60 * 60_000;

/** Measures how long work waits for the database, and how late the event loop is. */
function watchPressure(reader: Knex, units: WatchedUnits, metrics: Metrics): () => Pressure {
  const loopDelay = watchLoopDelay();
  const readsMs = watchPool(reader, (ms) => metrics.time('handback_pool_wait_seconds', ms, {}));
  return () => ({ readsMs: readsMs(), writesMs: units.waitedMs(), loopMs: loopDelay.ms() });
}

/** Units of work, with metrics on waiting and duration. */
const meterUnits = (units: UnitOfWork, metrics: Metrics): WatchedUnits =>
  watchUnits(units, {
    waited: (ms) => metrics.time('handback_unit_wait_seconds', ms, {}),
    ended: (ms, isStored) =>
      metrics.time('handback_unit_duration_seconds', ms, { result: isStored ? 'stored' : 'failed' }),
  });

/** Whether this server should be given work, and what operators see of it. */
function healthOf({ reader, signals, metrics, logger }: Pick<Ground, 'reader' | 'signals' | 'metrics' | 'logger'>) {
  const readiness = createReadiness();
  readiness.watch('database', () => reader.raw('select 1').then(() => null));
  readiness.watch('migrations', () => missingMigrations(reader));
  readiness.watch('signals', () => (signals.isConnected() ? null : 'there is no connection to the other servers'));
  const security = createSecurityLog({
    log: logger,
    onEvent: (event) => metrics.count('handback_security_events_total', { event }),
  });
  return { security, readiness, metrics };
}

/**
 * A server with a wrong key would seal what no other server can open. A sandbox makes a new key if its own is lost.
 * @throws ConfigError
 */
async function refuseForeignKey(
  config: Config,
  { units, reader, cipher, auditSeal }: Pick<Ground, 'units' | 'reader' | 'cipher' | 'auditSeal'>,
): Promise<void> {
  if (config.mode === 'sandbox') return;
  let isOurs = await hasOurKey(reader, cipher);
  if (isOurs === null && (await isAuditOurs(reader, auditSeal))) {
    await units.run(({ trx }) => markKey(trx, cipher));
    isOurs = await hasOurKey(reader, cipher);
  }
  if (isOurs !== false) return;
  throw new ConfigError([
    config.key
      ? 'HANDBACK_KEY: the database belongs to an installation with another key. Give that key; while a key is replaced, the former one is HANDBACK_KEY_PREVIOUS'
      : `DATA_DIR: the database belongs to an installation with another key than ${keyFileOf(config)}. Put that key there, or give it as HANDBACK_KEY`,
  ]);
}

/** Whether the ends of the audit carry our signature, or none yet. */
async function isAuditOurs(reader: Knex, seal: ChainSeal): Promise<boolean> {
  const chain = await readChain(reader);
  return !chain?.mac || seal.isGenuine(chain);
}

/** Says before the first change that the audit cannot be continued. */
async function takeUpAudit(
  units: UnitOfWork,
  reader: Knex,
  seal: ChainSeal,
  { now, report }: Pick<Ground, 'now' | 'report'>,
): Promise<void> {
  await anchorAudit(units, seal, now());
  if (!(await isAuditOurs(reader, seal))) report(new ForeignChainError(), 'audit');
}

/** What happens when this server's SQLite file is not its own any more. */
const endsOf = (logger: Logger) => ({
  onLost() {
    logger.fatal('another server has taken over this database: two servers writing to one file would corrupt it');
    process.exit(1);
  },
  onGone: (file: string) =>
    logger.fatal({ file }, 'the database file was deleted, moved or replaced: nothing is stored until a new start'),
});

/** Opens the database, migrates it, and checks that it belongs to this kind of installation. */
export async function openFoundation(config: Config, options: ServiceOptions): Promise<Ground> {
  const { logger, now = Date.now } = options;
  const steady = options.steady ?? options.now ?? createSteadyClock();
  const given = await givenKeys(config);
  const database = await usingDatabase(() => ownDatabase(config, endsOf(logger)));
  try {
    await usingDatabase(() => refuseEmptied(config, database.reader));
    await usingDatabase(() => prepareInstallation(database.writer, config.mode, now()));
    const { report, loop: faultLoop } = createFaultLog({
      log: logger,
      look: () => database.reader.raw('select 1'),
      steady,
    });
    const keys = given ?? (await firstKeys(config, database));
    const cipher = createCipher(keys);
    const auditSeal = createChainSeal(keys.opening);
    const metrics = createMetrics({ withProcess: showsMetrics(config) });
    const units = meterUnits(
      createUnitOfWork(database.writer, { onHookError: (error) => report(error, 'afterCommit') }),
      metrics,
    );
    const pressure = watchPressure(database.reader, units, metrics);
    await refuseForeignKey(config, { units, reader: database.reader, cipher, auditSeal });
    await units.run(({ trx }) => forgetServers(trx, now() - FORGET_MS));
    if (database.kind === 'sqlite') await units.run(({ trx }) => releaseLeases(trx, null, now())); // of the previous server
    await takeUpAudit(units, database.reader, auditSeal, { now, report });
    const audit = createAuditState(database.reader);
    const signals = await openSignals(database, config, options, (error) => report(error, 'signals'));
    const limits = { ...DEFAULT_LIMITS, ...config.limits, ...options.limits };
    const callLimits = createCallLimits(limits);
    const { reader } = database;
    const stored = { database, reader, units, signals };
    const sealed = { cipher, audit, auditSeal };
    const health = healthOf({ reader, signals, metrics, logger });
    return {
      config,
      options,
      logger,
      ...stored,
      ...sealed,
      ...health,
      limits,
      callLimits,
      pressure,
      now,
      steady,
      report,
      faultLoop,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * If a server has used this database, its key exists somewhere; a newly made one could open nothing.
 * @throws ConfigError
 */
async function firstKeys(config: Config, { reader }: Database): Promise<Keys> {
  const chain = await readChain(reader);
  if (!chain?.mac || config.mode === 'sandbox') return loadKeys(config);
  throw new ConfigError([
    `DATA_DIR: ${keyFileOf(config)} is not there, and this database is sealed with the key in it. Put it back, or give that key as HANDBACK_KEY`,
  ]);
}

async function openSignals(
  { kind }: Database,
  { databaseUrl }: Config,
  { withSignals = true }: ServiceOptions,
  report: (error: unknown) => void,
): Promise<Signals> {
  if (kind === 'sqlite' || !withSignals) return createLocalSignals(report);
  return PostgresSignals.connect({ connectionString: databaseUrl }, report);
}
