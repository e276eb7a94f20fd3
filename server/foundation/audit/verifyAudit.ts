import { isPostgres, type Db } from '../database/statements.ts';
import { CONTENT, type Chain, type Link } from './chain.ts';
import { readChain, type StoredChain } from './auditChainStore.ts';
import type { ChainSeal } from './chainSeal.ts';
import { followRows, type Fault, type SealedRow } from './redactionRules.ts';
import { evidenceOf } from './redactionStore.ts';

/** The result of verifying the audit. */
export interface AuditReport {
  /** No sealed row was changed, added, removed or moved, and the ends of the chain are genuine. */
  ok: boolean;
  /** Verified rows: unchanged since they were sealed, or changed only by a genuine redaction. */
  rows: number;
  /** Rows that are not sealed yet: they cannot be verified. */
  unsealed: number;
  /** The position after which verification started. */
  from: number;
  /** The newest sealed row. Kept elsewhere, it can prove later that the chain was not rewritten. */
  last: Link | null;
  /** The first break in the chain. */
  firstBad?: Fault;
}

const PAGE = 1000;

/** What the chain is verified against. */
export interface ChainExpectation {
  /** Made from the installation's key; null: the signature of the chain's ends is not checked. */
  seal: ChainSeal | null;
  /** A head that was kept outside the database; the chain must still contain it. */
  head?: Link;
  /** Verifies only this many of the newest rows, and trusts the row before them. */
  newest?: number;
}

/**
 * Recomputes the chain from first to last row, on one snapshot, so that concurrent sealing and purging do not matter.
 * It cannot detect a row deleted before it was sealed, within its first second. If somebody restores an older state of
 * the database, signature included, only a head that was kept outside exposes it.
 */
export async function verifyAudit(db: Db, { seal, head, newest = Infinity }: ChainExpectation): Promise<AuditReport> {
  const snapshot = isPostgres(db) ? { isolationLevel: 'repeatable read' as const, readOnly: true } : undefined;
  return db.transaction(async (trx) => {
    const chain = await readChain(trx);
    const unsealed = await countOf(trx, 'position is null');
    const nothing = { rows: 0, unsealed, from: 0, last: null };
    if (!chain) return bad(nothing, 0, 'the end of the chain is not recorded any more');
    const begin = await linkBefore(trx, chain, newest);
    const { rows, firstBad: broken } = await walk(trx, chain, begin, seal);
    const firstBad = broken ?? judgeSignature(chain, seal) ?? (head && (await judgeHead(trx, chain, head)));
    const report = { rows, unsealed, from: begin.position, last: chain.last };
    return firstBad ? bad(report, firstBad.position, firstBad.what) : { ok: true, ...report };
  }, snapshot);
}

function judgeSignature(chain: StoredChain, seal: ChainSeal | null): Fault | undefined {
  if (!seal || seal.isGenuine(chain)) return undefined;
  const what =
    chain.mac === null
      ? 'the ends of the chain are not signed: no server has started on this database yet, or somebody took the signature away'
      : 'the ends of the chain were not signed with this key: the chain was cut or rewritten, or the key is another one';
  return { position: chain.last.position, what };
}

async function judgeHead(db: Db, { first, last }: Chain, head: Link): Promise<Fault | undefined> {
  const at = (what: string): Fault => ({ position: head.position, what });
  if (head.position > last.position) return at('the chain ends before the head that was kept');
  if (head.position < first.position) return at('the head that was kept has been purged since; take a later one');
  const there =
    head.position === first.position
      ? first.hash
      : (await db('audit').where({ position: head.position }).first('hash'))?.hash;
  return there === head.hash ? undefined : at('the chain was rewritten: it does not contain the recorded head');
}

const bad = (report: Omit<AuditReport, 'ok' | 'firstBad'>, position: number, what: string): AuditReport => ({
  ok: false,
  ...report,
  firstBad: { position, what },
});

/** The row before the newest ones; if it is missing, a link that does not match the next row. */
async function linkBefore(db: Db, { first, last }: Chain, newest: number): Promise<Link> {
  const position = last.position - newest;
  if (position <= first.position) return first;
  const row: { hash: string | null } | undefined = await db('audit').where({ position }).first('hash');
  return { position, hash: row?.hash ?? '' };
}

async function walk(
  db: Db,
  chain: Chain,
  begin: Link,
  seal: ChainSeal | null,
): Promise<Pick<AuditReport, 'rows' | 'firstBad'>> {
  let link = begin;
  for (;;) {
    const page: SealedRow[] = await db('audit')
      .where('position', '>', link.position)
      .orderBy('position')
      .limit(PAGE)
      .select([...CONTENT, 'position', 'hash']);
    const followed = followRows(link, page, await evidenceOf(db, page, { chain, seal }));
    link = followed.link;
    const rows = link.position - begin.position;
    if (followed.fault) return { rows, firstBad: followed.fault };
    if (page.length < PAGE) return { rows, firstBad: await judgeEnds(db, chain.first, link, chain.last) };
  }
}

async function judgeEnds(db: Db, first: Link, end: Link, last: Link): Promise<AuditReport['firstBad']> {
  if (end.position < last.position) return { position: end.position + 1, what: 'the row is gone' };
  if (end.hash !== last.hash || end.position !== last.position)
    return { position: end.position, what: 'the recorded end of the chain was changed' };
  const before = await countOf(db, 'position <= ?', first.position);
  if (before > 0) return { position: first.position, what: 'there are rows before the start of the chain' };
  return undefined;
}

const countOf = async (db: Db, which: string, ...bindings: number[]): Promise<number> =>
  Number((await db('audit').whereRaw(which, bindings).count({ n: '*' }))[0]!['n']);
