import type { ExcerptSpan } from '../../contract/search.ts';
import { unavailable, type ProblemError } from '../foundation/errors.ts';

/** Among the readers of a document: all of the tenant but its guests. No object of a directory has such an id. */
export const EVERYONE = 'everyone';

/** What an index keeps of a document. */
export interface IndexedDocument {
  /** Of one document of one source, the same each time it is put: at most 200 characters. */
  id: string;
  /** Where it comes from, in a word: at most 100 characters. */
  source: string;
  title: string;
  /** Where people open it: http or https. */
  address: string;
  /** Plain text. Of a longer one the first 100,000 characters are found. */
  text: string;
  /** Milliseconds since 1970. */
  modifiedAt: number;
  /** Object ids of the people and groups who may read it, and `EVERYONE`. Without any it is found by nobody. */
  readers: readonly string[];
}

/** What is searched for, and as whom. */
export interface Search {
  /** As somebody typed it: words, never operators. */
  words: string;
  /** All that whoever searches is: their object id, those of their groups, `EVERYONE`. */
  principals: readonly string[];
  limit: number;
  /** Of the page before. */
  cursor?: string | undefined;
  /** A token of whoever searches, for a search service that filters by itself. */
  personalToken?: string | undefined;
}

export interface Hit {
  id: string;
  title: string;
  address: string;
  /** Plain text around the first match. */
  excerpt: ExcerptSpan[];
  /** Milliseconds since 1970. */
  modifiedAt: number;
}

export interface Hits {
  items: Hit[];
  nextCursor: string | null;
}

/**
 * Where documents are found, each by those who may read it and by nobody else (behaviour 5.5). What a document is found
 * by and who finds it change together: there is no moment at which new words go with old readers. All functions throw
 * SearchError where a search service does not do what it is asked.
 */
export interface SearchIndex {
  /**
   * Adds documents, or replaces them as a whole where they are there. The same twice is the same as once. Some may be
   * stored when it fails; it can be called again.
   * @throws InvalidDocument before anything is stored
   */
  put(documents: readonly IndexedDocument[]): Promise<void>;
  /**
   * Changes who may read documents, and nothing else of them; what is not there is left alone.
   * @throws InvalidDocument before anything is stored
   */
  allow(documents: readonly Pick<IndexedDocument, 'id' | 'readers'>[]): Promise<void>;
  /** Forgets everything. */
  clear(): Promise<void>;
  /** Forgets documents; what is not there is left alone. */
  remove(ids: readonly string[]): Promise<void>;
  /**
   * Forgets all documents that were put last with this source. Whoever reads a source as a whole under a new name each time
   * forgets by the name before what was not there any more.
   */
  removeSource(source: string): Promise<void>;
  /** Words that are none, and nobody as `principals`, find nothing. @throws ProblemError for a cursor that is none of ours */
  find(search: Search): Promise<Hits>;
  /** Whether there is nothing that anybody could find. */
  isEmpty(): Promise<boolean>;
}

/** A document that no index takes. */
export class InvalidDocument extends Error {
  constructor(id: string, what: string) {
    super(`The document ${JSON.stringify(id.slice(0, 200))} cannot be indexed: ${what}.`);
    this.name = 'InvalidDocument';
  }
}

/**
 * A search service did not do what it was asked. `search_unavailable`: trying again later may help. `search_denied`: an
 * administrator must grant or mend something.
 */
export class SearchError extends Error {
  constructor(
    readonly code: 'search_unavailable' | 'search_denied',
    /** For people to read. */
    readonly detail: string,
    readonly retryAfterMs: number | null = null,
  ) {
    super(detail);
    this.name = 'SearchError';
  }

  /** What a caller of the API is answered: nothing they sent is at fault. */
  toProblem(): ProblemError {
    return unavailable(this.detail, this.retryAfterMs);
  }
}
