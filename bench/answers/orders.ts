/** What the load generator passes to the server process, as JSON on its command line. */
export interface ServerOrder {
  kind: 'product' | 'bare route';
  databaseUrl: string;
  /** How many open requests to prepare. */
  requests: number;
}

/** What the server reports once it listens. */
export interface Ready {
  url: string;
  /** Each with a bearer token of one of its assignees. */
  questions: { requestId: string; token: string }[];
}
