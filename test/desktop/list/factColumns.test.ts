import { expect } from 'chai';
import type { Fact } from '../../../contract/facts.ts';
import { factColumns, factIn } from '../../../desktop/renderer/list/factColumns.ts';

const text = (label: string, value: string): Fact => ({ label, kind: 'text', value });
const number = (label: string, value: number | null): Fact => ({ label, kind: 'number', value });

describe('the columns of equal questions', () => {
  const rows = [
    { facts: [number('Days', 3), text('Team', 'Sales')] },
    { facts: [text('Team', 'IT'), number('Days', null), number('Left', 2)] },
    { facts: [text('Left', 'unknown')] },
  ];

  it('are the labels in their order, and numeric if all their values are numbers', () => {
    expect(factColumns(rows)).to.deep.equal([
      { label: 'Days', isNumeric: true },
      { label: 'Team', isNumeric: false },
      { label: 'Left', isNumeric: false },
    ]);
    expect(factColumns([{ facts: [] }])).to.deep.equal([]);
  });

  it("hold a question's value for that label, or nothing", () => {
    expect(factIn(rows[1]!, 'Team')).to.deep.equal(text('Team', 'IT'));
    expect(factIn(rows[0]!, 'Left')).to.equal(undefined);
  });
});
