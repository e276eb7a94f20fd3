// cspell:ignore facetable
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { EVERYONE } from './searchIndex.ts';
import type { StoredDocument } from './searchRules.ts';
import type { SearchTerms } from './wordRules.ts';

/** Whether the service itself enforces access: `personal`, by the readers of each document, or not at all. */
export type Enforcement = 'personal' | 'none';

/** Only preview versions of the service can filter by people and groups. */
export const API_VERSIONS: Record<Enforcement, string> = { personal: '2026-05-01-preview', none: '2026-04-01' };

/** The service's name for all people, guests included. We exclude guests ourselves. */
const ALL_PEOPLE = 'all';
/** How many people, and how many groups, the service can store as readers of one document. */
const MOST_FILTERED = 1_000;

const text = (name: string, more: object = {}) => ({
  name,
  type: 'Edm.String',
  searchable: false,
  filterable: false,
  sortable: false,
  facetable: false,
  ...more,
});
/** We split text into words ourselves; the service takes them as they are. */
const words = (name: string) => text(name, { searchable: true, retrievable: false, analyzer: 'whitespace' });
const ids = (name: string, more: object = {}) => ({
  ...text(name, { filterable: true, retrievable: false, ...more }),
  type: 'Collection(Edm.String)',
});

/** The definition of the index for the service. */
export function definitionOf(name: string, enforcement: Enforcement): object {
  const filters = (permissionFilter: string) => (enforcement === 'personal' ? { permissionFilter } : {});
  return {
    name,
    ...(enforcement === 'personal' && { permissionFilterOption: 'enabled' }),
    fields: [
      text('key', { key: true, filterable: true, sortable: true }),
      text('id'),
      text('source', { filterable: true }),
      text('title'),
      text('address'),
      text('text'),
      { ...text('modifiedAt', { filterable: true, sortable: true }), type: 'Edm.Int64' },
      words('titleWords'),
      words('words'),
      ids('readers'),
      ids('userIds', filters('userIds')),
      ids('groupIds', filters('groupIds')),
    ],
  };
}

const Definition = z.object({
  permissionFilterOption: z.string().nullish(),
  fields: z.array(z.object({ name: z.string(), type: z.string() })),
});

/** Whether an existing index can hold our documents, and filters as required. */
export function fits(found: unknown, enforcement: Enforcement): 'yes' | 'to_update' | 'not_ours' {
  const { fields, permissionFilterOption } = Definition.parse(found);
  const has = new Map(fields.map(({ name, type }) => [name, type]));
  const wanted = Definition.parse(definitionOf('any', enforcement)).fields;
  if (wanted.some(({ name, type }) => has.get(name) !== type)) return 'not_ours';
  return (permissionFilterOption === 'enabled') === (enforcement === 'personal') ? 'yes' : 'to_update';
}

/**
 * The service restricts the characters of keys, and our ids are longer. Lower-case hexadecimal sorts the same
 * everywhere.
 */
export const keyOf = (id: string): string => createHash('sha256').update(id).digest('hex');

/**
 * A document as stored by the service. People and groups never share an id, so listing all ids in both fields is
 * harmless.
 */
export const toDocument = ({ readers, ...document }: StoredDocument): object => ({
  '@search.action': 'upload',
  key: keyOf(document.id),
  ...document,
  ...listsOf(readers),
});

/** Changes only the readers of an existing document. */
export const toReaderChange = (id: string, readers: readonly string[]): object => ({
  '@search.action': 'merge',
  key: keyOf(id),
  ...listsOf(readers),
});

function listsOf(readers: readonly string[]): object {
  const named = readers.filter((reader) => reader !== EVERYONE).slice(0, MOST_FILTERED);
  return { readers, userIds: readers.includes(EVERYONE) ? [ALL_PEOPLE] : named, groupIds: named };
}

/** A position: which of the two result lists, and where in it. */
export interface ResultPosition {
  inTitle: number;
  modifiedAt: number;
  key: string;
}

const allOf = (field: string, { words: whole, start }: SearchTerms): string =>
  [...whole.map((word) => `${field}:${word}`), ...(start === null ? [] : [`${field}:${start}*`])].join(' AND ');

/** A query in Lucene syntax. Words contain only letters and digits, so no user input becomes an operator. */
export function queryOf(wanted: SearchTerms, inTitle: boolean): string {
  const title = `(${allOf('titleWords', wanted)})`;
  return inTitle ? title : `(${allOf('words', wanted)}) AND NOT ${title}`;
}

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Documents that one of the principals may read, after a place if given. @param principals ids without commas */
export function filterOf(principals: readonly string[], after: ResultPosition | null): string {
  const mayRead = `readers/any(r: search.in(r, ${quoted(principals.join(','))}, ','))`;
  if (after === null) return mayRead;
  const { modifiedAt, key } = after;
  return `${mayRead} and (modifiedAt lt ${modifiedAt} or (modifiedAt eq ${modifiedAt} and key lt ${quoted(key)}))`;
}

/** Documents after a key, for paging through all of them. */
export const behind = (key: string): string => `key gt ${quoted(key)}`;

/** The same, for one source. */
export const sourceFilterOf = (source: string, after: string): string =>
  `source eq ${quoted(source)} and ${behind(after)}`;
