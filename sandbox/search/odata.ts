import { SearchRefusal } from './refusal.ts';

/** A document of an index. */
export type Document = Record<string, unknown>;
export type Test = (document: Document) => boolean;

type Token = { kind: 'text' | 'word' | 'sign'; value: string };

const TOKENS = /'((?:[^']|'')*)'|([\w/.]+)|([(),:])|(\s+)|(.)/g;

function tokensIn(filter: string): Token[] {
  return [...filter.matchAll(TOKENS)].flatMap(([, text, word, sign, space, other]): Token[] => {
    if (other !== undefined) throw new SearchRefusal(400, 'InvalidFilter', `Unexpected '${other}' in the filter.`);
    if (space !== undefined) return [];
    if (text !== undefined) return [{ kind: 'text', value: text.replaceAll("''", "'") }];
    return word === undefined ? [{ kind: 'sign', value: sign! }] : [{ kind: 'word', value: word }];
  });
}

const COMPARE: Record<string, (one: string | number, other: string | number) => boolean> = {
  eq: (one, other) => one === other,
  lt: (one, other) => one < other,
  gt: (one, other) => one > other,
};

/**
 * The subset of the filter language that the product uses: comparisons, `and`, `or`, parentheses, and `field/any(x:
 * search.in(x, 'one,two', ','))`. @throws SearchRefusal 400 for anything else, and for fields that are not filterable
 */
export function parseFilter(filter: string, isFilterable: (field: string) => boolean): Test {
  const tokens = tokensIn(filter);
  const invalid = () => new SearchRefusal(400, 'InvalidFilter', 'The filter cannot be read.');
  const take = (): Token => {
    const token = tokens.shift();
    if (!token) throw invalid();
    return token;
  };
  const expect = (...values: string[]) =>
    values.forEach((value) => {
      if (take().value !== value) throw invalid();
    });
  const known = (field: string) => {
    if (!isFilterable(field)) throw new SearchRefusal(400, 'InvalidFilter', `'${field}' is not a filterable field.`);
    return field;
  };

  function either(): Test {
    const tests = [both()];
    while (tokens[0]?.value === 'or') tests.push((take(), both()));
    return (document) => tests.some((test) => test(document));
  }
  function both(): Test {
    const tests = [one()];
    while (tokens[0]?.value === 'and') tests.push((take(), one()));
    return (document) => tests.every((test) => test(document));
  }
  function one(): Test {
    const first = take();
    if (first.value === '(' && first.kind === 'sign') {
      const inner = either();
      expect(')');
      return inner;
    }
    return first.value.endsWith('/any')
      ? anyOf(known(first.value.slice(0, -'/any'.length)))
      : comparison(known(first.value));
  }
  function anyOf(field: string): Test {
    expect('(');
    const name = take().value;
    expect(':', 'search.in', '(', name, ',');
    const list = take().value;
    expect(',');
    const values = new Set(list.split(take().value));
    expect(')', ')');
    return (document) => (document[field] as string[]).some((each) => values.has(each));
  }
  function comparison(field: string): Test {
    const compare = COMPARE[take().value];
    const { kind, value } = take();
    if (!compare) throw invalid();
    const wanted = kind === 'text' ? value : Number(value);
    return (document) => compare(document[field] as string | number, wanted);
  }

  const test = either();
  if (tokens.length > 0) throw invalid();
  return test;
}
