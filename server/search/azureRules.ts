// cspell:ignore facetable
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { EVERYONE } from './searchIndex.ts';
import type { StoredDocument } from './searchRules.ts';
import type { Wanted } from './wordRules.ts';

/** How the service filters by itself: `personal`, by who may read each document, or not at all. */
export type Enforcement = 'personal' | 'none';

/** Only previews of the service filter by people and groups. */
export const API_VERSIONS: Record<Enforcement, string> = { personal: '2026-05-01-preview', none: '2026-04-01' };

/** The service's word for all people, guests too. We keep guests out ourselves. */
const ALL_PEOPLE = 'all';
/** So many people, and so many groups, the service can filter one document by. */
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
/** We decide what a word is: the service takes the words as they come. */
const words = (name: string) => text(name, { searchable: true, retrievable: false, analyzer: 'whitespace' });
const ids = (name: string, more: object = {}) => ({
  ...text(name, { filterable: true, retrievable: false, ...more }),
  type: 'Collection(Edm.String)',
});

/** The index as the service is told to keep it. */
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

/** Whether an index that is there can hold our documents, and filters as it is to. */
export function fits(found: unknown, enforcement: Enforcement): 'yes' | 'to_update' | 'not_ours' {
  const { fields, permissionFilterOption } = Definition.parse(found);
  const has = new Map(fields.map(({ name, type }) => [name, type]));
  const wanted = Definition.parse(definitionOf('any', enforcement)).fields;
  if (wanted.some(({ name, type }) => has.get(name) !== type)) return 'not_ours';
  return (permissionFilterOption === 'enabled') === (enforcement === 'personal') ? 'yes' : 'to_update';
}

/** The service's keys are of few characters and our ids of many. Lower-case hexadecimal has one order everywhere. */
export const keyOf = (id: string): string => createHash('sha256').update(id).digest('hex');

/** A document as the service keeps it. An id of a person is none of a group: what stands in both lists does no harm. */
export const toDocument = ({ readers, ...document }: StoredDocument): object => ({
  '@search.action': 'upload',
  key: keyOf(document.id),
  ...document,
  ...listsOf(readers),
});

/** What changes the readers of a document that is there, and nothing else of it. */
export const toReaderChange = (id: string, readers: readonly string[]): object => ({
  '@search.action': 'merge',
  key: keyOf(id),
  ...listsOf(readers),
});

function listsOf(readers: readonly string[]): object {
  const named = readers.filter((reader) => reader !== EVERYONE).slice(0, MOST_FILTERED);
  return { readers, userIds: readers.includes(EVERYONE) ? [ALL_PEOPLE] : named, groupIds: named };
}

/** In which of the two lists of what is found, and where in it. */
export interface Place {
  inTitle: number;
  modifiedAt: number;
  key: string;
}

const allOf = (field: string, { words: whole, start }: Wanted): string =>
  [...whole.map((word) => `${field}:${word}`), ...(start === null ? [] : [`${field}:${start}*`])].join(' AND ');

/** In the query language of Lucene. Words hold letters and digits only: nothing that was typed is ever an operator. */
export function queryOf(wanted: Wanted, inTitle: boolean): string {
  const title = `(${allOf('titleWords', wanted)})`;
  return inTitle ? title : `(${allOf('words', wanted)}) AND NOT ${title}`;
}

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Those that one of the principals may read, behind a place where one is given. @param principals ids, none with a comma */
export function filterOf(principals: readonly string[], after: Place | null): string {
  const mayRead = `readers/any(r: search.in(r, ${quoted(principals.join(','))}, ','))`;
  if (after === null) return mayRead;
  const { modifiedAt, key } = after;
  return `${mayRead} and (modifiedAt lt ${modifiedAt} or (modifiedAt eq ${modifiedAt} and key lt ${quoted(key)}))`;
}

/** Documents behind a key, for whoever goes through all of them. */
export const behind = (key: string): string => `key gt ${quoted(key)}`;

/** The same of those of a source. */
export const sourceFilterOf = (source: string, after: string): string =>
  `source eq ${quoted(source)} and ${behind(after)}`;
