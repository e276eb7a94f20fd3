import { expect } from 'chai';
import { judgeRules, type CoverageSummary } from '../support/rulesCoverage.ts';

const shares = (lines: number, branches = 100, functions = 100): CoverageSummary[string] => ({
  lines: { total: 100, covered: lines, pct: lines },
  branches: { total: 100, covered: branches, pct: branches },
  functions: { total: 100, covered: functions, pct: functions },
});

describe('coverage of rules', () => {
  it('is complete if every rules file is at 100 %', () => {
    const summary = { total: shares(10), '/house/server/a/aRules.ts': shares(100), '/house/server/a/b.ts': shares(50) };
    expect(judgeRules(summary, '/house')).to.deep.equal({ judged: 1, problems: [] });
  });

  it('names the file and the missing measure', () => {
    const summary = {
      '/house/server/requests/requestRules.ts': shares(100, 99.5),
      '/house/contract/answers.ts': shares(90, 100, 80),
      '/house/contract/answers/bounds.ts': shares(100),
    };
    expect(judgeRules(summary, '/house')).to.deep.equal({
      judged: 3,
      problems: [
        'server/requests/requestRules.ts: 99.5 % of its branches',
        'contract/answers.ts: 90 % of its lines, 80 % of its functions',
      ],
    });
  });

  it('judges nothing if nothing was measured', () => {
    expect(judgeRules({}, '/house').judged).to.equal(0);
  });
});
