import { EVERYONE, type IndexedDocument } from '../../server/search/searchIndex.ts';

/** A document that everybody in the tenant may read, unless changed. */
export const aDocument = (change: Partial<IndexedDocument> = {}): IndexedDocument => ({
  id: 'd',
  source: 'site',
  title: 'Holidays',
  address: `https://documents.test/${encodeURIComponent((change.id ?? 'd').replace(/\p{Cs}/gu, ''))}`,
  text: 'Everybody has thirty days.',
  modifiedAt: 1_000,
  readers: [EVERYONE],
  ...change,
});
