// cspell:ignore directmessage Payloads in Slack's documented format.
import { randomUUID } from 'node:crypto';
import type { Element, View } from './blockKit.ts';
import type { Member } from './emulator.ts';
import { SLACK_APP } from './slackApp.ts';
import type { SlackMessage } from './workspace.ts';

/** The value of one element in `state.values` and actions. */
export type ElementState = { type: string } & Record<string, unknown>;
/** Block id to action id to value. */
export type StateValues = Record<string, Record<string, ElementState>>;

const TEAM = { id: SLACK_APP.teamId, domain: 'sandbox' };

const about = ({ person, userId }: Member) => ({
  team: TEAM,
  user: { id: userId, username: person.key, name: person.key, team_id: TEAM.id },
  api_app_id: SLACK_APP.appId,
  token: 'sandbox',
  enterprise: null,
  is_enterprise_install: false,
});

/** A view in a payload. */
const viewWith = (view: View, values: StateValues) => ({ ...view, state: { values } });

export interface Action {
  block_id: string;
  element: Element;
  state: ElementState;
  /** The time, in seconds. */
  at: string;
}

interface Press {
  member: Member;
  triggerId: string;
  action: Action;
}

const base = ({ member, triggerId, action }: Press) => ({
  type: 'block_actions',
  ...about(member),
  trigger_id: triggerId,
  actions: [
    {
      ...action.state,
      action_id: action.element.action_id,
      block_id: action.block_id,
      ...(action.element.text !== undefined && { text: action.element.text }),
      action_ts: action.at,
    },
  ],
});

export const pressOnMessage = (press: Press, message: SlackMessage, responseUrl: string) => ({
  ...base(press),
  container: {
    type: 'message',
    message_ts: message.ts,
    channel_id: message.channel,
    is_ephemeral: message.isEphemeral,
  },
  channel: { id: message.channel, name: 'directmessage' },
  message: { ...message.raw, bot_id: SLACK_APP.botId, app_id: SLACK_APP.appId, team: TEAM.id, blocks: message.blocks },
  state: { values: {} },
  response_url: responseUrl,
});

export const pressOnView = (press: Press, view: View, values: StateValues) => ({
  ...base(press),
  container: { type: 'view', view_id: view.id },
  view: viewWith(view, values),
});

export const submission = (member: Member, triggerId: string, view: View, values: StateValues) => ({
  type: 'view_submission',
  ...about(member),
  trigger_id: triggerId,
  view: viewWith(view, values),
  response_urls: [],
});

export const closing = (member: Member, view: View, values: StateValues) => ({
  type: 'view_closed',
  ...about(member),
  view: viewWith(view, values),
  is_cleared: false,
});

/** @param atMs epoch milliseconds */
export const eventCallback = (event: Record<string, unknown>, atMs: number) => ({
  token: 'sandbox',
  team_id: TEAM.id,
  api_app_id: SLACK_APP.appId,
  event,
  type: 'event_callback',
  event_id: `Ev${randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase()}`,
  event_time: Math.floor(atMs / 1000),
  authorizations: [
    {
      enterprise_id: null,
      team_id: TEAM.id,
      user_id: SLACK_APP.botUserId,
      is_bot: true,
      is_enterprise_install: false,
    },
  ],
  is_ext_shared_channel: false,
});

export const messageEvent = ({ userId, channel }: Member, { text, ts }: { text: string; ts: string }) => ({
  type: 'message',
  channel_type: 'im',
  client_msg_id: randomUUID(),
  channel,
  user: userId,
  text,
  ts,
  event_ts: ts,
  team: TEAM.id,
});

export const homeOpened = ({ userId, channel }: Member, view: View | null, at: string) => ({
  type: 'app_home_opened',
  tab: 'home',
  user: userId,
  channel,
  event_ts: at,
  ...(view && { view: viewWith(view, {}) }),
});

export const slashCommand = (
  member: Member,
  { command, text }: { command: string; text: string },
  more: { response_url: string; trigger_id: string },
) => ({
  token: 'sandbox',
  team_id: TEAM.id,
  team_domain: TEAM.domain,
  channel_id: member.channel,
  channel_name: 'directmessage',
  user_id: member.userId,
  user_name: member.person.key,
  command,
  text,
  api_app_id: SLACK_APP.appId,
  is_enterprise_install: 'false',
  ...more,
});
