import { expect } from 'chai';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, openWithoutTimeouts } from '../../../server/foundation/database/connection.ts';
import { query } from '../../../server/foundation/database/statements.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';

/** The driver of SQLite waits for a second by itself. */
const LONGER_THAN_THE_DRIVER_MS = 1300;

describe('connection', () => {
  forEachDatabase((name, openUrl) => {
    const store = useStore(openUrl);
    const installation = { id: 1, kind: 'tenant', created_at: 1 };

    it('shows the reader acknowledged writes at once', async () => {
      for (let n = 0; n < 50; n++) {
        await store.units.run(({ trx }) =>
          trx('settings').insert({ name: `s${n}`, value: '', is_secret: 0, updated_at: n, updated_by: '' }),
        );
        expect(await store.db.reader('settings').where({ name: `s${n}` })).to.have.length(1);
      }
    });

    it('returns instants as numbers', async () => {
      const at = 9_007_199_254_740_991;
      await store.db.writer('installation').insert({ ...installation, created_at: at });
      expect(await store.db.reader('installation').first('created_at')).to.deep.equal({ created_at: at });
      expect(await query(store.db.reader, 'select count(*) as n from installation', [])).to.deep.equal([{ n: 1 }]);
    });

    it('enforces foreign keys', async () => {
      const orphan = { flow_id: 'nowhere', version: 1, definition: '', created_at: 1, created_by: '' };
      const failure = await store.db
        .writer('flow_versions')
        .insert(orphan)
        .catch((error: Error) => error);
      expect(String(failure)).to.match(/foreign key/i);
    });

    if (name === 'SQLite') declareSqlite(store);
    else declarePostgres(store);
  });
});

function declareSqlite(store: ReturnType<typeof useStore>): void {
  const pragma = async (db: typeof store.db.writer, which: string) =>
    Object.values((await db.raw(`pragma ${which}`))[0])[0];

  it('uses a write-ahead log, and syncs to disk before it acknowledges', async () => {
    const { writer, reader } = store.db;
    expect(await pragma(writer, 'journal_mode')).to.equal('wal');
    expect(await pragma(writer, 'synchronous')).to.equal(2);
    expect(await pragma(writer, 'busy_timeout')).to.equal(5000);
    expect(await pragma(reader, 'query_only')).to.equal(1);
    expect([writer.client.pool.max, reader.client.pool.max]).to.deep.equal([1, 3]);
  });

  it('has read-only readers', async () => {
    const failure = await store.db
      .reader('settings')
      .delete()
      .catch((error: Error) => error);
    expect(String(failure)).to.match(/readonly/);
  });

  it('creates the folder of its file', async () => {
    const file = path.join(path.dirname(store.url.slice('sqlite:'.length)), 'a', 'b', 'new.db');
    await (await openDatabase(`sqlite:${file}`)).close();
    expect(existsSync(file)).to.equal(true);
  });

  it('waits while the last connection of another process writes its log back, as a server that stops does', async () => {
    const url = `${store.url}.stopping`;
    const stopping = await openDatabase(url);
    await stopping.reader.destroy(); // or it could not have the file for itself
    await stopping.writer.raw('pragma locking_mode = exclusive');
    await stopping.writer.raw('create table t (n)');
    const closed = new Promise((resolve) => setTimeout(() => resolve(stopping.close()), LONGER_THAN_THE_DRIVER_MS));
    await (await openDatabase(url)).close();
    await closed;
  });

  it('waits for another process that is the first to open a new file', async () => {
    const url = `${store.url}.new`;
    const first = await openDatabase(url);
    await first.reader.destroy(); // or it could not have the file for itself
    await first.writer.raw('pragma journal_mode = delete'); // as a new file has it
    await first.writer.raw('begin immediate');
    await first.writer.raw('create table t (n)');
    const opening = openDatabase(url);
    await sleep(100);
    await first.writer.raw('commit');
    await (await opening).close();
    await first.close();
  });

  it('waits for another process that writes, also between its own read and write', async () => {
    const other = await openDatabase(store.url);
    const { createUnitOfWork } = await import('../../../server/foundation/database/unitOfWork.ts');
    const outside = createUnitOfWork(other.writer);
    await store.db.writer('installation').insert({ id: 1, kind: 'tenant', created_at: 0 });
    const addOne = (units: typeof outside) =>
      units.run(async ({ trx }) => {
        const { created_at } = await trx('installation').first('created_at'); // reads first: a deferred BEGIN would fail now
        await trx('installation').update({ created_at: created_at + 1 });
      });
    for (let n = 0; n < 30; n++) await Promise.all([addOne(store.units), addOne(outside)]);
    expect((await store.db.reader('installation').first()).created_at).to.equal(60);
    await other.close();
  });
}

function declarePostgres(store: ReturnType<typeof useStore>): void {
  it('limits the time of a statement', async () => {
    const { rows } = await store.db.reader.raw(
      "select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle",
    );
    expect(rows).to.deep.equal([{ statement: '5s', idle: '10s' }]);
  });

  it('lets a statement run for as long as it takes on request', async () => {
    const patient = openWithoutTimeouts(store.db.writer);
    const { rows } = await patient.raw("select current_setting('statement_timeout') as statement, pg_sleep(5.5)");
    await patient.destroy();
    expect(rows[0].statement).to.equal('0');
  }).timeout(20_000);

  it('shows one state of the data in a snapshot, and rejects writes there', async () => {
    const snapshot = { isolationLevel: 'repeatable read', readOnly: true } as const;
    const failure = await store.db.reader
      .transaction(async (trx) => {
        expect(await trx('settings')).to.deep.equal([]);
        await store.units.run((unit) =>
          unit.trx('settings').insert({ name: 's', value: '', is_secret: 0, updated_at: 1, updated_by: '' }),
        );
        expect(await trx('settings')).to.deep.equal([]);
        await trx('settings').delete();
      }, snapshot)
      .catch((error: Error) => error);
    expect(String(failure)).to.match(/read-only transaction/);
    expect(await store.db.reader('settings')).to.have.length(1);
  });

  it('rejects writes in a read-only unit', async () => {
    const failure = await store.db.reader
      .transaction((trx) => trx('settings').delete(), { readOnly: true })
      .catch((error: Error) => error);
    expect(String(failure)).to.match(/read-only transaction/);
  });

  it('uses one pool for reading and writing, and writes only in units', async () => {
    const db = await openDatabase(store.url);
    expect(db.reader).to.equal(db.writer);
    const failure = await db
      .writer('settings')
      .delete()
      .catch((error: Error) => error);
    await db.close();
    expect(String(failure)).to.match(/read-only transaction/);
  });
}
