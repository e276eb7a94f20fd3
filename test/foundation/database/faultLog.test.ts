import { expect } from 'chai';
import { createFaultLog } from '../../../server/foundation/database/faultLog.ts';
import { BusyError, CommitFailedError } from '../../../server/foundation/database/unitOfWork.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });

/** A log of faults whose clock and database the test moves. */
function stage() {
  let at = 1_000_000;
  let isAway = true;
  const lines: [text: string, details: Record<string, unknown>][] = [];
  const write = (details: object, text: string) => void lines.push([text, details as Record<string, unknown>]);
  const faults = createFaultLog({
    log: { error: write, info: write },
    look: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()),
    steady: () => at,
  });
  return {
    faults,
    lines,
    comeBack: () => void (isAway = false),
    /** Passes seconds, in each of which a part may fail. */
    async pass(seconds: number, fail?: () => Error) {
      for (let n = 0; n < seconds; n++) {
        if (fail) faults.report(fail(), 'a loop');
        at += 1000;
        if (faults.loop.nextDueAt() <= at) await faults.loop.tick(at);
      }
    },
  };
}

describe('the log of database faults', () => {
  it('has a line for the first fault, further ones at growing intervals, and one for the end', async () => {
    const { faults, lines, pass, comeBack } = stage();
    await pass(71, () => coded('08006'));
    expect(lines.map(([text, { omitted, quietForSeconds }]) => [text, omitted, quietForSeconds])).to.deep.equal([
      ['the database cannot be used', 0, 10],
      ['the database cannot be used', 9, 20],
      ['the database cannot be used', 19, 40],
      ['the database cannot be used', 39, 80],
    ]);
    await pass(10);
    expect(lines).to.have.length(4); // nobody has met it, but it is still away
    comeBack();
    await pass(10);
    expect(lines.slice(4)).to.deep.equal([['the database can be used again', { omitted: 0, seconds: 70 }]]);
    expect(faults.loop.nextDueAt()).to.equal(Infinity);
  });

  it('stays quiet about one that comes and goes, and begins anew after a calm time', async () => {
    const { lines, pass, comeBack } = stage();
    comeBack();
    for (let n = 0; n < 12; n++) {
      await pass(1, () => coded('57014'));
      await pass(4);
    }
    expect(lines.filter(([text]) => /cannot/.test(text))).to.have.length(3); // after 0, 10 and 30 of 60 seconds
    await pass(60);
    await pass(1, () => coded('57014'));
    expect(lines.at(-1)![1]).to.include({ omitted: 5, quietForSeconds: 10 });
  });

  it('has lines of their own for other faults, and for all other failures', async () => {
    const { lines, pass } = stage();
    const other = new TypeError('x is not a function');
    const failures = [
      coded('57P03'),
      coded('08006'),
      new CommitFailedError('no', { cause: coded('53100') }),
      new BusyError('busy'),
      other,
      other,
    ];
    await pass(failures.length, () => failures.shift()!);
    expect(lines.map(([text, { err }]) => [text, String(err)])).to.deep.equal([
      ['the database cannot be used', 'Error: 57P03'],
      ['the database cannot be used', 'Error: no'],
      ['the database cannot be used', 'Error: busy'],
      ['a part failed', String(other)],
      ['a part failed', String(other)],
    ]);
  });
});
