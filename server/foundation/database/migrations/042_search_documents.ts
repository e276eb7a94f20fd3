// cspell:ignore contentless
import type { Knex } from 'knex';
import { isPostgres } from '../statements.ts';
import { dialectOf, dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * Searchable documents, and who may read each. The index is built from words that are already folded, so that both
 * databases find the same. On SQLite it is a contentless FTS5 table, from which a trigger deletes a document together
 * with its row.
 */
export async function up(db: Knex): Promise<void> {
  const { counter, narrow } = dialectOf(db);
  const vectors = isPostgres(db) ? ', title_words tsvector not null, words tsvector not null' : '';
  await runAll(db, [
    `create table search_documents (seq ${counter}, id varchar(200) not null unique, source varchar(100) not null, modified_at bigint not null,
      title varchar(300) not null, address varchar(2000) not null, text text not null${vectors})`,
    `create index search_documents_source on search_documents (source, seq)`,
    `create table search_readers (document bigint not null references search_documents (seq) on delete cascade, principal varchar(36) not null,
      primary key (document, principal)) ${narrow}`,
    ...(isPostgres(db) ? POSTGRES_INDEX : SQLITE_INDEX),
  ]);
}

const POSTGRES_INDEX = [`create index search_documents_words on search_documents using gin (words)`];

const SQLITE_INDEX = [
  `create virtual table search_documents_words using fts5 (title_words, words, content='', contentless_delete=1, detail=column,
    tokenize='ascii', prefix='2 3')`,
  `create trigger search_documents_forgotten after delete on search_documents begin
    delete from search_documents_words where rowid = old.seq; end`,
];

export async function down(db: Knex): Promise<void> {
  if (!isPostgres(db))
    await runAll(db, ['drop trigger search_documents_forgotten', 'drop table search_documents_words']);
  await dropTables(db, ['search_readers', 'search_documents']);
}
