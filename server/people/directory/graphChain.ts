import {
  AuthenticationHandler,
  GraphClientError,
  type Context,
  type Middleware,
} from '@microsoft/microsoft-graph-client';
import { readRetryAfter } from '../../../contract/retryAfter.ts';
import type { Fetch } from '../../foundation/http/outbound.ts';
import { DirectoryError } from './directory.ts';

export interface GraphClientOptions {
  /** A token for Microsoft Graph. @throws DirectoryError */
  graphToken: () => Promise<string>;
  platformFetch: Fetch;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Measures durations; `now` by default. */
  steady?: () => number;
  sleep: (ms: number) => Promise<void>;
  /** From 0 to 1: spreads the retries of many servers. */
  random: () => number;
  /** The registration's name in error texts; the server registration by default. */
  name?: string;
}

/** Name of the option that carries a deadline to the retries. */
export const DEADLINE = 'deadlineAt';
const RETRIED = new Set([429, 502, 503, 504]);
const MAX_ATTEMPTS = 12;
/** An unreachable server gets fewer retries than one that sends Retry-After. */
const MAX_UNREACHABLE = 3;

/** Authentication, then retries, then `platformFetch`. Errors of all three come out unchanged. */
export function chain(options: GraphClientOptions): Middleware {
  const failures = link(async (context, next) => {
    try {
      await next(context);
    } catch (error) {
      throw Object.assign(new GraphClientError(), { customError: error });
    }
  });
  const authenticate = new AuthenticationHandler({ getAccessToken: options.graphToken });
  const retry = retrying(options);
  failures.setNext(authenticate);
  authenticate.setNext(retry);
  retry.setNext(sending(options.platformFetch));
  return failures;
}

/** Statuses that have no body, not even an empty one. */
const BODILESS = [204, 205, 304];

const sending = (platformFetch: Fetch): Middleware => ({
  async execute(context) {
    const { method, headers, body } = context.options!;
    const response = await platformFetch(String(context.request), { method, headers, body });
    // Read here, so that a response that breaks off is retried like one that never came.
    const content = await response.arrayBuffer();
    context.response = new Response(BODILESS.includes(response.status) ? null : content, response);
  },
});

/** Retries while Graph is busy or unreachable, until success, the deadline or the maximum number of attempts. */
function retrying({ now, steady = now, sleep, random }: GraphClientOptions): Required<Middleware> {
  /** In ms: what Graph asks for, or exponential from a quarter of a second. */
  const waitAfter = (attempt: number, retryAfter: string | null | undefined): number =>
    readRetryAfter(retryAfter, now()) ?? Math.min(250 * 2 ** (attempt - 1), 8_000) * (0.5 + random() / 2);

  return link(async (context, next) => {
    const { [DEADLINE]: deadlineAt } = context.options as { [DEADLINE]: number };
    let unreachable = 0;
    for (let attempt = 1; ; attempt++) {
      const response = await next(context).then(
        () => context.response!,
        () => null,
      );
      if (response && !RETRIED.has(response.status)) return;
      if (!response) unreachable++;
      const asked = response?.headers.get('retry-after');
      const waitMs = waitAfter(attempt, asked);
      const hasPatience = attempt < MAX_ATTEMPTS && unreachable < MAX_UNREACHABLE && steady() + waitMs <= deadlineAt;
      if (!hasPatience)
        throw unavailable(response ? 'is too busy to answer' : 'cannot be reached', {
          retryAfterMs: readRetryAfter(asked, now()),
        });
      await sleep(waitMs);
    }
  });
}

/** A retry later may succeed. */
export const unavailable = (
  why: string,
  more: { status?: number; retryAfterMs?: number | null } = {},
): DirectoryError => new DirectoryError('directory_unavailable', `The directory ${why} right now.`, more);

type Next = (context: Context) => Promise<void>;

/** Makes a middleware for the Graph library. */
function link(execute: (context: Context, next: Next) => Promise<void>): Required<Middleware> {
  let following: Middleware;
  return {
    execute: (context) => execute(context, (passedOn) => following.execute(passedOn)),
    setNext: (next) => void (following = next),
  };
}
