import { createHash } from 'node:crypto';
import { CONTENT, linkAfter, type Chain, type Link, type SealedContent } from './chain.ts';

/** The new content of a sealed row from which a person was removed. */
export interface Redaction {
  position: number;
  digest: string;
  /** The `seq` of the notice that records it: a row's newest redaction is the valid one. */
  redactedBy: number;
  mac: string;
}

/** A redaction with the row's original hash: the signed content. */
export type SignedRedaction = Redaction & { hash: string };

/** An audit row that records redactions. */
export interface RedactionNotice {
  seq: number;
  /** Null: not sealed yet. */
  position: number | null;
  detail: string | null;
}

export interface SealedRow extends SealedContent {
  position: number;
  hash: string | null;
}

export const REDACTED = 'audit.redacted';

/** SHA-256 (hex) of a row's new content. */
export const digestOf = (row: SealedContent): string =>
  createHash('sha256')
    .update(JSON.stringify([REDACTED, ...CONTENT.map((column) => row[column])]))
    .digest('hex');

export const toDetail = (redactions: Pick<Redaction, 'position' | 'digest'>[]): { rows: string } => ({
  rows: redactions.map(({ position, digest }) => `${position}:${digest}`).join(' '),
});

/** The redactions a notice records: position to digest. Empty if the detail cannot be read. */
export function readNotice(detail: string | null): Map<number, string> {
  const pairs = (detail ?? '').matchAll(/(\d{1,15}):([0-9a-f]{64})/g);
  return new Map([...pairs].map(([, position, digest]) => [Number(position), digest!]));
}

/** What rows are checked against. */
export interface Evidence {
  chain: Chain;
  /** Redactions of these rows, and those that notices among these rows record. */
  redactions: ReadonlyMap<number, Redaction>;
  /** The notices of these redactions, by `seq`. */
  notices: ReadonlyMap<number, RedactionNotice>;
  isGenuine(redaction: SignedRedaction): boolean;
}

export interface Fault {
  position: number;
  what: string;
}

/**
 * Follows the chain through rows in position order.
 *
 * @param link the row before them
 * @returns the last correct row, and what is wrong with the next one
 */
export function followRows(link: Link, rows: readonly SealedRow[], evidence: Evidence): { link: Link; fault?: Fault } {
  for (const row of rows) {
    const expected = linkAfter(link, row);
    const what =
      judgePlace(row, expected, evidence) ?? judgeContent(row, expected, evidence) ?? judgeNotice(row, evidence);
    if (what) return { link, fault: { position: expected.position, what } };
    link = { position: expected.position, hash: row.hash! };
  }
  return { link };
}

function judgePlace({ seq, position }: SealedRow, expected: Link, { chain }: Evidence): string | null {
  if (expected.position > chain.last.position) return `row ${seq} is after the end of the chain`;
  return position === expected.position ? null : 'the row is gone';
}

/** A redacted row keeps its original hash, and its content must match its newest redaction. */
function judgeContent(row: SealedRow, expected: Link, { redactions, notices, isGenuine }: Evidence): string | null {
  const redaction = redactions.get(row.position);
  if (!redaction) return row.hash === expected.hash ? null : `row ${row.seq} or its place in the chain was changed`;
  if (!isGenuine({ ...redaction, hash: row.hash ?? '' }))
    return `the redaction of row ${row.seq} was not signed with this key`;
  const notice = notices.get(redaction.redactedBy);
  const isSaid = notice && (notice.position ?? Infinity) > row.position;
  if (!isSaid || readNotice(notice.detail).get(row.position) !== redaction.digest)
    return `no row says that row ${row.seq} was redacted`;
  return digestOf(row) === redaction.digest ? null : `row ${row.seq} was changed since it was redacted`;
}

/** What a notice records must hold, unless a later notice replaced it. */
function judgeNotice({ seq, action, detail }: SealedRow, { chain, redactions }: Evidence): string | null {
  if (action !== REDACTED) return null;
  for (const [position, digest] of readNotice(detail)) {
    if (position <= chain.first.position) continue;
    const redaction = redactions.get(position);
    const isSo =
      redaction && (redaction.redactedBy > seq || (redaction.redactedBy === seq && redaction.digest === digest));
    if (!isSo) return `row ${seq} says that the row at position ${position} was redacted, which was taken back`;
  }
  return null;
}
