import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { ChannelKind } from '../../contract/channel.ts';
import type { ResponseLimits } from '../channels/email/responseLimits.ts';
import { dropAllLeases } from '../flow/leaseStore.ts';
import type { Config } from '../foundation/config.ts';
import { openDatabase, type Database } from '../foundation/database/connection.ts';
import { claimInstallation, migrateToLatest, refuseOtherInstallation } from '../foundation/database/migrate.ts';
import { createLocalSignals, PostgresSignals, type Signals } from '../foundation/database/signals.ts';
import { createUnitOfWork, type UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { createCipher, type Cipher } from '../foundation/settings/cipher.ts';
import { loadKey } from '../foundation/settings/key.ts';

export interface ServiceOptions {
  logger: Logger;
  /** The channels of chat platforms; only main knows which there are. */
  bots: ChannelKind[];
  now?: () => number;
  /** How long another server may be silent before its executions are taken over, in ms. */
  leaseMs?: number;
  /** False: this server tells other servers nothing and hears nothing of them, which leaves it the fallback. */
  withSignals?: boolean;
  /** Of the page behind a mail's link. */
  responseLimits?: Partial<ResponseLimits>;
}

/** What everything else stands on. */
export interface Ground {
  config: Config;
  options: ServiceOptions;
  logger: Logger;
  database: Database;
  reader: Knex;
  units: UnitOfWork;
  signals: Signals;
  cipher: Cipher;
  now(): number;
  report(error: unknown, about: string): void;
}

/** Opens the database, brings it to the newest version, and makes sure that it is of this kind of installation. */
export async function layGround(config: Config, options: ServiceOptions): Promise<Ground> {
  const { logger, now = Date.now } = options;
  const report = (error: unknown, about: string) => logger.error({ err: error, about }, 'a part failed');
  const cipher = createCipher(await loadKey(config));
  const database = await openDatabase(config.databaseUrl);
  try {
    await refuseOtherInstallation(database.writer, config.mode);
    await migrateToLatest(database.writer);
    await claimInstallation(database.writer, config.mode, now());
    const units = createUnitOfWork(database.writer, { onHookError: (error) => report(error, 'afterCommit') });
    if (database.kind === 'sqlite') await units.run(({ trx }) => dropAllLeases(trx));
    const signals = await openSignals(database, config, options, (error) => report(error, 'signals'));
    return { config, options, logger, database, reader: database.reader, units, signals, cipher, now, report };
  } catch (error) {
    await database.close();
    throw error;
  }
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
