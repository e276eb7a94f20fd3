import { expect } from 'chai';
import type { StoredExecution } from '../../server/flow/executionQueries.ts';
import { findExecutions } from '../../server/flow/executionSearch.ts';
import { aPerson } from '../support/seeds.ts';

const ALL = Array.from({ length: 2500 }, (_, n): Partial<StoredExecution> => {
  const id = `E${String(2500 - n).padStart(4, '0')}`;
  const starter = aPerson(n % 2 === 0 ? 'ada' : 'grace');
  return { id, flowName: 'Expenses', title: n % 500 === 499 ? `Train to Ghent ${n}` : null, starter };
});

describe('the search of executions', () => {
  let longest = 0;
  const read = async (before: string | undefined, limit: number) => {
    longest = Math.max(longest, limit);
    const rows = ALL.filter(({ id }) => before === undefined || id! < before).slice(0, limit);
    return rows as StoredExecution[];
  };
  const titlesOf = (found: StoredExecution[]) => found.map(({ title }) => title);

  it('reads only one page if no words are searched for', async () => {
    longest = 0;
    const { executions, next } = await findExecutions(read, { limit: 2 });
    expect([executions.map(({ id }) => id), next, longest]).to.deep.equal([['E2500', 'E2499'], 'E2499', 3]);
    expect((await findExecutions(read, { q: '  ', before: 'E0002', limit: 2 })).next).to.equal(null);
  });

  it('finds every word in title, flow or starter, regardless of case', async () => {
    const one = await findExecutions(read, { q: 'GHENT grace', limit: 1 });
    expect(titlesOf(one.executions)).to.deep.equal(['Train to Ghent 499']);
    const none = await findExecutions(read, { q: 'ghent ada', before: 'E0100', limit: 5 });
    expect(none).to.deep.equal({ executions: [], next: null });
  });

  it('continues where a page ended, even after scanning much and finding little', async () => {
    const found: (string | null)[] = [];
    let pages = 0;
    for (let before: string | undefined; ; pages += 1) {
      const page = await findExecutions(read, { q: 'ghent', before, limit: 10 });
      found.push(...titlesOf(page.executions));
      if (page.next === null) break;
      before = page.next;
    }
    expect(found).to.deep.equal([499, 999, 1499, 1999, 2499].map((n) => `Train to Ghent ${n}`));
    expect(pages, 'a thousand are looked through at a time').to.equal(2);
  });
});
