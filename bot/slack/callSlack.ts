import bolt, { type Logger, type webApi } from '@slack/bolt';
import { PostFailed, type Log } from '../../contract/channel.ts';
import { readRetryAfter } from '../../contract/retryAfter.ts';

export type SlackClient = webApi.WebClient;

const TIMEOUT_MS = 10_000;
/** Unless Slack names a time of its own; the loop adds a back-off that grows. */
const RETRY_MS = 5000;
const MEND_MS = 300_000;

interface Access {
  botToken: string;
  /** Ends in `/api/`. */
  apiUrl: string;
  log: Log;
  now(): number;
}

/** Slack's own clients talk much, and of bodies too; what they warn of is worth keeping, in one line. */
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

/** Slack's client knows `Retry-After` in seconds only, and throws whatever comes without: it is given seconds. */
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

/** Gives up at once: whoever calls tries again by themselves, or has no time to. */
export const createQuickClient = (access: Access): SlackClient =>
  createClient(access, { retryConfig: { retries: 0 }, rejectRateLimitedCalls: true });

/** For what happens behind an acknowledgement: waits when Slack asks for it, and tries twice more. */
export const createPatientClient = (access: Access): SlackClient =>
  createClient(access, { retryConfig: { retries: 2, minTimeout: 500, maxTimeout: 2000 } });

/** Slack's word for what is wrong with a call; null where it gave none. */
export function slackCode(error: unknown): string | null {
  return error instanceof bolt.webApi.WebAPIPlatformError ? error.data.error : null;
}

/** Nobody reads at this address any more: another account, or none, has to be looked for. */
const GONE: Record<string, string> = {
  channel_not_found: 'has no conversation with the app any more',
  user_not_found: 'has no account in this Slack workspace any more',
  user_disabled: 'has a Slack account that was deactivated',
  user_not_visible: 'has a Slack account that this app cannot see',
  is_inactive: 'has a Slack account that was deactivated',
  is_archived: 'has archived the conversation with the app',
  cannot_dm_bot: 'is a bot in Slack, to which no messages can be sent',
  messages_tab_disabled: 'cannot be written to: the messages tab of the app is turned off',
};

const FINAL: Record<string, string> = {
  message_not_found: 'The message was deleted in Slack.',
  cant_update_message: 'Slack does not let this message be changed any more.',
  edit_window_closed: 'Slack does not let this message be changed any more.',
  msg_too_long: 'The message is larger than Slack takes.',
  msg_blocks_too_long: 'The message is larger than Slack takes.',
};

/** Nothing helps but an administrator. */
const FOR_ADMINISTRATORS = new Set([
  'invalid_auth',
  'not_authed',
  'token_revoked',
  'token_expired',
  'account_inactive',
  'no_permission',
  'missing_scope',
  'not_allowed_token_type',
  'access_denied',
  'ekm_access_denied',
  'org_login_required',
  'team_access_not_granted',
]);

const LATER = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout', 'team_added_to_org']);

export const isGone = (error: unknown): boolean => Object.hasOwn(GONE, slackCode(error) ?? '');

/**
 * What a failed call means for a message to somebody: whether trying again helps, and whether others need not be tried.
 * @param name of the person
 */
export function toPostFailed(error: unknown, name: string, now: number): unknown {
  if (error instanceof bolt.webApi.WebAPIRateLimitedError)
    return new PostFailed('Slack is busy and asks for patience.', error.retryAfter * 1000, { isForAll: true });
  if (error instanceof bolt.webApi.WebAPIRequestError)
    return new PostFailed('Slack cannot be reached right now.', RETRY_MS, { isForAll: true });
  if (error instanceof bolt.webApi.WebAPIHTTPError)
    return new PostFailed(
      `Slack could not take the message right now (${error.statusCode}).`,
      readRetryAfter(error.headers['retry-after'], now) ?? RETRY_MS,
      { isForAll: true },
    );
  const code = slackCode(error);
  if (code === null) return error;
  if (code === 'ratelimited' || LATER.has(code))
    return new PostFailed(`Slack could not take the message right now (${code}).`, RETRY_MS, { isForAll: true });
  if (FOR_ADMINISTRATORS.has(code))
    return new PostFailed(`Slack does not accept the app (${code}): an administrator must look at it.`, MEND_MS, {
      isForAll: true,
    });
  if (code === 'users_not_found') return new PostFailed(`${name} has no Slack account.`, null);
  if (Object.hasOwn(GONE, code)) return new PostFailed(`${name} ${GONE[code]} (${code}).`, null);
  return new PostFailed(FINAL[code] ?? `Slack refused the message (${code}).`, null);
}
