import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * The state of indexing: each kind of source, each source (a document library), and its documents and folders. What
 * people find is in the search index; these tables hold no document text.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table indexed_kinds (kind varchar(50) primary key, turn integer not null, next_at bigint not null, set_at bigint not null,
      failures integer not null, fault varchar(50), listed_at bigint)`,
    `create table indexed_sources (id varchar(100) primary key, kind varchar(50) not null, place varchar(200) not null,
      site varchar(200) not null, site_name varchar(300) not null, title varchar(300) not null, address varchar(1000) not null,
      state varchar(10) not null, link text, has_more integer not null, walk integer not null, is_thorough integer not null,
      turn integer not null, is_held integer not null,
      next_at bigint not null, set_at bigint not null, failures integer not null, fault varchar(50), documents integer not null,
      read_at bigint not null, walked_at bigint)`,
    `create index indexed_sources_next on indexed_sources (next_at)`,
    `create index indexed_sources_set on indexed_sources (set_at)`,
    `create table indexed_items (source varchar(100) not null references indexed_sources (id), item varchar(100) not null,
      parent varchar(100), is_folder integer not null, title varchar(300) not null, indexed_as varchar(64), walk integer not null,
      attempts integer not null, next_at bigint not null, fault varchar(50), primary key (source, item))`,
    `create index indexed_items_parent on indexed_items (source, parent)`,
    `create index indexed_items_next on indexed_items (source, next_at)`,
    `create index indexed_items_walk on indexed_items (source, walk)`,
    `create index indexed_items_fault on indexed_items (source, item) where fault is not null`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['indexed_items', 'indexed_sources', 'indexed_kinds']);
}
