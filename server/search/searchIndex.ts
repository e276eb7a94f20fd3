import type { ExcerptSpan } from '../../contract/search.ts';
import { unavailable, type ProblemError } from '../foundation/errors.ts';

/** As a reader of a document: all members of the tenant, but no guests. It is not an object id. */
export const EVERYONE = 'everyone';

/** What an index stores of a document. */
export interface IndexedDocument {
  /** Identifies a document of a source, stable across updates: at most 200 characters. */
  id: string;
  /** A name for its origin: at most 100 characters. */
  source: string;
  title: string;
  /** Where people open it: http or https. */
  address: string;
  /** Plain text. Only the first 100,000 characters are searchable. */
  text: string;
  /** Milliseconds since 1970. */
  modifiedAt: number;
  /** Object ids of the people and groups who may read it, or `EVERYONE`. If empty, nobody finds it. */
  readers: readonly string[];
}

/** A query, and the person it is for. */
export interface Search {
  /** As typed: words, never operators. */
  words: string;
  /** Everything that grants the person access: their object id, their groups' ids, `EVERYONE`. */
  principals: readonly string[];
  limit: number;
  /** From the previous page. */
  cursor?: string | undefined;
  /** The person's token, for a search service that enforces access itself. */
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
 * Finds documents, only for those who may read them (behaviour 5.5). A document's words and its readers change
 * together: new words never go with old readers. Every function throws SearchError if a search service fails.
 */
export interface SearchIndex {
  /**
   * Adds documents, or replaces them completely. Idempotent. If it fails, some may be stored; it can be called again.
   * @throws InvalidDocument before anything is stored
   */
  put(documents: readonly IndexedDocument[]): Promise<void>;
  /** Changes only the readers of documents; unknown ids are ignored. @throws InvalidDocument before anything is stored */
  allow(documents: readonly Pick<IndexedDocument, 'id' | 'readers'>[]): Promise<void>;
  /** Removes everything. */
  clear(): Promise<void>;
  /** Removes documents; unknown ids are ignored. */
  remove(ids: readonly string[]): Promise<void>;
  /**
   * Removes all documents last put with this source. To replace a source completely, put it under a new name and then
   * remove the old one: that removes what no longer exists.
   */
  removeSource(source: string): Promise<void>;
  /** Finds nothing without words or without `principals`. @throws ProblemError for a cursor we did not make */
  find(search: Search): Promise<Hits>;
  /** Whether the index has no documents. */
  isEmpty(): Promise<boolean>;
}

/** A document that no index accepts. */
export class InvalidDocument extends Error {
  constructor(id: string, what: string) {
    super(`The document ${JSON.stringify(id.slice(0, 200))} cannot be indexed: ${what}.`);
    this.name = 'InvalidDocument';
  }
}

/**
 * A search service failed. `search_unavailable`: a retry later may succeed. `search_denied`: an administrator must
 * grant or fix something.
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

  /** The problem for callers of the API: unavailable, as their request is not at fault. */
  toProblem(): ProblemError {
    return unavailable(this.detail, this.retryAfterMs);
  }
}
