import { z } from 'zod';
import { pageLimit } from './ids.ts';

/** Why a source is not indexed, or a document not completely. */
export const INDEX_FAULTS = [
  // of sources
  'notSetUp',
  'siteNotGranted',
  'siteUnknown',
  'sourceGone',
  'denied',
  'unavailable',
  'unusable',
  'outdated',
  // of documents
  'accessUnread',
  'contentUnread',
  'tooLarge',
  'encrypted',
  'broken',
  'expandsTooFar',
  'tooSlow',
  'notIndexable',
  'unknownReaders',
] as const;
export const IndexFault = z.enum(INDEX_FAULTS);
export type IndexFault = z.infer<typeof IndexFault>;

/**
 * `walking`: reads everything from the start; `sweeping`: forgets what that did not find; `following`: follows changes;
 * `leaving` and `gone`: its documents are no longer findable.
 */
export const INDEX_STATES = ['walking', 'sweeping', 'following', 'leaving', 'gone'] as const;
export const IndexState = z.enum(INDEX_STATES);
export type IndexState = z.infer<typeof IndexState>;

/** Counting stops here. */
export const MOST_COUNTED = 10_000;

export const IndexedSourceView = z
  .object({
    id: z.string(),
    title: z.string(),
    siteName: z.string(),
    address: z.string(),
    state: IndexState,
    documents: z.int().describe('how many are known, with those that cannot be found'),
    pending: z.int().max(MOST_COUNTED).describe('how many are due to be read'),
    failed: z.int().max(MOST_COUNTED).describe('how many have a fault'),
    walkedAt: z.string().nullable().describe('when it was last read completely'),
    readAt: z.string().describe('when changes were last read'),
    nextAt: z.string().nullable().describe('when it is read next; null: never'),
    fault: IndexFault.nullable(),
  })
  .meta({ id: 'IndexedSourceView' });
export type IndexedSourceView = z.infer<typeof IndexedSourceView>;

/** The most sources that are shown. */
export const MOST_SOURCES_SHOWN = 200;

export const IndexedSourceList = z
  .object({
    items: z.array(IndexedSourceView).max(MOST_SOURCES_SHOWN),
    total: z.int(),
    listedAt: z.string().nullable().describe('when the sources were last listed'),
    fault: IndexFault.nullable().describe('why the sources cannot be listed'),
  })
  .meta({ id: 'IndexedSourceList' });
export type IndexedSourceList = z.infer<typeof IndexedSourceList>;

/** A document with a fault. */
export const FaultyDocument = z
  .object({
    item: z.string(),
    title: z.string(),
    fault: IndexFault,
    attempts: z.int().describe('consecutive failures to read it'),
    nextAt: z.string().describe('when it is read again'),
  })
  .meta({ id: 'FaultyDocument' });
export type FaultyDocument = z.infer<typeof FaultyDocument>;

export const FaultyDocumentQuery = z.strictObject({
  source: z.string().min(1).max(100),
  limit: pageLimit(100),
  cursor: z.string().max(500).optional(),
});

export const FaultyDocumentPage = z
  .object({ items: z.array(FaultyDocument), nextCursor: z.string().nullable() })
  .meta({ id: 'FaultyDocumentPage' });
export type FaultyDocumentPage = z.infer<typeof FaultyDocumentPage>;

/** Reads one source now; if none is given, lists the sources and reads all of them. */
export const IndexNowBody = z
  .strictObject({ source: z.string().min(1).max(100).optional() })
  .meta({ id: 'IndexNowBody' });
export type IndexNowBody = z.infer<typeof IndexNowBody>;

/** Reads a source from the start, as if it had never been read. */
export const IndexAnewBody = z.strictObject({ source: z.string().min(1).max(100) }).meta({ id: 'IndexAnewBody' });
export type IndexAnewBody = z.infer<typeof IndexAnewBody>;
