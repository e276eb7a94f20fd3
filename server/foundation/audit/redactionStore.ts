import type { Knex } from 'knex';
import { lockGenuineChain } from './auditChainStore.ts';
import { CONTENT, type SealedContent } from './chain.ts';
import type { ChainSeal } from './chainSeal.ts';
import {
  digestOf,
  readNotice,
  REDACTED,
  toDetail,
  type Evidence,
  type Redaction,
  type RedactionNotice,
  type SealedRow,
  type SignedRedaction,
} from './redactionRules.ts';

interface RedactionRow {
  position: number;
  digest: string;
  redacted_by: number;
  mac: string;
}

const toRedaction = ({ redacted_by: redactedBy, ...row }: RedactionRow): Redaction => ({ ...row, redactedBy });

/** Who redacted, for whom, and when. */
export interface RedactionEntry {
  at: number;
  actor: string;
  subject: string;
}

/** Rows per unit, and per notice. */
export const REDACTED_AT_ONCE = 100;

/**
 * Replaces the content of sealed rows and adds a notice that records it.
 *
 * @param rows with their new content; at most `REDACTED_AT_ONCE`
 * @returns false if another server holds the chain: nothing was done
 * @throws ForeignChainError
 */
export async function redactRows(
  db: Knex,
  seal: ChainSeal,
  rows: (SealedContent & { position: number; hash: string })[],
  entry: RedactionEntry,
): Promise<boolean> {
  if (!(await lockGenuineChain(db, seal))) return false;
  const redactions = rows.map((row) => ({ position: row.position, hash: row.hash, digest: digestOf(row) }));
  const [notice] = await db('audit')
    .insert({ ...entry, action: REDACTED, detail: JSON.stringify(toDetail(redactions)) })
    .returning('seq');
  for (const { seq, actor, subject, detail } of rows)
    await db('audit').where({ seq }).update({ actor, subject, detail });
  const signed = redactions.map(({ hash, ...redaction }) => {
    const redactedBy = Number(notice.seq);
    const mac = seal.signRedaction({ ...redaction, hash, redactedBy });
    return { position: redaction.position, digest: redaction.digest, redacted_by: redactedBy, mac };
  });
  await db('audit_redactions').insert(signed).onConflict('position').merge();
  return true;
}

/** What the rows of a page are checked against. */
export async function evidenceOf(
  db: Knex,
  rows: SealedRow[],
  { chain, seal }: { chain: Evidence['chain']; seal: ChainSeal | null },
): Promise<Evidence> {
  const [first, last] = [rows[0]?.position ?? 0, rows.at(-1)?.position ?? 0];
  const found: RedactionRow[] = await db('audit_redactions').whereBetween('position', [first, last]);
  for (const { action, detail } of rows)
    if (action === REDACTED)
      found.push(
        ...((await db('audit_redactions').whereIn('position', [...readNotice(detail).keys()])) as RedactionRow[]),
      );
  const redactions = new Map(found.map((row) => [row.position, toRedaction(row)]));
  const saidBy = [...new Set([...redactions.values()].map(({ redactedBy }) => redactedBy))];
  const notices: RedactionNotice[] =
    saidBy.length === 0
      ? []
      : await db('audit').where({ action: REDACTED }).whereIn('seq', saidBy).select('seq', 'position', 'detail');
  const isGenuine = (redaction: SignedRedaction) => !seal || seal.isGenuineRedaction(redaction);
  return { chain, redactions, notices: new Map(notices.map((notice) => [notice.seq, notice])), isGenuine };
}

export async function purgeRedactions(db: Knex, upTo: number): Promise<void> {
  await db('audit_redactions').where('position', '<=', upTo).delete();
}

/**
 * Re-signs the redactions after a position with the current key; those that are not genuine stay unchanged.
 * @returns the last position done; null when there are no more; `after` if another server holds the chain
 */
export async function resignRedactions(
  db: Knex,
  seal: ChainSeal,
  after: number,
  limit: number,
): Promise<number | null> {
  if (!(await lockGenuineChain(db, seal))) return after;
  const rows: (RedactionRow & { hash: string })[] = await db('audit_redactions')
    .join('audit', 'audit.position', 'audit_redactions.position')
    .where('audit_redactions.position', '>', after)
    .orderBy('audit_redactions.position')
    .limit(limit)
    .select('audit_redactions.*', 'audit.hash');
  for (const { hash, ...row } of rows) {
    const redaction = { ...toRedaction(row), hash };
    if (!seal.isGenuineRedaction(redaction)) continue;
    await db('audit_redactions')
      .where({ position: row.position })
      .update({ mac: seal.signRedaction(redaction) });
  }
  return rows.length < limit ? null : rows.at(-1)!.position;
}

/** Sealed rows after a position that meet a condition, in position order. */
export async function sealedRows(
  db: Knex,
  { sql, bindings }: { sql: string; bindings: (string | number)[] },
  after: number,
): Promise<(SealedContent & { position: number; hash: string })[]> {
  return db('audit')
    .where('position', '>', after)
    .whereRaw(`(${sql})`, bindings)
    .orderBy('position')
    .limit(REDACTED_AT_ONCE)
    .select([...CONTENT, 'position', 'hash']);
}
