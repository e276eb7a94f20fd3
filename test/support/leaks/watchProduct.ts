import type { DestinationStream } from 'pino';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import type { Config } from '../../../server/foundation/config.ts';
import type { Database } from '../../../server/foundation/database/connection.ts';
import { tableNames } from '../openStore.ts';
import { leakWatch as watch } from './leakWatch.ts';

/** The number of rows searched per table: a leak would be in every row. */
const MOST_ROWS = 20_000;

/** Registers the configured secrets of a product and its sandbox. */
export function keepConfigured(config: Config, { tenant, config: given }: Sandbox): void {
  const { key, metricsToken, directoryClientSecret, teamsAppPassword, slackBotToken, slackSigningSecret } = config;
  for (const secret of [key, metricsToken, directoryClientSecret, teamsAppPassword, slackBotToken, slackSigningSecret])
    watch.keep(secret);
  for (const { secret, expiredSecret } of Object.values(tenant.registrations)) {
    watch.keep(secret);
    watch.keep(expiredSecret);
  }
  watch.keep(given.slackBotToken);
  watch.keep(given.slackSigningSecret);
}

/** Searches each line of a log, and passes it on. */
export const watchedLog = (to?: DestinationStream): DestinationStream => ({
  write(line) {
    watch.look('log', line);
    to?.write(line);
  },
});

/** Searches all stored data before the database goes away. */
export async function lookAtDatabase({ kind, writer }: Pick<Database, 'kind' | 'writer'>): Promise<void> {
  for (const table of await tableNames({ kind, writer })) {
    const rows: Record<string, unknown>[] = await writer(table).limit(MOST_ROWS);
    for (const row of rows) watch.look(`database: ${table}`, Object.values(row).map(String).join('\n'));
    if (table === 'tokens') for (const { hash } of rows) watch.keepHash(String(hash));
  }
}
