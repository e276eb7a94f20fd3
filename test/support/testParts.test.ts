import { expect } from 'chai';
import fc from 'fast-check';
import { KINDS } from './testKinds.ts';
import { failedTitles, outcomeOf, partsOf, summarize } from './testParts.ts';

describe('the parts of the test suite', () => {
  it('contain every file once, and only one kind each', () => {
    const folder = fc.constantFrom('api', 'attacks', 'desktop', 'flow', 'scenarios', 'support');
    const file = fc
      .tuple(folder, fc.stringMatching(/^[a-z]{1,5}(\/[a-z]{1,5})?$/))
      .map((names) => `${names.join('/')}.test.ts`);
    const kindOf = (name: string) => KINDS[name.length % KINDS.length]!;
    fc.assert(
      fc.property(fc.uniqueArray(file), (files) => {
        const parts = partsOf(files, kindOf);
        expect(parts.flatMap((part) => part.files))
          .to.have.members(files)
          .and.to.have.length(files.length);
        for (const part of parts) expect(new Set(part.files.map(kindOf)).size).to.equal(1);
      }),
    );
  });

  it('let tests without needs use two processors, and start the longest first', () => {
    const files = ['flow/a.test.ts', 'flow/b.test.ts', 'flow/c.test.ts', 'chaos/chaos.test.ts'];
    const parts = partsOf(files, (file) => (file.startsWith('chaos') ? 'db' : 'unit'));
    expect(parts.map((part) => part.files.length)).to.deep.equal([1, 2, 1]);
    expect(parts[0]!.files).to.deep.equal(['chaos/chaos.test.ts']);
  });

  const GREEN = '  a suite\n    ✔ a test\n\n\n  12 passing (3s)\n  2 pending\n';
  const RED = `${GREEN}\n  7 passing (1m)\n  1 failing\n\n  1) a suite\n       a test:\n     Error: no\n\n`;

  it('take their result from their last summary', () => {
    expect(outcomeOf(GREEN, 0, 'flow')).to.deep.equal({ passing: 12, pending: 2, failing: 0, reasons: '' });
    expect(outcomeOf(RED, 1, 'flow')).to.deep.equal({
      passing: 7,
      pending: 0,
      failing: 1,
      reasons: '\n  1) a suite\n       a test:\n     Error: no',
    });
  });

  it('fail if they end without saying why', () => {
    expect(outcomeOf(GREEN, 7, 'flow')).to.include({
      passing: 12,
      failing: 1,
      reasons: '\n  flow ended with status 7',
    });
    expect(outcomeOf('', null, 'flow')).to.include({ passing: 0, failing: 1 });
    expect(outcomeOf('', 0, 'flow')).to.include({ passing: 0, failing: 0 });
  });

  it('are summed up as one', () => {
    const outcomes = [outcomeOf(GREEN, 0, 'api'), outcomeOf(RED, 1, 'flow')];
    expect(summarize(outcomes.slice(0, 1), 100)).to.equal('  12 passing (2m)\n  2 pending');
    expect(summarize(outcomes, 100)).to.equal(
      '  19 passing (2m)\n  2 pending\n  1 failing\n\n  1) a suite\n       a test:\n     Error: no\n\n  - a suite > a test',
    );
  });

  it('list the failures at the end, one line each', () => {
    const reasons = `
  1) a suite
       on SQLite
         a test: with a colon:
     Error: no: none
      at x:1:2

  2) a suite
       "before all" hook for "a test":
     Error: nor this
`;
    expect(failedTitles(reasons)).to.deep.equal([
      'a suite > on SQLite > a test: with a colon',
      'a suite > "before all" hook for "a test"',
    ]);
    expect(failedTitles('\n  flow ended with status 7')).to.deep.equal(['flow ended with status 7']);
    expect(failedTitles('')).to.deep.equal([]);
  });
});
