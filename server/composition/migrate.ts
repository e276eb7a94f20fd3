/**
 * `npm run migrate`: migrates the product's database, or with `--sandbox` the sandbox's, to the newest version, as a
 * server does when it starts. Exit code 1 on failure.
 */
import { readOptions } from '../foundation/commandOptions.ts';
import { ownConfig } from '../foundation/ownConfig.ts';
import { prepareInstallation } from '../foundation/database/migrate.ts';
import { refuseKept } from '../foundation/npmOptions.ts';
import { usingDatabase } from '../foundation/refusedStart.ts';
import { refuseEmptied } from './emptied.ts';
import { ownDatabase } from './ownDatabase.ts';

const USAGE = `npm run migrate [-- --sandbox]
Migrates the database to the newest version, as a server does when it starts; with --sandbox, the sandbox's.`;

async function main(): Promise<void> {
  const { values } = readOptions(USAGE, { sandbox: { type: 'boolean' } });
  refuseKept('sandbox');
  const config = ownConfig(values.sandbox ? 'sandbox' : 'tenant');
  const database = await usingDatabase(() =>
    ownDatabase(config, { onLost: () => process.exit(1), onGone: () => process.exit(1) }),
  );
  try {
    await usingDatabase(() => refuseEmptied(config, database.reader));
    await usingDatabase(() => prepareInstallation(database.writer, config.mode, Date.now()));
  } finally {
    await database.close();
  }
  process.stdout.write('The database is up to date.\n');
}

await main().catch((error: Error) => {
  process.stderr.write(`The database was not migrated: ${error.message}\n`);
  process.exitCode = 1;
});
