import type { IndexFault } from '../../../contract/indexing.ts';
import { DirectoryError } from '../../people/identity/directoryError.ts';
import type { IndexedDocument } from '../../search/searchIndex.ts';
import type { Access, DocumentSource, Item } from './documentSource.ts';
import type { Extract } from '../extraction/extraction.ts';
import {
  accessDueAt,
  asksForPatience,
  contentMark,
  documentId,
  documentRetryAt,
  folderMark,
  INTERVALS,
  MOST_ATTEMPTS,
  throughout,
} from './indexingRules.ts';
import type { IndexedItem } from './itemStore.ts';
import type { IndexedSource } from './sourceStore.ts';

/** An item to read. */
export interface ItemToRead {
  source: IndexedSource;
  id: string;
  /** As reported by a change; null: it has to be fetched. */
  item: Item | null;
  known: IndexedItem | null;
  /** Whether to ignore what is known of it. */
  isThorough: boolean;
}

/** The change to make in the index. */
export type ForIndex =
  | { put: IndexedDocument }
  | { allow: Pick<IndexedDocument, 'id' | 'readers'> }
  | { remove: string }
  | null;

/** The result of reading an item. */
export interface Outcome {
  id: string;
  forIndex: ForIndex;
  /** What to store; null: the item no longer exists. */
  row: IndexedItem | null;
  /** Whether its content has to be read again. */
  isOtherBelow: boolean;
}

interface Parts {
  origin: DocumentSource;
  extract: Extract;
  now(): number;
  random(): number;
}

/**
 * Reads one document or folder for the index (behaviour 5.6). Only people with access during the whole read will find
 * it, so that words never go with an access list from another time. If the document is unchanged, the access list is
 * read before that is checked; if its text is read again, the list is read both before and after.
 *
 * The returned function throws DirectoryError if Microsoft throttles us; any other problem with the item is an outcome.
 */
export function createRefresh(parts: Parts): (asked: ItemToRead) => Promise<Outcome> {
  return async (asked) => {
    try {
      return await read(parts, asked);
    } catch (error) {
      if (!(error instanceof DirectoryError) || asksForPatience(error)) throw error;
      return unread(parts, asked);
    }
  };
}

/** The outcome for an item that no longer exists. A folder's content has to be read again: changes may not list it. */
export const goneOf = (source: Pick<IndexedSource, 'id'>, id: string, known: IndexedItem | null): Outcome => ({
  id,
  forIndex: { remove: documentId(source.id, id) },
  row: null,
  isOtherBelow: known?.isFolder ?? false,
});

async function read(parts: Parts, asked: ItemToRead): Promise<Outcome> {
  const { source, id, item: told, known, isThorough } = asked;
  const { origin } = parts;
  const gone = goneOf(source, id, known);
  const access = await origin.access(source.place, id);
  if (access === null) return gone;
  // what was reported is older than the access list, and a title has readers, too; nobody finds a folder
  const item = told?.isFolder ? told : await origin.item(source.place, id);
  if (item === null) return gone;
  if (item.isFolder) return folder(parts, asked, item, access);
  const stays = !isThorough && known !== null && known.indexedAs === contentMark(item);
  return stays ? onlyAccess(parts, asked, known, item, access) : document(parts, asked, item, access);
}

/**
 * The walk that has met an item. Only a change that reports it counts: an item that was read because it was due may
 * disappear before the walk begins, and then nothing reports that.
 */
const walkOf = ({ source, item, known }: ItemToRead): number => (item ? source.walk : (known?.walk ?? source.walk));

/** The row of an item that was read. */
function rowOf({ now, random }: Parts, asked: ItemToRead, item: Item, { until }: Access): IndexedItem {
  const { id, parent, isFolder, title } = item;
  const nextAt = accessDueAt({ until }, now(), random());
  const walk = walkOf(asked);
  return { id, parent, isFolder, title, indexedAs: null, walk, attempts: 0, nextAt, fault: null };
}

function folder(parts: Parts, asked: ItemToRead, item: Item, access: Access): Outcome {
  const indexedAs = folderMark(item, access);
  const { known } = asked;
  // the content of a new folder may have been reported and read before it
  const isOtherBelow = asked.isThorough || known?.indexedAs !== indexedAs;
  return { id: item.id, forIndex: null, row: { ...rowOf(parts, asked, item, access), indexedAs }, isOtherBelow };
}

const OF_ACCESS: readonly (IndexFault | null)[] = ['unknownReaders', 'accessUnread'];

function onlyAccess(parts: Parts, asked: ItemToRead, known: IndexedItem, item: Item, access: Access): Outcome {
  const fault = OF_ACCESS.includes(known.fault) ? noteOf(access) : (known.fault ?? noteOf(access));
  return {
    id: item.id,
    forIndex: { allow: { id: documentId(asked.source.id, item.id), readers: access.readers } },
    row: { ...rowOf(parts, asked, item, access), indexedAs: known.indexedAs, fault },
    isOtherBelow: false,
  };
}

async function document(parts: Parts, asked: ItemToRead, item: Item, before: Access): Promise<Outcome> {
  const { origin, extract, now, random } = parts;
  const { source, known } = asked;
  const content = await origin.content(source.place, item).catch(contentFault);
  const after = content && (await origin.access(source.place, item.id));
  if (content === null || after === null) return goneOf(source, item.id, known);
  const found = 'bytes' in content ? await extract(item.title, content.bytes) : { ...content, text: '' };
  const { hasSettled, ...access } = throughout(before, after);
  const row = { ...rowOf(parts, asked, item, access), fault: found.fault ?? noteOf(access) };
  if (found.fault === 'contentUnread') {
    row.attempts = (known?.attempts ?? 0) + 1;
    row.nextAt = documentRetryAt(row.attempts, now(), random());
  } else {
    row.indexedAs = contentMark(item);
    if (!hasSettled) row.nextAt = Math.min(row.nextAt, now() + INTERVALS.settleMs);
  }
  const { title, address, modifiedAt } = item;
  const shown = { source: source.id, title, address, modifiedAt, text: found.text };
  const put = { id: documentId(source.id, item.id), ...shown, readers: access.readers };
  return { id: item.id, forIndex: { put }, row, isOtherBelow: false };
}

/** The readers are unknown: the item stays as it is for a while, and is then removed from the index. */
function unread({ now, random }: Parts, asked: ItemToRead): Outcome {
  const { source, id, item, known, isThorough } = asked;
  const attempts = (known?.attempts ?? 0) + 1;
  const isGivenUp = attempts >= MOST_ATTEMPTS;
  const row: IndexedItem = {
    id,
    parent: item?.parent ?? known?.parent ?? null,
    isFolder: item?.isFolder ?? known?.isFolder ?? false,
    title: item?.title ?? known?.title ?? '',
    indexedAs: isGivenUp || isThorough ? null : (known?.indexedAs ?? null),
    walk: walkOf(asked),
    attempts,
    nextAt: documentRetryAt(attempts, now(), random()),
    fault: isGivenUp ? 'accessUnread' : (faultOfContent(known) ?? 'accessUnread'),
  };
  return { id, forIndex: isGivenUp ? { remove: documentId(source.id, id) } : null, row, isOtherBelow: false };
}

/** What is wrong with a document whose text is not read again while its version stays the same. */
const faultOfContent = (known: IndexedItem | null): IndexFault | null =>
  known === null || OF_ACCESS.includes(known.fault) ? null : known.fault;

const noteOf = ({ hasUnknown }: Access): IndexFault | null => (hasUnknown ? 'unknownReaders' : null);

/** Throttling is passed on to the caller; any other error is a fault of this content. */
function contentFault(error: unknown): { fault: IndexFault } {
  if (!(error instanceof DirectoryError) || asksForPatience(error)) throw error;
  return { fault: 'contentUnread' };
}
