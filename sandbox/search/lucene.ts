import type { Document, Test } from './odata.ts';
import { SearchRefusal } from './refusal.ts';

/**
 * The subset of Lucene's query language that the product uses: `field:word`, `field:start*`, `AND`, `NOT`, parentheses,
 * and `*` for everything. Fields are split at white space, like their analyzer does.
 */
export function parseQuery(query: string, isSearchable: (field: string) => boolean): Test {
  if (query.trim() === '*') return () => true;
  const tokens = query.match(/[()]|[^\s()]+/g) ?? [];
  const invalid = () => new SearchRefusal(400, 'InvalidQuery', 'Failed to parse query string.');

  function all(): Test {
    const tests = [one()];
    while (tokens[0] === 'AND') tests.push((tokens.shift(), one()));
    return (document) => tests.every((test) => test(document));
  }
  function one(): Test {
    const token = tokens.shift();
    if (token === 'NOT') {
      const refused = one();
      return (document) => !refused(document);
    }
    if (token === '(') {
      const inner = all();
      if (tokens.shift() !== ')') throw invalid();
      return inner;
    }
    const term = /^(\w+):([\p{L}\p{N}\p{M}]+)(\*?)$/u.exec(token ?? '');
    if (!term || !isSearchable(term[1]!)) throw invalid();
    const [, field, word, star] = term;
    return (document) =>
      wordsOf(document, field!).some((each) => (star === '*' ? each.startsWith(word!) : each === word));
  }

  const test = all();
  if (tokens.length > 0) throw invalid();
  return test;
}

const wordsOf = (document: Document, field: string): string[] => String(document[field] ?? '').split(/\s+/);
