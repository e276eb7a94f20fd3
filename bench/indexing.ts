// cspell:ignore unindexed
import { openDatabase } from '../server/foundation/database/connection.ts';
import { migrateToLatest } from '../server/foundation/database/migrate.ts';
import { createUnitOfWork } from '../server/foundation/database/unitOfWork.ts';
import type { DocumentSource, Item } from '../server/documents/indexing/documentSource.ts';
import { createIndexer } from '../server/documents/indexing/indexer.ts';
import { createDatabaseIndex } from '../server/search/databaseIndex.ts';
import { EVERYONE } from '../server/search/searchIndex.ts';
import { openPlain } from './cycle/plainConnection.ts';
import { personOf } from './company.ts';
import { percentiles } from './load.ts';
import { DATABASES, type Conditions, type DatabaseKind, type Figures, type Variant } from './variant.ts';

const DOCUMENTS = 20_000;
const PAGE = 50;
/** The batch size of the indexer. */
const CHUNK = 8;
const WORDS = 300;
const LOOKS = 300;
const DISTINCT = 20_000;

const wordOf = (n: number): string => `w${(n * 7919) % DISTINCT}`;
/** A page of text; each word occurs in one of about sixty documents. */
const textOf = (document: number): string =>
  Array.from({ length: WORDS }, (_, n) => wordOf(document * 31 + n)).join(' ');
const readersOf = (document: number): string[] =>
  document % 10 === 0 ? [EVERYONE] : [personOf(document % 100).id, personOf((document * 7) % 100).id];

const itemOf = (n: number): Item => ({
  id: `I${n}`,
  parent: null,
  isFolder: false,
  title: `Document ${n}`,
  address: `https://documents.test/${n}`,
  version: '1',
  size: 1,
  modifiedAt: n,
});

/** A library that answers at once. */
const library = (count: number): DocumentSource => ({
  kind: 'bench',
  list: async () => ({
    places: [{ id: 'all', site: 'site', siteName: 'Site', title: 'All', address: 'https://documents.test/' }],
    unknownSites: new Set(),
    lostSites: new Map(),
  }),
  async changes(_place, link) {
    const from = Number(link ?? 0);
    const to = Math.min(from + PAGE, count);
    return {
      changes: Array.from({ length: to - from }, (_, n) => itemOf(from + n)),
      link: String(to),
      isLast: to === count,
    };
  },
  item: async (_place, id) => itemOf(Number(id.slice(1))),
  access: async (_place, id) => ({ readers: readersOf(Number(id.slice(1))), hasUnknown: false, until: null }),
  content: async (_place, { id }) => ({ bytes: Buffer.from(textOf(Number(id.slice(1)))) }),
});

/** From the first page of a library until all its documents can be found, and the time of a search then. */
async function measureProduct({ databaseUrl, scale }: Conditions): Promise<Figures> {
  const count = Math.ceil(DOCUMENTS * scale);
  const database = await openDatabase(databaseUrl);
  const { reader, writer } = database;
  await migrateToLatest(writer);
  const units = createUnitOfWork(writer);
  const index = createDatabaseIndex({ units, reader });
  let time = Date.now();
  const indexer = createIndexer({
    ...{ units, reader, index, origins: [library(count)], now: () => time, steady: () => time, random: () => 0.5 },
    extract: async (_name, bytes) => ({ text: Buffer.from(bytes).toString(), fault: null }),
    report: (error) => {
      throw error;
    },
  });
  const isDone = async () => (await reader('indexed_sources').where({ state: 'following' }).first('id')) !== undefined;
  const startedAt = performance.now();
  do {
    time += 1000; // past every back-off
    await indexer.loop.tick(time);
    await indexer.idle();
  } while (!(await isDone()));
  const seconds = (performance.now() - startedAt) / 1000;
  const durations: number[] = [];
  for (let n = 0; n < Math.ceil(LOOKS * Math.min(1, scale * 10)); n++) {
    const beganAt = performance.now();
    await index.find({ words: wordOf(n * 13), principals: [personOf(n % 100).id, EVERYONE], limit: 20 });
    durations.push(performance.now() - beganAt);
  }
  await database.close();
  return { rate: count / seconds, ...percentiles(durations) };
}

const TABLES: Record<DatabaseKind, string[]> = {
  sqlite: [
    'create virtual table bare_documents using fts5 (id unindexed, text)',
    'create table bare_readers (document text, principal text, primary key (document, principal)) without rowid',
  ],
  postgres: [
    'create table bare_documents (id text primary key, text text, words tsvector)',
    'create index bare_words on bare_documents using gin (words)',
    'create table bare_readers (document text, principal text, primary key (document, principal))',
  ],
};

const PUT: Record<DatabaseKind, string> = {
  sqlite: 'insert into bare_documents (id, text) values (?, ?)',
  postgres: `insert into bare_documents (id, text, words) values (:1, :2, to_tsvector('simple', :2))`,
};

/** The same documents in each database's own text index, with the same number per transaction. */
async function measureBare({ databaseUrl, scale }: Conditions, database: DatabaseKind): Promise<Figures> {
  const count = Math.ceil(DOCUMENTS * scale);
  const db = await openPlain(databaseUrl);
  for (const statement of TABLES[database]) await db.raw(statement);
  const startedAt = performance.now();
  for (let from = 0; from < count; from += CHUNK)
    await db.transaction(async (trx) => {
      for (let n = from; n < Math.min(from + CHUNK, count); n++) {
        const [id, text] = [`I${n}`, textOf(n)];
        await (database === 'sqlite' ? trx.raw(PUT.sqlite, [id, text]) : trx.raw(PUT.postgres, { 1: id, 2: text }));
        const rows = [...new Set(readersOf(n))].map((principal) => ({ document: id, principal }));
        await trx('bare_readers').insert(rows);
      }
    });
  const seconds = (performance.now() - startedAt) / 1000;
  await db.destroy();
  return { rate: count / seconds };
}

export const indexingVariants: Variant[] = DATABASES.flatMap((database): Variant[] => [
  { part: 'indexing', database, subject: 'product', measure: measureProduct },
  { part: 'indexing', database, subject: 'bare rows', measure: (conditions) => measureBare(conditions, database) },
]);
