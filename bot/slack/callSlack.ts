import bolt, { type Logger, type webApi } from '@slack/bolt';
import { PostFailed, type Log } from '../../contract/channel.ts';
import { isSlackGone, postFailure, type PostFailure } from '../../contract/postFailures.ts';
import { readRetryAfter } from '../../contract/retryAfter.ts';
import type { SlackMessage } from './limits.ts';

export type SlackClient = webApi.WebClient;

const TIMEOUT_MS = 10_000;
/** The delay if Slack names none; the delivery loop adds an increasing back-off. */
const RETRY_MS = 5000;
const MEND_MS = 300_000;

interface Access {
  botToken: string;
  /** Ends in `/api/`. */
  apiUrl: string;
  log: Log;
  now(): number;
}

/** A logger for Slack's clients, which log too much, including bodies: keeps warnings, one line each. */
export function quietLogger(log: Log): Logger {
  const say = (texts: unknown[]) =>
    texts.map((text) => (text instanceof Error ? text.message : typeof text === 'string' ? text : '')).join(' ');
  return {
    debug: () => {},
    info: () => {},
    warn: (...texts) => log.warn({ channel: 'slack' }, say(texts)),
    error: (...texts) => log.error({ channel: 'slack' }, say(texts)),
    setLevel: () => {},
    getLevel: () => bolt.LogLevel.WARN,
    setName: () => {},
  };
}

/** Slack's client only accepts `Retry-After` in seconds and throws on anything else, so this converts it. */
const fetchingWith =
  (now: () => number): NonNullable<webApi.WebClientOptions['fetch']> =>
  async (...call) => {
    const response = await fetch(...call);
    if (response.status !== 429) return response;
    const waitMs = readRetryAfter(response.headers.get('retry-after'), now()) ?? RETRY_MS;
    return new Response(null, { status: 429, headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } });
  };

const createClient = ({ botToken, apiUrl, log, now }: Access, options: webApi.WebClientOptions): SlackClient =>
  new bolt.webApi.WebClient(botToken, {
    slackApiUrl: apiUrl,
    allowAbsoluteUrls: false,
    timeout: TIMEOUT_MS,
    logger: quietLogger(log),
    fetch: fetchingWith(now),
    ...options,
  });

/** A client without retries, for callers that retry themselves or have no time to. */
export const createQuickClient = (access: Access): SlackClient =>
  createClient(access, { retryConfig: { retries: 0 }, rejectRateLimitedCalls: true });

/** A client for work after the acknowledgement: honours `Retry-After` and retries twice. */
export const createPatientClient = (access: Access): SlackClient =>
  createClient(access, { retryConfig: { retries: 2, minTimeout: 500, maxTimeout: 2000 } });

/**
 * Posts beside an ephemeral message, or in its place.
 * @param url the `response_url` of a press on it
 * @throws if Slack does not take it, for example after half an hour
 */
export async function respondTo(url: string, message: SlackMessage & { replace_original: boolean }): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`Slack answered with ${response.status}.`);
}

/** Slack's error code of a failed call; null if there is none. */
export function slackCode(error: unknown): string | null {
  return error instanceof bolt.webApi.WebAPIPlatformError ? error.data.error : null;
}

const PLATFORM = { platform: 'Slack' };

const FINAL: Record<string, PostFailure> = {
  message_not_found: postFailure('slackDeleted'),
  cant_update_message: postFailure('slackFixed'),
  edit_window_closed: postFailure('slackFixed'),
  msg_too_long: postFailure('slackTooLarge'),
  msg_blocks_too_long: postFailure('slackTooLarge'),
};

/** Errors that only an administrator can fix. */
const FOR_ADMINISTRATORS = new Set([
  'invalid_auth',
  'not_authed',
  'token_revoked',
  'token_expired',
  'account_inactive',
  'no_permission',
  'missing_scope',
  'messages_tab_disabled', // an app setting, the same for everybody
  'not_allowed_token_type',
  'access_denied',
  'ekm_access_denied',
  'org_login_required',
  'team_access_not_granted',
]);

const LATER = new Set([
  'ratelimited', // calls of the app
  'rate_limited', // messages of the app
  'message_limit_exceeded', // messages of all apps in the workspace
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/** Nobody reads at this address any more, so the person must be looked up again. */
export const isGone = (error: unknown): boolean => isSlackGone(slackCode(error) ?? '');

/**
 * Converts a failed call to `PostFailed`: whether a retry helps, and whether all recipients are affected.
 * @param name the person's name
 */
export function toPostFailed(error: unknown, name: string, now: number): unknown {
  if (error instanceof bolt.webApi.WebAPIRateLimitedError)
    return new PostFailed(postFailure('slackBusy'), error.retryAfter * 1000, { isForAll: true });
  if (error instanceof bolt.webApi.WebAPIRequestError)
    return new PostFailed(postFailure('unreachable', PLATFORM), RETRY_MS, { isForAll: true });
  if (error instanceof bolt.webApi.WebAPIHTTPError)
    return new PostFailed(
      postFailure('later', { ...PLATFORM, reason: error.statusCode }),
      readRetryAfter(error.headers['retry-after'], now) ?? RETRY_MS,
      { isForAll: true },
    );
  const code = slackCode(error);
  if (code === null) return error;
  if (LATER.has(code))
    return new PostFailed(postFailure('later', { ...PLATFORM, reason: code }), RETRY_MS, { isForAll: true });
  if (FOR_ADMINISTRATORS.has(code))
    return new PostFailed(postFailure('slackApp', { reason: code }), MEND_MS, {
      isForAll: true,
    });
  if (code === 'users_not_found') return new PostFailed(postFailure('slackNoAccount', { name }), null);
  if (isSlackGone(code)) return new PostFailed(postFailure('slackGone', { name, code }), null);
  return new PostFailed(FINAL[code] ?? postFailure('refused', { ...PLATFORM, reason: code }), null);
}
