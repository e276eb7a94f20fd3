import knex, { type Knex } from 'knex';
import { openDatabase } from '../../server/foundation/database/connection.ts';
import type { Sqlite3Connection } from '../../server/foundation/database/preparedStatements.ts';

const PRAGMAS = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;';

/**
 * A connection as the prototype opened it: as durable as the product's, but SQLite prepares each statement every time.
 * A yardstick that improved with the product would measure nothing.
 */
export async function openPlain(databaseUrl: string): Promise<Knex> {
  if (!databaseUrl.startsWith('sqlite:')) return (await openDatabase(databaseUrl)).writer;
  return knex({
    client: 'sqlite3',
    connection: { filename: databaseUrl.slice('sqlite:'.length) },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      afterCreate(connection: Sqlite3Connection, done: (error: Error | null) => void) {
        connection.serialize();
        connection.exec(PRAGMAS, done);
      },
    },
  });
}
