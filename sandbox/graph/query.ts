import { GraphError } from './graphError.ts';
import type { Properties } from './resources.ts';

type Test = (properties: Properties) => boolean;

const lower = (value: unknown) => String(value ?? '').toLowerCase();
const words = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Searched by the start of each word; other properties by the start of the value. */
const TOKENISED = ['displayName', 'description'];
const SEARCHABLE = [...TOKENISED, 'mail', 'userPrincipalName', 'givenName', 'surname'];

function searchClause(clause: string): Test {
  const [, name, value] = /^"(\w+):(.*)"$/s.exec(clause) ?? [];
  if (name === undefined || value === undefined)
    throw new GraphError(
      400,
      'Request_BadRequest',
      `Invalid $search clause: it must look like "displayName:value", in quotation marks.`,
    );
  if (!SEARCHABLE.includes(name))
    throw new GraphError(400, 'Request_UnsupportedQuery', `Property '${name}' is not searchable.`);
  const text = value.replaceAll('\\"', '"').trim();
  if (!TOKENISED.includes(name)) return (properties) => lower(properties[name]).startsWith(text.toLowerCase());
  return (properties) => {
    const held = words(String(properties[name] ?? ''));
    return words(text).every((wanted) => held.some((word) => word.startsWith(wanted)));
  };
}

/** Clauses joined by OR or AND, split only outside quotes. */
function parseClauses(text: string, clause: RegExp, toTest: (clause: string) => Test): Test {
  const alternatives: Test[][] = [[]];
  let rest = text.trim();
  for (;;) {
    const found = clause.exec(rest)?.[0];
    if (!found)
      throw new GraphError(
        400,
        'Request_UnsupportedQuery',
        `Unsupported or invalid query clause at '${rest.slice(0, 40)}'.`,
      );
    alternatives.at(-1)!.push(toTest(found));
    rest = rest.slice(found.length);
    if (rest === '') return (properties) => alternatives.some((tests) => tests.every((test) => test(properties)));
    const [joint, word] = /^\s+(and|or)\s+/i.exec(rest) ?? [''];
    if (word?.toLowerCase() === 'or') alternatives.push([]);
    rest = joint ? rest.slice(joint.length) : rest.trimStart();
    if (!joint) throw new GraphError(400, 'Request_BadRequest', `Syntax error at '${rest.slice(0, 40)}' in the query.`);
  }
}

/** `$search`, which Graph only accepts with `ConsistencyLevel: eventual`. */
export function parseSearch(search: string, consistencyLevel: unknown): Test {
  if (lower(consistencyLevel) !== 'eventual')
    throw new GraphError(
      400,
      'Request_UnsupportedQuery',
      `Request with $search query parameter only works through MSGraph with a special request header: 'ConsistencyLevel: eventual'`,
    );
  return parseClauses(search, /^"(?:[^"\\]|\\.)*"|^\S+/s, searchClause);
}

const LITERAL = String.raw`'((?:[^']|'')*)'`;
const EQUALS = new RegExp(String.raw`^(id|mail|userPrincipalName|displayName|userType)\s+eq\s+${LITERAL}$`, 'i');
const IS_NULL = /^(mail)\s+eq\s+null$/i;
const STARTS_WITH = new RegExp(
  String.raw`^startswith\(\s*(mail|userPrincipalName|displayName|givenName|surname)\s*,\s*${LITERAL}\s*\)$`,
  'i',
);
const ADDRESS = new RegExp(String.raw`^proxyAddresses/any\(\s*(\w+)\s*:\s*\1\s+eq\s+${LITERAL}\s*\)$`, 'i');
const CLAUSE = new RegExp(
  String.raw`^(?:\w+\s+eq\s+(?:${LITERAL}|null)|startswith\([^']*${LITERAL}\s*\)|proxyAddresses/any\([^']*${LITERAL}\s*\))`,
  'i',
);

const unquote = (literal: string) => lower(literal.replaceAll("''", "'"));
const property = (properties: Properties, name: string) =>
  lower(properties[Object.keys(properties).find((each) => lower(each) === lower(name)) ?? name]);

function filterClause(clause: string): Test {
  const equals = EQUALS.exec(clause);
  if (equals) return (properties) => property(properties, equals[1]!) === unquote(equals[2]!);
  if (IS_NULL.test(clause)) return (properties) => properties['mail'] === null;
  const startsWith = STARTS_WITH.exec(clause);
  if (startsWith) return (properties) => property(properties, startsWith[1]!).startsWith(unquote(startsWith[2]!));
  const address = ADDRESS.exec(clause);
  if (address)
    return ({ proxyAddresses }) =>
      Array.isArray(proxyAddresses) && proxyAddresses.some((each) => lower(each) === unquote(address[2]!));
  throw new GraphError(
    400,
    'Request_UnsupportedQuery',
    `Unsupported or invalid query filter clause: ${clause.slice(0, 80)}`,
  );
}

/** `$filter`: `eq`, `startswith` and `proxyAddresses/any`, joined by `and` and `or` without brackets. */
export const parseFilter = (filter: string): Test => parseClauses(filter, CLAUSE, filterClause);
