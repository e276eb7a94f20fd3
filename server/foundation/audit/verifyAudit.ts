import { isPostgres, type Db } from '../database/rows.ts';
import { CONTENT, linkAfter, readChain, type Chain, type Link, type SealedContent } from './auditChainStore.ts';

/** What a reader of the audit can rely on. */
export interface AuditReport {
  /** No sealed row was changed, added, taken away or moved. */
  ok: boolean;
  /** Sealed rows that are as they were sealed. */
  rows: number;
  /** Rows that are not sealed yet: nothing is known of them. */
  unsealed: number;
  /** The newest sealed row. Kept somewhere else it shows, later, that the whole chain was not written anew. */
  last: Link | null;
  /** The first place where the chain breaks. */
  firstBad?: { position: number; what: string };
}

const PAGE = 1000;

interface StoredRow extends SealedContent {
  position: number;
  hash: string | null;
}

/**
 * Recomputes the chain from its first row to its last, on one snapshot: rows that are sealed or purged meanwhile change
 * nothing. It cannot miss a row that went before it was sealed, within its first second; nor can it tell a chain that
 * somebody with write access computed anew up to its recorded end, unless `last` was kept elsewhere before.
 */
export async function verifyAudit(db: Db): Promise<AuditReport> {
  const snapshot = isPostgres(db) ? { isolationLevel: 'repeatable read' as const, readOnly: true } : undefined;
  return db.transaction(async (trx) => {
    const chain = await readChain(trx);
    const unsealed = await countOf(trx, 'position is null');
    if (!chain) return bad({ rows: 0, unsealed, last: null }, 0, 'the end of the chain is not recorded any more');
    const { rows, firstBad } = await walk(trx, chain);
    const report = { rows, unsealed, last: chain.last };
    return firstBad ? bad(report, firstBad.position, firstBad.what) : { ok: true, ...report };
  }, snapshot);
}

const bad = (report: Omit<AuditReport, 'ok' | 'firstBad'>, position: number, what: string): AuditReport => ({
  ok: false,
  ...report,
  firstBad: { position, what },
});

async function walk(db: Db, { first, last }: Chain): Promise<Pick<AuditReport, 'rows' | 'firstBad'>> {
  let link = first;
  for (;;) {
    const page: StoredRow[] = await db('audit')
      .where('position', '>', link.position)
      .orderBy('position')
      .limit(PAGE)
      .select([...CONTENT, 'position', 'hash']);
    for (const row of page) {
      const next = linkAfter(link, row);
      const what = judge(row, next, last);
      if (what) return { rows: link.position - first.position, firstBad: { position: next.position, what } };
      link = next;
    }
    if (page.length < PAGE)
      return { rows: link.position - first.position, firstBad: await judgeEnds(db, first, link, last) };
  }
}

/** What is wrong with a row where `expected` should be; null when nothing is. */
function judge({ seq, position, hash }: StoredRow, expected: Link, last: Link): string | null {
  if (expected.position > last.position) return `row ${seq} stands behind the end of the chain`;
  if (position !== expected.position) return 'the row is gone';
  if (hash !== expected.hash) return `row ${seq} or its place in the chain was changed`;
  return null;
}

async function judgeEnds(db: Db, first: Link, end: Link, last: Link): Promise<AuditReport['firstBad']> {
  if (end.position < last.position) return { position: end.position + 1, what: 'the row is gone' };
  if (end.hash !== last.hash || end.position !== last.position)
    return { position: end.position, what: 'the recorded end of the chain was changed' };
  const before = await countOf(db, 'position <= ?', first.position);
  if (before > 0) return { position: first.position, what: 'rows stand before the beginning of the chain' };
  return undefined;
}

const countOf = async (db: Db, which: string, ...bindings: number[]): Promise<number> =>
  Number((await db('audit').whereRaw(which, bindings).count({ n: '*' }))[0]!['n']);
