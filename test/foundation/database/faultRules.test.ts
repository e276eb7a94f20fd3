// cspell:ignore CANTOPEN selct
import { expect } from 'chai';
import {
  faultKindOf,
  isDatabaseCode,
  isDatabaseDown,
  pauseAfter,
} from '../../../server/foundation/database/faultRules.ts';
import { isFaultOfContent, isOverload } from '../../../server/foundation/database/unitOfWork.ts';

const DOWN: [what: string, code: string | undefined, message?: string][] = [
  ['a statement that took too long', '57014'],
  ['a connection that was closed', '57P01'],
  ['a database that is starting', '57P03'],
  ['an unavailable lock', '55P03'],
  ['a deadlock', '40P01'],
  ['too many connections', '53300'],
  ['a full disk', '53100'],
  ['a failing disk', '58030'],
  ['a standby', '25006'],
  ['another password', '28P01'],
  ['a missing table', '42P01'],
  ['a missing column', '42703'],
  ['a corrupt file', 'XX001'],
  ['a connection that was cut', undefined, 'Connection terminated unexpectedly'],
  ['a file that others write to', 'SQLITE_BUSY'],
  ['a full file', 'SQLITE_FULL'],
  ['an unreadable file', 'SQLITE_IOERR'],
  ['a read-only file', 'SQLITE_READONLY'],
  ['a file that cannot be opened', 'SQLITE_CANTOPEN'],
  ['a corrupt file', 'SQLITE_CORRUPT'],
  ['a missing table', 'SQLITE_ERROR', 'SQLITE_ERROR: no such table: requests'],
];

const REFUSED: [what: string, code: string, message?: string][] = [
  ['an invalid value', '22P02'],
  ['a duplicate value', '23505'],
  ['a statement with a syntax error', '42601'],
  ['a statement that is too large', '54001'],
  ['an unsupported feature', '0A000'],
  ['a duplicate value', 'SQLITE_CONSTRAINT'],
  ['a statement with a syntax error', 'SQLITE_ERROR', 'SQLITE_ERROR: near "selct": syntax error'],
];

describe('a database error', () => {
  for (const [what, code, message] of DOWN)
    it(`${code ?? message}, ${what}: the database is unavailable`, () => {
      expect(isDatabaseDown({ code, message })).to.equal(true);
      if (code === undefined) return;
      const error = Object.assign(new Error(message), { code });
      expect([isOverload(error), isFaultOfContent(error)]).to.deep.equal([true, false]);
    });

  for (const [what, code, message] of REFUSED)
    it(`${code}, ${what}: the statement was refused`, () => {
      expect(isDatabaseDown({ code, message })).to.equal(false);
      expect(isOverload(Object.assign(new Error(message), { code }))).to.equal(false);
    });

  it('is told from other errors by its code', () => {
    for (const code of ['57014', 'XX000', 'HV000', 'P0001', 'SQLITE_BUSY'])
      expect(isDatabaseCode(code), code).to.equal(true);
    for (const code of ['EPERM', 'ENOENT', 'EBUSY', 'FST_ERR_VALIDATION', 'ERR_INVALID_URL', 500, undefined])
      expect(isDatabaseCode(code), String(code)).to.equal(false);
    expect(isOverload(Object.assign(new Error(), { code: 'ENOENT' }))).to.equal(false);
    expect(isOverload(new Error('Connection terminated unexpectedly'))).to.equal(false);
    expect([isOverload(null), isOverload('x')]).to.deep.equal([false, false]);
  });

  it('is of one kind with others that a lost connection causes', () => {
    for (const code of [undefined, 'ECONNREFUSED', 'EAI_AGAIN', '08006', '57P01', '57P03'])
      expect(faultKindOf({ code }), code).to.equal('connection');
    for (const code of ['57014', '53100', '42P01', 'SQLITE_FULL']) expect(faultKindOf({ code })).to.equal(code);
  });

  it('is repeated in the log less and less often, but every ten minutes', () => {
    expect([0, 10_000, 400_000, 600_000].map(pauseAfter)).to.deep.equal([10_000, 20_000, 600_000, 600_000]);
  });
});
