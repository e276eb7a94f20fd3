import { expect } from 'chai';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { openDatabase, type Database } from '../../../server/foundation/database/connection.ts';
import { MIGRATIONS, claimInstallation, migrateToLatest } from '../../../server/foundation/database/migrate.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { tableNames } from '../../support/openStore.ts';
import { readSchema, tellSchema, type Column, type Table } from './schemaReport.ts';

const REPORT = new URL('schema.report.md', import.meta.url);
const FILES = readdirSync(MIGRATIONS.directory).sort();

const valueOf = ({ type }: Column): string | number => (/int/.test(type) ? 1 : 'x');

/** A row with all that a table asks for. Every text is `x`, so that rows refer to each other. */
const aRow = ({ columns }: Table): Record<string, string | number> =>
  Object.fromEntries(
    columns
      .filter(({ isRequired, fallback, isCounter }) => isRequired && fallback === null && !isCounter)
      .map((column) => [column.name, valueOf(column)]),
  );

/** Puts a row into every empty table; one that refers to another waits for it. */
async function fill(db: Database): Promise<void> {
  let empty: Table[] = [];
  for (const table of await readSchema(db)) if ((await db.writer(table.name).first()) === undefined) empty.push(table);
  while (empty.length > 0) {
    const failures = new Map<Table, Error>();
    for (const table of empty)
      await db
        .writer(table.name)
        .insert(aRow(table))
        .catch((error: Error) => failures.set(table, error));
    if (failures.size === empty.length) throw new Error('no row fits', { cause: [...failures.values()][0] });
    empty = [...failures.keys()];
  }
}

async function contents(db: Database): Promise<Record<string, object[]>> {
  const rows: Record<string, object[]> = {};
  for (const name of await tableNames(db)) rows[name] = await db.writer(name);
  return rows;
}

describe('migrations', () => {
  const schemas: Partial<Record<Database['kind'], Table[]>> = {};

  it('are numbered without a gap and say whether they expand or contract', async () => {
    expect(FILES.map((file) => Number(file.slice(0, 3)))).to.deep.equal(FILES.map((_, n) => n + 1));
    for (const file of FILES) {
      const { kind, up, down } = (await import(
        new URL(`migrations/${file}`, import.meta.resolve('../../../server/foundation/database/migrate.ts')).href
      )) as Record<string, unknown>;
      expect(kind, file).to.be.oneOf(['expand', 'contract']);
      expect([typeof up, typeof down], file).to.deep.equal(['function', 'function']);
    }
  });

  forEachDatabase((_, openUrl) => {
    let db: Database;
    beforeEach(async () => {
      db = await openDatabase(await openUrl());
    });
    afterEach(() => db.close());

    it('go up and down step by step and keep the data', async () => {
      for (let n = 0; n < FILES.length; n++) {
        await db.writer.migrate.up(MIGRATIONS);
        await fill(db);
      }
      const schema = await readSchema(db);
      const full = await contents(db);
      for (const rows of Object.values(full)) expect(rows).to.have.length(1);
      for (let n = 0; n < FILES.length; n++) {
        await db.writer.migrate.down(MIGRATIONS);
        for (const [name, [row]] of Object.entries(await contents(db))) expect(full[name]![0], name).to.include(row);
      }
      expect(await tableNames(db)).to.deep.equal([]);
      await migrateToLatest(db.writer);
      expect(await readSchema(db)).to.deep.equal(schema);
      schemas[db.kind] = schema;
    });

    it('are done once', async () => {
      await migrateToLatest(db.writer);
      await fill(db);
      const full = await contents(db);
      await migrateToLatest(db.writer);
      expect(await contents(db)).to.deep.equal(full);
    });

    it('are done although a server died while it held their lock', async () => {
      await migrateToLatest(db.writer);
      await db.writer.migrate.down(MIGRATIONS);
      await db.writer('knex_migrations_lock').update({ is_locked: 1 });
      await migrateToLatest(db.writer);
      expect(await db.writer('knex_migrations').pluck('name')).to.deep.equal(FILES);
    });

    it('seal again what was sealed, should the chain have been taken away', async () => {
      await migrateToLatest(db.writer);
      const row = { at: 1, actor: 'ada', action: 'x', subject: 'y', position: 1, hash: 'h' };
      await db.writer('audit').insert(row);
      const last = FILES.length - FILES.indexOf('006_audit_chain.ts');
      for (let n = 0; n < last; n++) await db.writer.migrate.down(MIGRATIONS);
      expect(await db.writer('audit').select('at', 'position', 'hash')).to.deep.equal([
        { at: 1, position: null, hash: null },
      ]);
    });

    it('leave mails alone that were sent before copies could be rewritten', async () => {
      await migrateToLatest(db.writer);
      const last = FILES.length - FILES.indexOf('008_rewrites.ts');
      for (let n = 0; n < last; n++) await db.writer.migrate.down(MIGRATIONS);
      await fill(db);
      for (const [id, state, sentAt] of [
        ['sent', 'sent', 5],
        ['lost', 'failed', null],
        ['due', 'queued', null],
      ])
        await db
          .writer('deliveries')
          .insert({ id, subject_id: 'x', person: id, channel: 'email', state, sent_at: sentAt, created_at: 3 });
      await migrateToLatest(db.writer);
      const settled = await db
        .writer('deliveries')
        .whereNot({ id: 'x' })
        .orderBy('id')
        .select('id', 'settled_at', 'failures');
      expect(settled).to.deep.equal([
        { id: 'due', settled_at: null, failures: 0 },
        { id: 'lost', settled_at: 3, failures: 0 },
        { id: 'sent', settled_at: 5, failures: 0 },
      ]);
    });

    it('give the database to the one kind of installation that came first', async () => {
      await migrateToLatest(db.writer);
      await claimInstallation(db.writer, 'sandbox', 1);
      await claimInstallation(db.writer, 'sandbox', 2);
      expect(await db.writer('installation')).to.deep.equal([{ id: 1, kind: 'sandbox', created_at: 1 }]);
      const refusal = await claimInstallation(db.writer, 'tenant', 3).catch((error: Error) => error.message);
      expect(refusal).to.match(/belongs to a sandbox installation.*serve as tenant/);
    });

    it('give it to one of two that come at once', async () => {
      await migrateToLatest(db.writer);
      const kinds = ['sandbox', 'tenant'] as const;
      const claims = await Promise.allSettled(kinds.map((kind) => claimInstallation(db.writer, kind, 1)));
      expect(claims.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    });
  });

  describe('of servers that start together', () => {
    forEachDatabase((name, openUrl) => {
      if (name === 'SQLite') return; // one server
      it('are done by one, and the others wait', async () => {
        const url = await openUrl();
        const servers = await Promise.all(Array.from({ length: 4 }, () => openDatabase(url)));
        await Promise.all(servers.map(({ writer }) => migrateToLatest(writer)));
        expect(await servers[0]!.writer('knex_migrations').pluck('name')).to.deep.equal(FILES);
        await Promise.all(servers.map((server) => server.close()));
      });
    });
  });

  describe('of both databases', () => {
    it('make the schema that is checked in', () => {
      const { sqlite, postgres } = schemas;
      if (!sqlite || !postgres) throw new Error('needs the schemas that the tests above have read');
      const namesOf = (tables: Table[]) =>
        tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]);
      expect(namesOf(sqlite)).to.deep.equal(namesOf(postgres));
      const report = tellSchema(sqlite, postgres);
      if (process.env['UPDATE_SCHEMA_REPORT']) writeFileSync(REPORT, report);
      expect(report, 'run again with UPDATE_SCHEMA_REPORT=1 when the change is meant').to.equal(
        readFileSync(REPORT, 'utf8'),
      );
    });
  });
});
