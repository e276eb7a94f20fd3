import { expect } from 'chai';
import fc from 'fast-check';
import { linkAfter, type Link, type SealedContent } from '../../../server/foundation/audit/chain.ts';
import {
  digestOf,
  followRows,
  readNotice,
  REDACTED,
  toDetail,
  type Evidence,
  type Redaction,
  type RedactionNotice,
  type SealedRow,
  type SignedRedaction,
} from '../../../server/foundation/audit/redactionRules.ts';

const NOTHING: Link = { position: 0, hash: '0'.repeat(64) };
const GENUINE = 'signed';

/** A chain with its redactions, as the database holds it. */
interface Book {
  rows: SealedRow[];
  redactions: Redaction[];
}

const content = (seq: number, more: Partial<SealedContent> = {}): SealedContent => ({
  seq,
  at: seq,
  actor: `person ${seq % 3}`,
  action: 'x.done',
  subject: `s${seq}`,
  channel: null,
  detail: null,
  ...more,
});

function add(book: Book, more: Partial<SealedContent> = {}): void {
  const row = content(book.rows.length + 1, more);
  const last = book.rows.at(-1);
  book.rows.push({ ...row, ...linkAfter(last ? { position: last.position, hash: last.hash! } : NOTHING, row) });
}

/** Redacts a person in a row, and records it. */
function redact(book: Book, position: number, actor: string): void {
  const row = book.rows[position - 1]!;
  row.actor = actor;
  const redaction = {
    position,
    digest: digestOf(row),
    redactedBy: book.rows.length + 1,
    mac: `${GENUINE} ${row.hash}`,
  };
  book.redactions = [...book.redactions.filter((each) => each.position !== position), redaction];
  add(book, { action: REDACTED, detail: JSON.stringify(toDetail([redaction])) });
}

function bookOf(length: number, redacted: number[]): Book {
  const book: Book = { rows: [], redactions: [] };
  for (let n = 0; n < length; n++) add(book);
  redacted.forEach((position, n) => redact(book, position, `erased ${n}`));
  return book;
}

function faultOf({ rows, redactions }: Book, last = rows.at(-1)!, more: Partial<Evidence> = {}): string | undefined {
  const notices = rows
    .filter(({ action }) => action === REDACTED)
    .map((row): [number, RedactionNotice] => [row.seq, row]);
  const evidence: Evidence = {
    chain: { first: NOTHING, last: { position: last.position, hash: last.hash! } },
    redactions: new Map(redactions.map((each) => [each.position, each])),
    notices: new Map(notices),
    isGenuine: ({ mac, hash }: SignedRedaction) => mac === `${GENUINE} ${hash}`,
    ...more,
  };
  const { link, fault } = followRows(NOTHING, rows, evidence);
  if (fault) return fault.what;
  return link.position === last.position && link.hash === last.hash ? undefined : 'cut';
}

const LENGTH = 8;
const aPosition = fc.integer({ min: 1, max: LENGTH });
const redacted = fc.array(aPosition, { minLength: 1, maxLength: 6 });
const check = (...properties: [fc.Arbitrary<[number[], number]>, (redacted: number[], which: number) => void]) =>
  fc.assert(
    fc.property(properties[0], ([positions, which]) => void properties[1](positions, which)),
    { numRuns: 200 },
  );

describe('the audit with redacted people', () => {
  it('is intact, however often any rows were redacted', () =>
    check(fc.tuple(redacted, aPosition), (positions) =>
      expect(faultOf(bookOf(LENGTH, positions))).to.equal(undefined),
    ));

  it('shows any other change of any row, redacted or not', () =>
    check(fc.tuple(redacted, fc.nat(LENGTH + 6)), (positions, which) => {
      for (const change of [{ actor: 'eve' }, { detail: '{}' }, { hash: 'a'.repeat(64) }, { at: 9999 }]) {
        const book = bookOf(LENGTH, positions);
        Object.assign(book.rows[which % book.rows.length]!, change);
        expect(faultOf(book), JSON.stringify(change)).to.not.equal(undefined);
      }
    }));

  it('shows a missing row or redaction', () =>
    check(fc.tuple(redacted, fc.nat(LENGTH + 6)), (positions, which) => {
      const book = bookOf(LENGTH, positions);
      const last = book.rows.at(-1);
      const rows = book.rows.filter((_, n) => n !== which % book.rows.length);
      expect(faultOf({ ...book, rows }, last)).to.not.equal(undefined);
      const redactions = book.redactions.filter((_, n) => n !== which % book.redactions.length);
      expect(faultOf({ ...book, redactions })).to.not.equal(undefined);
    }));

  it('excuses only the redacted row', () =>
    check(fc.tuple(redacted, aPosition), (positions, which) => {
      fc.pre(!positions.includes(which));
      const book = bookOf(LENGTH, positions);
      const row = book.rows[which - 1]!;
      row.actor = 'eve';
      expect(faultOf(book)).to.match(/changed/);
      const [theirs] = book.redactions;
      const moved = { ...theirs!, position: which, digest: digestOf(row) };
      expect(faultOf({ ...book, redactions: [...book.redactions, moved] })).to.match(/not signed/);
      const copied = { ...moved, mac: `${GENUINE} ${row.hash}` };
      expect(faultOf({ ...book, redactions: [...book.redactions, copied] }), 'no notice').to.match(/no row says/);
    }));

  it('shows a change of a row after its redaction', () => {
    const book = bookOf(LENGTH, [3]);
    book.rows[2]!.actor = 'eve';
    expect(faultOf(book)).to.equal('row 3 was changed since it was redacted');
  });

  it('shows an older redaction that was restored with its content', () => {
    const book = bookOf(LENGTH, [3]);
    const [older, actor] = [book.redactions, book.rows[2]!.actor];
    redact(book, 3, 'erased again');
    expect(faultOf(book)).to.equal(undefined);
    book.rows[2]!.actor = actor;
    expect(faultOf({ ...book, redactions: older })).to.match(/taken back/);
  });

  it('needs no row for redactions of rows that were purged since', () => {
    const book = bookOf(LENGTH, [1]);
    const first = { position: 2, hash: book.rows[1]!.hash! };
    const last = { position: book.rows.length, hash: book.rows.at(-1)!.hash! };
    const evidence: Evidence = {
      chain: { first, last },
      redactions: new Map(),
      notices: new Map(),
      isGenuine: () => true,
    };
    expect(followRows(first, book.rows.slice(2), evidence)).to.deep.equal({ link: last });
  });

  it('accepts a redaction that is not sealed yet, but none that was sealed before the row', () => {
    const book = bookOf(LENGTH, [3]);
    const sealed = book.rows.pop()!;
    const notices = (position: number | null) => new Map([[sealed.seq, { ...sealed, position }]]);
    expect(faultOf(book, undefined, { notices: notices(null) })).to.equal(undefined);
    expect(faultOf(book, undefined, { notices: notices(2) })).to.match(/no row says/);
    book.rows[2]!.hash = null;
    expect(faultOf(book, undefined, { notices: notices(null) })).to.match(/not signed/);
  });

  it('shows a row after its end', () => {
    const book = bookOf(LENGTH, [3]);
    expect(faultOf(book, book.rows[4])).to.match(/after the end/);
  });

  it('reads nothing from an empty detail', () => {
    for (const detail of [null, '{}', 'x']) expect(readNotice(detail).size).to.equal(0);
    expect(readNotice(JSON.stringify(toDetail([{ position: 7, digest: 'a'.repeat(64) }])))).to.deep.equal(
      new Map([[7, 'a'.repeat(64)]]),
    );
  });
});
