/** An error in Graph's error envelope. */
export class GraphError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'GraphError';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export const resourceNotFound = (id: string): GraphError =>
  new GraphError(
    404,
    'Request_ResourceNotFound',
    `Resource '${id}' does not exist or one of its queried reference-property objects are not present.`,
  );

export const badRequest = (message: string): GraphError => new GraphError(400, 'BadRequest', message);

/** The error envelope. @param now epoch milliseconds */
export const graphErrorBody = (error: GraphError, requestId: string, clientRequestId: string, now: number) => ({
  error: {
    code: error.code,
    message: error.message,
    innerError: {
      date: new Date(now).toISOString().slice(0, 19),
      'request-id': requestId,
      'client-request-id': clientRequestId,
    },
  },
});
