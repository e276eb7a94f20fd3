import type { Knex } from 'knex';
import { readConfig } from './server/foundation/config.ts';
import { MIGRATIONS } from './server/foundation/database/migrate.ts';

/** What the knex command line works on: the database that `DATABASE_URL` names, else the product's own file. */
const { databaseUrl } = readConfig(process.env);

const connection: Pick<Knex.Config, 'client' | 'connection' | 'useNullAsDefault'> = databaseUrl.startsWith('sqlite:')
  ? { client: 'sqlite3', connection: { filename: databaseUrl.slice('sqlite:'.length) }, useNullAsDefault: true }
  : { client: 'pg', connection: databaseUrl };

const config: Knex.Config = { ...connection, migrations: MIGRATIONS };
export default config;
