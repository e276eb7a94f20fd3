/**
 * The header with the caller's search token, sent besides the token for our own API (behaviour 5.3 D). Azure AI Search
 * reads the same header, and the server passes it on.
 */
export const SEARCH_TOKEN = 'x-ms-query-source-authorization';

/** The path below `/api` that accepts it. */
export const SEARCH_PATH = '/search';
