/** What the load generator orders from the process of the server, as JSON on its command line. */
export interface ServerOrder {
  kind: 'product' | 'bare route';
  databaseUrl: string;
  /** How many open requests there are to be. */
  requests: number;
}

/** What the server tells when it listens. */
export interface Ready {
  url: string;
  /** Each with a bearer token of somebody who is asked. */
  questions: { requestId: string; token: string }[];
}
