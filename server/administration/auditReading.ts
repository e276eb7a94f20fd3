import type { Knex } from 'knex';
import type { AuditEntry, AuditFilter } from '../../contract/audit.ts';
import { MOST_EXPORTED } from '../../contract/auditActions.ts';
import type { AuditSearch } from '../foundation/audit/auditFilterRules.ts';
import { findAudit, type AuditPageQuery, type AuditPlace } from '../foundation/audit/auditLogStore.ts';
import { csvHead } from '../foundation/csv.ts';
import { isAddress, type Directory } from '../people/directory/directory.ts';
import { createPersonNames } from '../people/directory/personNames.ts';
import { AUDIT_COLUMNS, toCsvLine, toEntry } from './auditView.ts';

export interface EntriesPage {
  items: AuditEntry[];
  next: AuditPlace | null;
}

/** Reads the results of a search page by page. */
export type ReadEntries = (page: AuditPageQuery) => Promise<EntriesPage>;

interface Parts {
  reader: Knex;
  directory: Pick<Directory, 'personById' | 'personByAddress'>;
}

/** @throws DirectoryError if an actor's address cannot be looked up */
export async function readingOf({ reader, directory }: Parts, filter: AuditFilter): Promise<ReadEntries> {
  const search = await searchOf(directory, filter);
  const namesOf = createPersonNames(directory);
  return async (page) => {
    const { rows, next } = await findAudit(reader, search, page);
    const names = await namesOf(rows.map(({ actor }) => actor));
    return { items: rows.map((row) => toEntry(row, names)), next };
  };
}

/** Replaces an actor's address with their id. */
async function searchOf(
  directory: Parts['directory'],
  { actor, from, to, ...rest }: AuditFilter,
): Promise<AuditSearch> {
  const id = actor !== undefined && isAddress(actor) ? (await directory.personByAddress(actor))?.id : undefined;
  return {
    ...rest,
    actor: id ?? actor,
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
  };
}

const EXPORTED_AT_ONCE = 1000;

/** The newest entries as CSV. The first page is read before this returns, so that errors surface here. */
export async function exportOf(read: ReadEntries): Promise<AsyncIterable<string>> {
  return linesFrom(await read({ limit: EXPORTED_AT_ONCE }), read);
}

async function* linesFrom({ items, next }: EntriesPage, read: ReadEntries): AsyncGenerator<string> {
  yield csvHead(AUDIT_COLUMNS);
  for (let left = MOST_EXPORTED; ;) {
    yield items.slice(0, left).map(toCsvLine).join('');
    left -= items.length;
    if (left <= 0 || !next) return;
    ({ items, next } = await read({ after: next, limit: EXPORTED_AT_ONCE }));
  }
}
