import type { ExcerptSpan } from '../../contract/search.ts';
import { safeAddress } from '../../contract/addresses.ts';
import { isObjectId } from '../../contract/objectId.ts';
import { EVERYONE, InvalidDocument, type IndexedDocument } from './searchIndex.ts';
import { cut, matchesIn, withoutUnseen, wordList, type SearchTerms } from './wordRules.ts';

/** Later dates need a five-digit year. */
const YEAR_10000 = Date.UTC(10_000, 0);
const LONGEST = { id: 200, source: 100, title: 300, text: 100_000 };
/** The length of an excerpt, and of its part before the first match, in characters. */
const EXCERPT = { length: 240, lead: 60 };

/** A stored document: what is shown of it, and the words it is found by. */
export interface StoredDocument extends Omit<IndexedDocument, 'readers'> {
  /** The words of the title, and of title and text, without duplicates. */
  titleWords: string;
  words: string;
  /** Lower case, without duplicates. */
  readers: string[];
}

/** Turns text into one line of plain text that every database accepts. */
function tidy(text: string, length: number): string {
  const some = text.slice(0, 4 * length); // most of it may be white space
  return cut(
    withoutUnseen(some)
      .normalize('NFC')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
    length,
  );
}

const isId = (text: string, most: number): boolean =>
  text.length >= 1 && text.length <= most && !/[\p{Cc}\p{Cs}]/u.test(text);

/** @returns lower-case ids without duplicates @throws InvalidDocument */
export function toReaders({ id, readers }: Pick<IndexedDocument, 'id' | 'readers'>): string[] {
  const isReader = (reader: string) => reader === EVERYONE || isObjectId(reader);
  if (!readers.every(isReader)) throw new InvalidDocument(id, 'one of its readers is no object id');
  return [...new Set(readers.map((reader) => reader.toLowerCase()))];
}

/** @throws InvalidDocument */
export function toStored({ id, source, title, address, text, modifiedAt, readers }: IndexedDocument): StoredDocument {
  const refuse = (what: string): never => {
    throw new InvalidDocument(id, what);
  };
  if (!isId(id, LONGEST.id)) refuse(`its id has not 1 to ${LONGEST.id} characters`);
  if (!isId(source, LONGEST.source)) refuse(`its source has not 1 to ${LONGEST.source} characters`);
  const safe = safeAddress(address);
  if (safe === null || !/^https?:/.test(safe)) return refuse('its address is none of http or https');
  if (!Number.isInteger(modifiedAt) || modifiedAt < 0 || modifiedAt >= YEAR_10000)
    refuse('when it was modified is no time');
  const own = toReaders({ id, readers });
  const shown = { title: tidy(title, LONGEST.title) || safe, text: tidy(text, LONGEST.text) };
  return {
    id,
    source,
    address: safe,
    modifiedAt,
    ...shown,
    titleWords: wordList(shown.title),
    words: wordList(`${shown.title} ${shown.text}`),
    readers: own,
  };
}

/** The size of one unit: on SQLite every other writer waits for it. */
const BATCH = { documents: 20, weight: 250_000 };
const PER_READER = 36;

/** Batches of documents. Of duplicates, only the last is kept; sorted by id, so that servers cannot deadlock. */
export function* batchesOf(documents: readonly StoredDocument[]): Generator<StoredDocument[]> {
  const latest = [...new Map(documents.map((document) => [document.id, document])).values()];
  let batch: StoredDocument[] = [];
  let weight = 0;
  for (const document of latest.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const own = document.text.length + document.words.length + PER_READER * document.readers.length;
    if (batch.length > 0 && (batch.length === BATCH.documents || weight + own > BATCH.weight)) {
      yield batch;
      [batch, weight] = [[], 0];
    }
    batch.push(document);
    weight += own;
  }
  if (batch.length > 0) yield batch;
}

/** Where an excerpt starts: at a word, somewhat before the first match. */
function beginningOf(text: string, match: number): number {
  if (match <= EXCERPT.lead) return 0;
  const space = text.indexOf(' ', match - EXCERPT.lead);
  return space === -1 || space >= match ? match : space + 1;
}

function endOf(text: string, from: number): number {
  const end = from + EXCERPT.length;
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(' ', end);
  return space > from + EXCERPT.lead ? space : from + cut(text.slice(from), EXCERPT.length).length;
}

/** The part of a text around its first match; the start of the text if only the title matches. */
export function excerptOf(text: string, wanted: SearchTerms): ExcerptSpan[] {
  const [first] = matchesIn(text, wanted);
  const from = beginningOf(text, first?.from ?? 0);
  const to = endOf(text, from);
  const piece = text.slice(from, to);
  const spans: ExcerptSpan[] = [];
  const add = (added: string, isMatch: boolean) => {
    const last = spans.at(-1);
    if (last && !last.isMatch && !isMatch) last.text += added;
    else if (added !== '') spans.push({ text: added, isMatch });
  };
  if (from > 0) add('… ', false);
  let at = 0;
  for (const match of matchesIn(piece, wanted)) {
    add(piece.slice(at, match.from), false);
    add(piece.slice(match.from, match.to), true);
    at = match.to;
  }
  add(piece.slice(at), false);
  if (to < text.length) add(' …', false);
  return spans;
}
