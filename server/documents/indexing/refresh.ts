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

/** What is to be read. */
export interface Asked {
  source: IndexedSource;
  id: string;
  /** As a change told it; null: it is asked for. */
  item: Item | null;
  known: IndexedItem | null;
  /** Whether what is known of it is not to be relied on. */
  isThorough: boolean;
}

/** What is to become of it in the index. */
export type ForIndex =
  { put: IndexedDocument } | { allow: Pick<IndexedDocument, 'id' | 'readers'> } | { remove: string } | null;

/** What came of reading an item. */
export interface Outcome {
  id: string;
  forIndex: ForIndex;
  /** What is stored of it; null: it is not there any more. */
  row: IndexedItem | null;
  /** Whether what lies in it has to be read again. */
  isOtherBelow: boolean;
}

interface Parts {
  origin: DocumentSource;
  extract: Extract;
  now(): number;
  random(): number;
}

/**
 * Reads one document or folder, for the index (behaviour 5.6). It is found by those only who could read it all the time
 * while its text was read, so that nobody finds words with an access list that never went with them: where the text
 * stays, the list is read before it is seen that it stays; where it is read anew, the list is read before and after.
 *
 * The function it returns throws DirectoryError where everybody is asked for patience; what is wrong with this one item is an outcome.
 */
export function createRefresh(parts: Parts): (asked: Asked) => Promise<Outcome> {
  return async (asked) => {
    try {
      return await read(parts, asked);
    } catch (error) {
      if (!(error instanceof DirectoryError) || asksForPatience(error)) throw error;
      return unread(parts, asked);
    }
  };
}

/** A folder may take with it what no list of changes names. */
export const goneOf = (source: Pick<IndexedSource, 'id'>, id: string, known: IndexedItem | null): Outcome => ({
  id,
  forIndex: { remove: documentId(source.id, id) },
  row: null,
  isOtherBelow: known?.isFolder ?? false,
});

async function read(parts: Parts, asked: Asked): Promise<Outcome> {
  const { source, id, item: told, known, isThorough } = asked;
  const { origin } = parts;
  const gone = goneOf(source, id, known);
  const access = await origin.access(source.place, id);
  if (access === null) return gone;
  const isOther = told !== null && (isThorough || known?.indexedAs !== contentMark(told));
  const item = told !== null && (isOther || told.isFolder) ? told : await origin.item(source.place, id);
  if (item === null) return gone;
  if (item.isFolder) return folder(parts, asked, item, access);
  const stays = !isThorough && known !== null && known.indexedAs === contentMark(item);
  return stays ? onlyAccess(parts, asked, known, item, access) : document(parts, asked, item, access);
}

/** Of an item that could be read. */
function rowOf({ now, random }: Parts, { source, known }: Asked, item: Item, { until }: Access): IndexedItem {
  const { id, parent, isFolder, title } = item;
  const nextAt = accessDueAt({ until }, now(), random());
  const walk = Math.max(source.walk, known?.walk ?? 0);
  return { id, parent, isFolder, title, indexedAs: null, walk, attempts: 0, nextAt, fault: null };
}

function folder(parts: Parts, asked: Asked, item: Item, access: Access): Outcome {
  const indexedAs = folderMark(item, access);
  const { known } = asked;
  const isOtherBelow = known !== null && (asked.isThorough || known.indexedAs !== indexedAs);
  return { id: item.id, forIndex: null, row: { ...rowOf(parts, asked, item, access), indexedAs }, isOtherBelow };
}

const OF_ACCESS: readonly (IndexFault | null)[] = ['unknownReaders', 'accessUnread'];

function onlyAccess(parts: Parts, asked: Asked, known: IndexedItem, item: Item, access: Access): Outcome {
  const fault = OF_ACCESS.includes(known.fault) ? noteOf(access) : (known.fault ?? noteOf(access));
  return {
    id: item.id,
    forIndex: { allow: { id: documentId(asked.source.id, item.id), readers: access.readers } },
    row: { ...rowOf(parts, asked, item, access), indexedAs: known.indexedAs, fault },
    isOtherBelow: false,
  };
}

async function document(parts: Parts, asked: Asked, item: Item, before: Access): Promise<Outcome> {
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

/** Who may read it is not known: it stays as it was for a while, and is then found by nobody. */
function unread({ now, random }: Parts, { source, id, item, known, isThorough }: Asked): Outcome {
  const attempts = (known?.attempts ?? 0) + 1;
  const isGivenUp = attempts >= MOST_ATTEMPTS;
  const row: IndexedItem = {
    id,
    parent: item?.parent ?? known?.parent ?? null,
    isFolder: item?.isFolder ?? known?.isFolder ?? false,
    title: item?.title ?? known?.title ?? '',
    indexedAs: isGivenUp || isThorough ? null : (known?.indexedAs ?? null),
    walk: item ? source.walk : (known?.walk ?? source.walk),
    attempts,
    nextAt: documentRetryAt(attempts, now(), random()),
    fault: 'accessUnread',
  };
  return { id, forIndex: isGivenUp ? { remove: documentId(source.id, id) } : null, row, isOtherBelow: false };
}

const noteOf = ({ hasUnknown }: Access): IndexFault | null => (hasUnknown ? 'unknownReaders' : null);

/** What is asked of everybody is for whoever asked; the rest is the fault of this content. */
function contentFault(error: unknown): { fault: IndexFault } {
  if (!(error instanceof DirectoryError) || asksForPatience(error)) throw error;
  return { fault: 'contentUnread' };
}
