import type { ConfigurationBotFrameworkAuthentication } from 'botbuilder';
import { z } from 'zod';
import { PostFailed } from '../../contract/channel.ts';
import { postFailure } from '../../contract/postFailures.ts';
import { readRetryAfter } from '../../contract/retryAfter.ts';

type Options = NonNullable<ConstructorParameters<typeof ConfigurationBotFrameworkAuthentication>[4]>;
type HttpClient = NonNullable<Options['httpClient']>;

const TIMEOUT_MS = 15_000;

/** A call that Teams did not take. */
export class CallFailed extends Error {
  constructor(
    /** Null: Teams could not be reached. */
    readonly status: number | null,
    /** As Teams names the reason; empty where it gives none. */
    readonly code: string,
    readonly retryAfterMs: number | null,
  ) {
    super(`Teams did not take a call (${[status ?? 'unreachable', code].filter(Boolean).join(', ')}).`);
    this.name = 'CallFailed';
  }

  /** The conversation takes nothing from the bot, or is gone; there may be another. */
  get isLost(): boolean {
    return (this.status === 403 && !this.isOfAdministrators) || this.status === 404;
  }

  /** Said with 403, but not of the conversation: an administrator can mend it. */
  get isOfAdministrators(): boolean {
    return this.status === 403 && (OF_THE_APP.has(this.code) || this.code === NOT_ALLOWED);
  }
}

/** The tenant, or its policy for this person's apps, does not allow the app: Teams does not say which. */
const NOT_ALLOWED = 'BotDisabledByAdmin';
/** What Microsoft documents of the app itself: calls to the wrong cloud, and a permission that it lacks. */
const OF_THE_APP = new Set(['InvalidBotApiHost', 'NotEnoughPermissions']);

const Refusal = z.object({ error: z.object({ code: z.string().max(100) }) });

/**
 * Carries the bot's calls to Teams in place of the client that botbuilder brings, which tries again by itself: whoever
 * posts here has a patience of their own. Redirects are not followed, as the bot's token travels along.
 * @throws CallFailed from what it carries
 */
export function createHttpClient(now: () => number): HttpClient {
  return {
    async sendRequest(request) {
      const { url, method, headers, body } = request;
      const response = await fetch(url, {
        method,
        headers: headers.rawHeaders(),
        body: body as string | undefined,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => null);
      const bodyAsText = await response?.text().catch(() => null);
      if (!response || typeof bodyAsText !== 'string') throw new CallFailed(null, '', null);
      if (!response.ok) throw refusalOf(response, bodyAsText, now());
      const answered = headers.clone();
      for (const name of answered.headerNames()) answered.remove(name);
      response.headers.forEach((value, name) => answered.set(name, value));
      return { request, status: response.status, headers: answered, bodyAsText };
    },
  };
}

function refusalOf({ status, headers }: Response, body: string, now: number): CallFailed {
  const code = Refusal.safeParse(parsed(body)).data?.error.code ?? '';
  return new CallFailed(status, code, readRetryAfter(headers.get('retry-after'), now));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Unless Teams names a time of its own; the loop adds a back-off that grows. */
const RETRY_MS = 5000;
const MEND_MS = 300_000;
const LATER = new Set([408, 412, 500, 502, 504]);

/**
 * What a failed call means for a message to somebody: whether trying again helps, and whether others need not be tried.
 * @param name of the person
 */
export function toPostFailed(error: unknown, name: string): unknown {
  if (!(error instanceof CallFailed)) return error;
  const { status, code, retryAfterMs } = error;
  const reason = [status, code].filter(Boolean).join(', ');
  const wait = retryAfterMs ?? RETRY_MS;
  if (status === null)
    return new PostFailed(postFailure('unreachable', { platform: 'Teams' }), wait, { isForAll: true });
  if (status === 429 || status === 503)
    return new PostFailed(postFailure('teamsBusy', { reason }), wait, { isForAll: true });
  if (LATER.has(status)) return new PostFailed(postFailure('later', { platform: 'Teams', reason }), wait);
  if (status === 401) return new PostFailed(postFailure('botToken', { reason }), MEND_MS, { isForAll: true });
  if (error.isOfAdministrators)
    // Others may be allowed the app: they do not wait for this person's policy.
    return new PostFailed(postFailure('teamsApp', { reason }), MEND_MS, { isForAll: code !== NOT_ALLOWED });
  if (status === 403) return new PostFailed(postFailure('botBlocked', { name, reason }), null);
  if (status === 404) return new PostFailed(postFailure('teamsGone', { name, reason }), null);
  if (status === 413) return new PostFailed(postFailure('teamsTooLarge', { reason }), null);
  return new PostFailed(postFailure('refused', { platform: 'Teams', reason }), null);
}
