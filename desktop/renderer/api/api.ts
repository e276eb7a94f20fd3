import type { InboxCounts } from '../../../contract/inboxPages.ts';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { SearchBody, SearchPage } from '../../../contract/search.ts';
import type { AuthClient, SignInDemand } from '../host.ts';
import type { Sending } from '../inputs/sending.ts';

export interface InboxPage {
  items: UserNotification[];
  /** The cursor of the next page; null: this is the last. */
  next: string | null;
  /** The counts of the whole inbox at the time of this page. */
  counts: InboxCounts | null;
  /** The inbox version of this page, as in the heartbeats of the event stream. */
  version: string | null;
}

export interface Tagged {
  etag: string | null;
}

export type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Api {
  get<Body>(path: string, signal?: AbortSignal): Promise<Body>;
  /** Like `get`, with the `ETag`; null if the server gives none. */
  getTagged<Body>(path: string, signal?: AbortSignal): Promise<Body & Tagged>;
  /** A page of the person's inbox. */
  inbox(path: string, signal?: AbortSignal): Promise<InboxPage>;
  send<Body>(method: Method, path: string, body?: unknown, headers?: Record<string, string>): Promise<Body>;
  /** Searches documents. @throws ApiProblem `forbidden` if this person has no token for the search service */
  search(body: Pick<SearchBody, 'query' | 'cursor'>): Promise<SearchPage>;
  /** Uploads a file and reports progress. */
  upload<Body>(path: string, file: File, sending: Sending): Promise<Body>;
  /** Calls Microsoft Graph directly. */
  askGraph: AuthClient['askGraph'];
  /** Signs in again with what the organisation demands. */
  confirmSignIn(demand: SignInDemand): Promise<void>;
  /** The subject of the demand that was met last. */
  confirmed: AuthClient['confirmed'];
  /** Posts with the current token and starts synchronously, so that the request survives the page's closing. */
  sendWhileLeaving<Body>(path: string, body: unknown, headers: Record<string, string>): Promise<Body>;
  download(path: string): Promise<Blob>;
  /** An open, endless response; the caller reads and closes it. */
  stream(path: string, signal: AbortSignal): Promise<Response>;
}
