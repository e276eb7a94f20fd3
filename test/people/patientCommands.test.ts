import { expect } from 'chai';
import { openInstallation } from '../../server/composition/openInstallation.ts';
import type { Database } from '../../server/foundation/database/connection.ts';
import { postgresUrl } from '../support/postgres.ts';

describe('commands beside the servers of a large installation', () => {
  let database: Database;
  before(async () => void (database = await openInstallation({ databaseUrl: await postgresUrl() })));
  after(() => database?.close());

  const settingOf = async (db: Database['reader'], name: string): Promise<string> =>
    (await db.raw('select current_setting(?) as value', [name])).rows[0].value;

  it('may read as long as they need, but hold up no server with what they write', async () => {
    expect(await settingOf(database.reader, 'statement_timeout')).to.equal('0');
    expect(await settingOf(database.writer, 'statement_timeout')).to.equal('5s');
  });

  it('write in units only', async () => {
    for (const db of [database.reader, database.writer])
      expect(await settingOf(db, 'default_transaction_read_only')).to.equal('on');
  });
});
