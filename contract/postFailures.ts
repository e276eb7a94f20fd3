import { z } from 'zod';
import type { Catalogue, Values } from './answers/words.ts';
import { FilledIn } from './values.ts';

/** Why nobody reads a Slack account or conversation any more, by Slack's error code. */
const SLACK_GONE: Record<string, string> = {
  channel_not_found: 'has no conversation with the app any more',
  user_not_found: 'has no account in this Slack workspace any more',
  user_disabled: 'has a Slack account that was deactivated',
  user_not_visible: 'has a Slack account that this app cannot see',
  is_inactive: 'has a Slack account that was deactivated',
  is_archived: 'has archived the conversation with the app',
  cannot_dm_bot: 'is a bot in Slack, to which no messages can be sent',
};

/** Whether this Slack error means that nobody reads there any more. */
export const isSlackGone = (code: string): boolean => Object.hasOwn(SLACK_GONE, code);

const NOT_MET: Record<string, string> = {
  outside: 'they are not in the directory.',
  catalogue: 'its app is not in the app catalogue of the organisation.',
  conversation: 'Teams has no conversation with them yet.',
};

/**
 * Why messages could not be delivered, in English; clients have their own text per id. Text from a platform stays
 * unchanged.
 */
export const POST_FAILURES = {
  channelOff: ({ channel }) => `the channel ${channel} is not configured`,
  reported: () => 'the message could not be sent; the reason was reported to the operators',
  silent: () => 'The platform did not answer in time; the message may have arrived.',
  unreachable: ({ platform }) => `${platform} cannot be reached right now.`,
  refused: ({ platform, reason }) => `${platform} refused the message (${reason}).`,
  later: ({ platform, reason }) => `${platform} could not take the message right now (${reason}).`,
  personGone: ({ name }) => `${name} is no longer in the directory.`,
  personDisabled: ({ name }) => `The account of ${name} is disabled in the directory.`,
  directoryFails: ({ name, reason }) => `It is not known where ${name} can be reached now: ${reason}`,
  mailUnset: () => 'No mail server is set up.',
  mailNoAddress: ({ name }) => `${name} has no e-mail address.`,
  mailSent: () => 'A mail cannot be changed once it is sent.',
  mailLogin: ({ reason }) => `The mail server does not let us in: ${reason}`,
  mailTakesNone: ({ reason }) => `The mail server accepts no mail from us: ${reason}`,
  mailRefused: ({ reason }) => `The mail server refused the mail: ${reason}`,
  mailBusy: ({ reason }) => `The mail server is busy: ${reason}`,
  mailSilent: ({ reason }) => `The mail server does not answer: ${reason}`,
  mailInvalid: ({ reason }) => `The mail cannot be sent: ${reason}`,
  mailUnreachable: ({ reason }) => `The mail server cannot be reached: ${reason}`,
  botNotMet: ({ name, why, reason }) =>
    `The bot has not met ${name} yet, and cannot be installed for them: ${NOT_MET[why!] ?? reason}`,
  botDenied: ({ name, reason }) =>
    `The bot has not met ${name} yet, and cannot be installed for them: ${reason} Or they can open the bot in Teams once.`,
  botRemoved: ({ name }) => `${name} has removed the bot in Teams.`,
  botNoToken: () => 'The identity provider gives the bot no token. Check its app ID, its client secret and the tenant.',
  botToken: ({ reason }) => `Teams does not accept the token of the bot (${reason}).`,
  botBlocked: ({ name, reason }) =>
    `Teams does not let the bot write to ${name} (${reason}): it was blocked or uninstalled.`,
  teamsApp: ({ reason }) => `Teams does not accept the app (${reason}): an administrator must look at it.`,
  teamsGone: ({ name, reason }) => `The conversation with ${name}, or the message in it, is gone (${reason}).`,
  teamsBusy: ({ reason }) => `Teams is busy and asks us to wait (${reason}).`,
  teamsTooLarge: ({ reason }) => `The message is larger than Teams takes (${reason}).`,
  slackBusy: () => 'Slack is busy and asks us to wait.',
  slackTooLarge: () => 'The message is larger than Slack takes.',
  slackNoAddress: ({ name }) => `${name} has no e-mail address, so Slack cannot find them.`,
  slackPlaceUnknown: () => 'It is not known where this message is in Slack.',
  slackNoAccount: ({ name }) => `${name} has no Slack account.`,
  slackGone: ({ name, code }) => `${name} ${SLACK_GONE[code!] ?? 'is gone'} (${code}).`,
  slackApp: ({ reason }) => `Slack does not accept the app (${reason}): an administrator must look at it.`,
  slackDeleted: () => 'The message was deleted in Slack.',
  slackFixed: () => 'Slack does not let this message be changed any more.',
} as const satisfies Catalogue;

export type PostFailureId = keyof typeof POST_FAILURES;

/** A delivery failure in a form that can be translated; a newer server may have more ids. */
export const PostFailure = z.object({ id: z.string(), values: FilledIn }).meta({ id: 'PostFailure' });
export type PostFailure = z.infer<typeof PostFailure>;

export const postFailure = (id: PostFailureId, values: Values = {}): PostFailure => ({ id, values });

export const postFailureInEnglish = ({ id, values }: PostFailure): string => (POST_FAILURES as Catalogue)[id]!(values);
