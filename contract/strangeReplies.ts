/** What a proxy or a firewall refuses because of the call itself, so that sending it again changes nothing. */
const OF_THE_CALL = new Set([400, 403, 405, 411, 413, 414, 415, 422, 431]);

/**
 * Whether a reply that is not in our server's words is about the call. Any other comes from something that stands in
 * for our server for a while: a proxy without a server behind it, or the sign-in page of a network.
 */
export const isOfTheCall = (status: number): boolean => OF_THE_CALL.has(status);

/** Whether a reply says what is wrong in our server's words (RFC 9457). */
export const isProblemReply = ({ headers }: Pick<Response, 'headers'>): boolean =>
  headers.get('content-type')?.includes('application/problem+json') ?? false;
