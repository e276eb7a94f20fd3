import { among, amongFound, given, insertRows, type Columns, type Row } from '../foundation/database/rows.ts';
import { isPostgres, query, type Db } from '../foundation/database/statements.ts';
import type { StoredDocument } from './searchRules.ts';
import { toFts5, toTsquery, type SearchTerms } from './wordRules.ts';

const SHOWN: Columns = {
  id: 'text',
  source: 'text',
  modified_at: 'integer',
  title: 'text',
  address: 'text',
  text: 'text',
};
const INDEXED: Columns = { title_words: 'text', words: 'text' };

const rowOf = ({ modifiedAt, titleWords, readers: _readers, ...rest }: StoredDocument): Row => ({
  ...rest,
  modified_at: modifiedAt,
  title_words: titleWords,
});

/** Adds or replaces documents, with their words and readers, in the caller's unit. */
export async function putDocuments(db: Db, documents: readonly StoredDocument[]): Promise<void> {
  const numbers = await upsert(db, documents);
  if (!isPostgres(db)) await indexWords(db, numbers, documents);
  await putReaders(db, numbers, documents);
}

type Read = Pick<StoredDocument, 'id' | 'readers'>;

/** @param numbers the `seq` of existing documents, by id */
async function putReaders(db: Db, numbers: Map<string, number>, documents: readonly Read[]): Promise<void> {
  await db('search_readers')
    .whereIn('document', [...numbers.values()])
    .delete();
  const readers = documents
    .filter(({ id }) => numbers.has(id))
    .flatMap(({ id, readers: principals }) =>
      principals.map((principal) => ({ document: numbers.get(id)!, principal })),
    );
  await insertRows(db, 'search_readers', { document: 'integer', principal: 'text' }, readers);
}

/** Changes the readers of existing documents, each given once, in the caller's unit. */
export async function allowReaders(db: Db, documents: readonly Read[]): Promise<void> {
  const ids = documents.map(({ id }) => id).sort(); // the same order on all servers avoids deadlocks
  const rows = db('search_documents')
    .where(among(db, 'id', ids))
    .select('id', 'seq');
  const found = await (isPostgres(db) ? rows.orderBy('id').forNoKeyUpdate() : rows);
  await putReaders(db, new Map(found.map(({ id, seq }: { id: string; seq: number }) => [id, seq])), documents);
}

/** @returns the `seq` of each document, by id */
async function upsert(db: Db, documents: readonly StoredDocument[]): Promise<Map<string, number>> {
  const columns = isPostgres(db) ? { ...SHOWN, ...INDEXED } : SHOWN;
  const names = Object.keys(columns);
  const values = names.map((name) => (name in INDEXED ? `array_to_tsvector(string_to_array(${name}, ' '))` : name));
  const changes = names.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`);
  const { sql, bindings } = given(db, columns, documents.map(rowOf));
  const stored = await query<{ id: string; seq: number }>(
    db,
    `insert into search_documents (${names.join(', ')}) select ${values.join(', ')} from ${sql} where true
     on conflict (id) do update set ${changes.join(', ')} returning id, seq`,
    bindings,
  );
  return new Map(stored.map(({ id, seq }) => [id, seq]));
}

async function indexWords(db: Db, numbers: Map<string, number>, documents: readonly StoredDocument[]): Promise<void> {
  const rows = documents.map((document) => ({ ...rowOf(document), seq: numbers.get(document.id)! }));
  const { sql, bindings } = given(db, { seq: 'integer', ...INDEXED }, rows);
  await query(
    db,
    `insert or replace into search_documents_words (rowid, title_words, words) select seq, title_words, words from ${sql}`,
    bindings,
  );
}

/** Their words and readers are removed with them. */
export const removeDocuments = (db: Db, ids: string[]): Promise<void> =>
  db('search_documents')
    .where(among(db, 'id', ids))
    .delete();

/** @returns how many were removed, at most `limit` */
export const removeSome = (db: Db, of: { source?: string }, limit: number): Promise<number> =>
  db('search_documents')
    .whereRaw(amongFound(db, 'seq', db('search_documents').where(of).orderBy('seq').limit(limit).select('seq')))
    .delete();

export async function hasDocuments(db: Db): Promise<boolean> {
  const found = await query(db, 'select 1 as there from search_documents limit 1', []);
  return found.length > 0;
}

/** The position of a document among the results; it does not depend on documents added later. */
export interface ResultPosition {
  /** 1: the title contains all words. */
  inTitle: number;
  modifiedAt: number;
  seq: number;
}

export interface FoundDocument extends ResultPosition {
  id: string;
  title: string;
  address: string;
  text: string;
}

interface Finding {
  wanted: SearchTerms;
  principals: readonly string[];
  limit: number;
  after: ResultPosition | null;
}

const FIRST: ResultPosition = { inTitle: 2, modifiedAt: 0, seq: 0 };

/**
 * The documents with all wanted words that one of the principals may read: first those with all words in the title,
 * each list newest first. One statement checks both words and readers.
 */
export function findDocuments(db: Db, { wanted, principals, limit, after }: Finding): Promise<FoundDocument[]> {
  const [inTitle, matches, mayRead] = isPostgres(db) ? POSTGRES : SQLITE;
  const { words, title } = queriesOf(db, wanted);
  const { inTitle: tier, modifiedAt, seq } = after ?? FIRST;
  return query<FoundDocument>(
    db,
    `with visible as (
       select seq, modified_at, case when ${inTitle} then 1 else 0 end as in_title from ${matches}
       and exists (select 1 from search_readers where document = seq and ${mayRead} limit 1 offset 0)
     ), page as (
       select seq, modified_at, in_title from visible where (in_title, modified_at, seq) < (?, ?, ?)
       order by in_title desc, modified_at desc, seq desc limit ?
     )
     select page.seq, page.modified_at as "modifiedAt", page.in_title as "inTitle", id, title, address, text
     from page join search_documents on search_documents.seq = page.seq
     order by page.in_title desc, page.modified_at desc, page.seq desc`,
    [title, words, isPostgres(db) ? principals : JSON.stringify(principals), tier, modifiedAt, seq, limit],
  );
}

/**
 * A document has few readers, and there may be many principals. So the readers are checked document by document, each
 * against the principals. Without statistics the databases would choose worse: read all readers for each document
 * (`offset` keeps PostgreSQL from that), or look up each principal among the readers (`is true`, and the plus on
 * SQLite, keep them from that).
 */
const POSTGRES = [
  'title_words @@ ?::tsquery',
  'search_documents where words @@ ?::tsquery',
  '(principal in (select unnest(?::text[]))) is true',
] as const;

const SQLITE = [
  'seq in (select rowid from search_documents_words where search_documents_words match ?)',
  `search_documents_words join search_documents on seq = search_documents_words.rowid
   where search_documents_words match ?`,
  '+principal in (select value from json_each(?))',
] as const;

const queriesOf = (db: Db, wanted: SearchTerms): { words: string; title: string } =>
  isPostgres(db)
    ? { words: toTsquery(wanted), title: toTsquery(wanted) }
    : { words: `words : (${toFts5(wanted)})`, title: `title_words : (${toFts5(wanted)})` };
