import type { ExcerptSpan } from '../../contract/search.ts';
import { safeAddress } from '../../contract/addresses.ts';
import { withoutTurns } from '../../contract/cleanText.ts';
import { isObjectId } from '../../contract/objectId.ts';
import { EVERYONE, InvalidDocument, type IndexedDocument } from './searchIndex.ts';
import { cut, matchesIn, wordList, type Wanted } from './wordRules.ts';

/** Nothing is written with five digits. */
const YEAR_10000 = Date.UTC(10_000, 0);
const LONGEST = { id: 200, source: 100, title: 300, text: 100_000 };
/** Of an excerpt, and of what stands before its first match, in characters. */
const EXCERPT = { length: 240, lead: 60 };

/** A document as it is stored: what people read of it, and what it is found by. */
export interface StoredDocument extends Omit<IndexedDocument, 'readers'> {
  /** The words of the title, and of all of it, each once. */
  titleWords: string;
  words: string;
  /** Each once, in lower case. */
  readers: string[];
}

/** Soft hyphens and their kin stand within words and are not seen. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g;

/** As one line of plain text, which every database takes. */
function tidy(text: string, length: number): string {
  const some = text.slice(0, 4 * length); // white space may be most of it
  return cut(
    withoutTurns(some)
      .replace(/\p{Cs}/gu, '')
      .normalize('NFC')
      .replace(UNSEEN, '')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
    length,
  );
}

const isId = (text: string, most: number): boolean =>
  text.length >= 1 && text.length <= most && !/[\p{Cc}\p{Cs}]/u.test(text);

/** @returns each once, in lower case @throws InvalidDocument */
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

/** As much as is stored in one unit: on SQLite every other writer waits for it. */
const BATCH = { documents: 20, weight: 250_000 };
const PER_READER = 36;

/** Each document once, as it was given last, in the order of ids: so two servers never wait for each other in a circle. */
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

/** Where an excerpt begins: at a word, with some of what stands before the first match. */
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

/** A piece of a text around what was searched for first in it; its beginning where that stands in the title only. */
export function excerptOf(text: string, wanted: Wanted): ExcerptSpan[] {
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
