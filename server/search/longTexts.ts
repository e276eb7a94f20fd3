import { setImmediate as breathe } from 'node:timers/promises';
import type { Hit, IndexedDocument } from './searchIndex.ts';
import { excerptOf, toStored, type StoredDocument } from './searchRules.ts';
import type { SearchTerms } from './wordRules.ts';

/** Converts documents; long texts take a while, so the event loop serves others in between. @throws InvalidDocument */
export async function toStoredDocuments(documents: readonly IndexedDocument[]): Promise<StoredDocument[]> {
  const stored: StoredDocument[] = [];
  for (const document of documents) {
    stored.push(toStored(document));
    await breathe();
  }
  return stored;
}

/** Makes the hits for found documents, in the same order, with the same pauses. */
export async function toHits(
  found: readonly (Omit<Hit, 'excerpt'> & { text: string })[],
  wanted: SearchTerms,
): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const { id, title, address, text, modifiedAt } of found) {
    hits.push({ id, title, address, excerpt: excerptOf(text, wanted), modifiedAt });
    await breathe();
  }
  return hits;
}
