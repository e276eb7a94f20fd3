import { createHash } from 'node:crypto';
import { CONTENT, linkAfter, type Chain, type Link, type SealedContent } from './chain.ts';

/** What a sealed row has held since somebody was taken out of it. */
export interface Redaction {
  position: number;
  digest: string;
  /** The `seq` of the row that says so: the newest redaction of the row is the one that counts. */
  redactedBy: number;
  mac: string;
}

/** A redaction together with the row's hash as it was sealed: what is signed. */
export type SignedRedaction = Redaction & { hash: string };

/** A row that says what was redacted. */
export interface RedactionNotice {
  seq: number;
  /** Null: it is not sealed yet. */
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

/** What a notice says: position to digest. Nothing where it is not readable. */
export function readNotice(detail: string | null): Map<number, string> {
  const pairs = (detail ?? '').matchAll(/(\d{1,15}):([0-9a-f]{64})/g);
  return new Map([...pairs].map(([, position, digest]) => [Number(position), digest!]));
}

/** What rows are judged by. */
export interface Evidence {
  chain: Chain;
  /** Of these rows, and of those that notices among them name. */
  redactions: ReadonlyMap<number, Redaction>;
  /** The rows that these redactions are said by, by `seq`. */
  notices: ReadonlyMap<number, RedactionNotice>;
  isGenuine(redaction: SignedRedaction): boolean;
}

export interface Fault {
  position: number;
  what: string;
}

/**
 * Follows the chain through rows in the order of their positions.
 *
 * @param link the row before them
 * @returns the last row that is as it should be, and what is wrong with the next
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
  if (expected.position > chain.last.position) return `row ${seq} stands behind the end of the chain`;
  return position === expected.position ? null : 'the row is gone';
}

/** A row that was redacted keeps the hash it was sealed with, and holds what its newest redaction says. */
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

/** What a notice says is so, unless a later one says otherwise. */
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
