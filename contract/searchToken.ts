/**
 * The header in which the token of whoever searches comes beside the one for our own API (behaviour 5.3 D). It is the one
 * that Azure AI Search reads, to which it is passed on.
 */
export const SEARCH_TOKEN = 'x-ms-query-source-authorization';

/** The path below `/api` that reads it. */
export const SEARCH_PATH = '/search';
