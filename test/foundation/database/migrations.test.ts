import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../../../server/foundation/config.ts';
import type { Database } from '../../../server/foundation/database/connection.ts';
import {
  MIGRATIONS,
  claimInstallation,
  migrateToLatest,
  migrationNames,
} from '../../../server/foundation/database/migrate.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { openFreely, tableNames } from '../../support/openStore.ts';
import { readSchema, describeSchema, type Column, type Table } from './schemaReport.ts';

const REPORT = new URL('schema.report.md', import.meta.url);
const FILES = migrationNames();

const valueOf = ({ type }: Column): string | number => (/int/.test(type) ? 1 : 'x');

/** A row that satisfies a table. Every text is `x`, so that rows refer to each other. */
const aRow = ({ columns }: Table): Record<string, string | number> =>
  Object.fromEntries(
    columns
      .filter(({ isRequired, fallback, isCounter }) => isRequired && fallback === null && !isCounter)
      .map((column) => [column.name, valueOf(column)]),
  );

/** Adds a row to every empty table; those that refer to another wait for it. */
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

  it('have unique numbers and say whether they expand or contract', async () => {
    const numbers = FILES.map((file) => /^(\d{3})_/.exec(file)?.[1]);
    expect(numbers).to.not.include(undefined);
    expect(new Set(numbers).size).to.equal(FILES.length);
    for (const file of FILES) {
      const { kind, up, down } = (await import(
        new URL(`migrations/${file}`, import.meta.resolve('../../../server/foundation/database/migrate.ts')).href
      )) as Record<string, unknown>;
      expect(kind, file).to.be.oneOf(['expand', 'contract']);
      expect([typeof up, typeof down], file).to.deep.equal(['function', 'function']);
    }
  });

  forEachDatabase((_name, _openUrl, openBlankUrl) => {
    let db: Database;
    beforeEach(async () => {
      db = await openFreely(await openBlankUrl());
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

    it('run once', async () => {
      await migrateToLatest(db.writer);
      await fill(db);
      const full = await contents(db);
      await migrateToLatest(db.writer);
      expect(await contents(db)).to.deep.equal(full);
    });

    it('run even if a server died while it held their lock', async () => {
      await migrateToLatest(db.writer);
      await db.writer.migrate.down(MIGRATIONS);
      await db.writer('knex_migrations_lock').update({ is_locked: 1 });
      await migrateToLatest(db.writer);
      expect(await db.writer('knex_migrations').pluck('name')).to.deep.equal(FILES);
    });

    it('are refused with a message on a database of a newer version', async () => {
      await migrateToLatest(db.writer);
      await db.writer('knex_migrations').insert({ name: '999_later.ts', batch: 9, migration_time: new Date() });
      const refusal = await migrateToLatest(db.writer).catch((error: Error) => error);
      expect(refusal).to.be.instanceOf(ConfigError);
      expect(String(refusal))
        .to.match(/was made by a newer version \(it has 999_later\.ts\)/)
        .and.not.match(/corrupt/);
    });

    it('seal the chain again if it was removed', async () => {
      await migrateToLatest(db.writer);
      const row = { at: 1, actor: 'ada', action: 'x', subject: 'y', position: 1, hash: 'h' };
      await db.writer('audit').insert(row);
      const last = FILES.length - FILES.indexOf('006_audit_chain.ts');
      for (let n = 0; n < last; n++) await db.writer.migrate.down(MIGRATIONS);
      expect(await db.writer('audit').select('at', 'position', 'hash')).to.deep.equal([
        { at: 1, position: null, hash: null },
      ]);
    });

    it('do not touch mails that were sent before copies could be rewritten', async () => {
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

    it('fill in the recipient of deliveries that are still due', async () => {
      await migrateToLatest(db.writer);
      const last = FILES.length - FILES.indexOf('019_fair_deliveries.ts');
      for (let n = 0; n < last; n++) await db.writer.migrate.down(MIGRATIONS);
      await fill(db);
      await db.writer('requests').update({ flow_id: 'approval', started_by: 'ada' });
      for (const [id, nextAttemptAt] of Object.entries({ due: 5, settled: null }))
        await db.writer('deliveries').insert({
          id,
          subject_id: 'x',
          person: id,
          channel: 'email',
          state: 'queued',
          next_attempt_at: nextAttemptAt,
          created_at: 3,
        });
      await migrateToLatest(db.writer);
      const moved = await db
        .writer('deliveries')
        .whereNot({ id: 'x' })
        .orderBy('id')
        .select('id', 'flow_id', 'started_by');
      expect(moved).to.deep.equal([
        { id: 'due', flow_id: 'approval', started_by: 'ada' },
        { id: 'settled', flow_id: '', started_by: '' },
      ]);
    });

    it('list answers whose passwords are not bound to a place', async () => {
      await migrateToLatest(db.writer);
      const last = FILES.length - FILES.indexOf('022_sealed.ts');
      for (let n = 0; n < last; n++) await db.writer.migrate.down(MIGRATIONS);
      await fill(db);
      const { person: _person, payload: _payload, ...row } = await db.writer('responses').first();
      for (const [person, payload] of [
        ['sealed', '{"value":null,"values":{"key":{"secret":"v1.abc"}},"note":""}'],
        ['open', '{"value":"secret v1.","note":""}'],
      ])
        await db.writer('responses').insert({ ...row, person, payload });
      await migrateToLatest(db.writer);
      expect(await db.writer('unbound_answers')).to.deep.equal([{ request_id: 'x', person: 'sealed' }]);
    });

    it('make the last saver of a flow its owner', async () => {
      await migrateToLatest(db.writer);
      const last = FILES.length - FILES.indexOf('025_flow_access.ts');
      for (let n = 0; n < last; n++) await db.writer.migrate.down(MIGRATIONS);
      const flow = { name: 'x', version: 3, variables: '[]', created_at: 1, updated_at: 1, updated_by: 'ada' };
      await db.writer('flows').insert({ id: 'pay', ...flow });
      const save = (version: number, by: string, creator: object | null) =>
        db.writer('flow_versions').insert({
          flow_id: 'pay',
          version,
          definition: '{}',
          created_at: version,
          created_by: by,
          creator: creator && JSON.stringify(creator),
        });
      await save(1, 'ada', { id: 'ada', displayName: 'Ada Byron', email: null });
      await save(2, 'tim', null);
      await save(3, 'ada', { id: 'ada', displayName: 'Ada Lovelace', email: 'ada@x.test' });
      await migrateToLatest(db.writer);
      const owner = { flow_id: 'pay', role: 'owner', kind: 'user' };
      expect(await db.writer('flow_access').orderBy('principal')).to.deep.equal([
        { ...owner, principal: 'ada', display_name: 'Ada Lovelace', email: 'ada@x.test' },
        { ...owner, principal: 'tim', display_name: 'tim', email: null },
      ]);
      expect(await db.writer('flows').first('starters', 'access_version')).to.deep.equal({
        starters: 'everyone',
        access_version: 1,
      });
    });

    it('keep chats as their first known version', async () => {
      await migrateToLatest(db.writer);
      const last = FILES.length - FILES.indexOf('029_chat_versions.ts');
      for (let n = 0; n < last; n++) await db.writer.migrate.down(MIGRATIONS);
      const content = { version: 4, name: 'Ours', instructions: 'Be kind', flow_id: 'pay' };
      const assistant = { has_assistant: 1, assistant_instructions: 'Be brief' };
      const chat = { id: 'x', ...content, ...assistant, users: '[]', created_by: 'ada', created_at: 1, updated_at: 2 };
      await db.writer('chats').insert(chat);
      await migrateToLatest(db.writer);
      expect(await db.writer('chat_versions')).to.deep.equal([{ chat_id: 'x', ...content, ...assistant, saved_at: 2 }]);
    });

    it('give the database to the kind of installation that came first', async () => {
      await migrateToLatest(db.writer);
      await claimInstallation(db.writer, 'sandbox', 1);
      await claimInstallation(db.writer, 'sandbox', 2);
      expect(await db.writer('installation')).to.deep.equal([
        { id: 1, kind: 'sandbox', key_mark: null, created_at: 1 },
      ]);
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

  describe('of servers and commands that start together', () => {
    forEachDatabase((name, _openUrl, openBlankUrl) => {
      it('run in one, while the others wait', async () => {
        const url = await openBlankUrl();
        const servers = await Promise.all(Array.from({ length: 4 }, () => openFreely(url)));
        const together = () => Promise.all(servers.map(({ writer }) => migrateToLatest(writer)));
        await together();
        await together(); // now nothing is missing
        expect(await servers[0]!.writer('knex_migrations').pluck('name')).to.deep.equal(FILES);
        await Promise.all(servers.map((server) => server.close()));
      });

      if (name !== 'SQLite') return;
      it('wait longer for each other than other writers do', async () => {
        const url = await openBlankUrl();
        const [first, second] = await Promise.all([openFreely(url), openFreely(url)]);
        await second.writer.raw('PRAGMA busy_timeout = 20');
        const trx = await first.writer.transaction(); // as the first one migrates
        const waiting = migrateToLatest(second.writer);
        await sleep(200);
        await trx.commit();
        await waiting;
        expect(await second.writer.raw('PRAGMA busy_timeout')).to.deep.equal([{ timeout: 20 }]);
        expect(await second.writer('knex_migrations').pluck('name')).to.deep.equal(FILES);
        await Promise.all([first.close(), second.close()]);
      });
    });
  });

  describe('of both databases', () => {
    it('produce the checked-in schema', () => {
      const { sqlite, postgres } = schemas;
      if (!sqlite || !postgres) throw new Error('needs the schemas that the tests above have read');
      const isOfBoth = ({ type }: Column) => type !== 'tsvector'; // SQLite keeps an index of words in its own tables
      const namesOf = (tables: Table[]) =>
        tables.map(({ name, columns }) => [name, columns.filter(isOfBoth).map((column) => column.name)]);
      expect(namesOf(sqlite)).to.deep.equal(namesOf(postgres));
      const report = describeSchema(sqlite, postgres);
      if (process.env['UPDATE_SCHEMA_REPORT']) writeFileSync(REPORT, report);
      expect(report, 'run again with UPDATE_SCHEMA_REPORT=1 when the change is meant').to.equal(
        readFileSync(REPORT, 'utf8'),
      );
    });
  });
});
