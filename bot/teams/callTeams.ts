import type { ConfigurationBotFrameworkAuthentication } from 'botbuilder';
import { z } from 'zod';
import { PostFailed } from '../../contract/channel.ts';
import { postFailure } from '../../contract/postFailures.ts';
import { readRetryAfter } from '../../contract/retryAfter.ts';

type Options = NonNullable<ConstructorParameters<typeof ConfigurationBotFrameworkAuthentication>[4]>;
type HttpClient = NonNullable<Options['httpClient']>;

const TIMEOUT_MS = 15_000;

/** A call that Teams refused, or that did not reach it. */
export class CallFailed extends Error {
  constructor(
    /** Null: Teams was unreachable. */
    readonly status: number | null,
    /** Teams' error code; empty if there is none. */
    readonly code: string,
    readonly retryAfterMs: number | null,
  ) {
    super(`Teams did not take a call (${[status ?? 'unreachable', code].filter(Boolean).join(', ')}).`);
    this.name = 'CallFailed';
  }

  /** The conversation is closed to the bot or gone; there may be another one. */
  get isLost(): boolean {
    return (this.status === 403 && !this.isOfAdministrators) || this.status === 404;
  }

  /** A 403 that is not about the conversation; an administrator can fix it. */
  get isOfAdministrators(): boolean {
    return this.status === 403 && (OF_THE_APP.has(this.code) || this.code === NOT_ALLOWED);
  }
}

/** The tenant, or the app policy of this person, blocks the app; Teams does not say which. */
const NOT_ALLOWED = 'BotDisabledByAdmin';
/** Documented errors of the app itself: calls to the wrong cloud, and a missing permission. */
const OF_THE_APP = new Set(['InvalidBotApiHost', 'NotEnoughPermissions']);

const Refusal = z.object({ error: z.object({ code: z.string().max(100) }) });

/**
 * Replaces botbuilder's HTTP client, which retries by itself; here the callers do. Does not follow redirects, because
 * calls carry the bot's token. The client's calls throw CallFailed.
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

/** The delay if Teams names none; the delivery loop adds an increasing back-off. */
const RETRY_MS = 5000;
const MEND_MS = 300_000;
const LATER = new Set([408, 412, 500, 502, 504]);

/**
 * Converts a failed call to `PostFailed`: whether a retry helps, and whether all recipients are affected.
 * @param name the person's name
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
    // Others may be allowed to use the app, so this does not delay their messages.
    return new PostFailed(postFailure('teamsApp', { reason }), MEND_MS, { isForAll: code !== NOT_ALLOWED });
  if (status === 403) return new PostFailed(postFailure('botBlocked', { name, reason }), null);
  if (status === 404) return new PostFailed(postFailure('teamsGone', { name, reason }), null);
  if (status === 413) return new PostFailed(postFailure('teamsTooLarge', { reason }), null);
  return new PostFailed(postFailure('refused', { platform: 'Teams', reason }), null);
}
