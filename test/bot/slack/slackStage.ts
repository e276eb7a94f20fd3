import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { SlackOptions } from '../../../bot/slack/channel.ts';
import { openSlack, slackKind } from '../../../bot/slack/kind.ts';
import type { ChannelHost, ChannelKind } from '../../../contract/channel.ts';
import { startSandbox } from '../../../sandbox/sandbox.ts';
import { signatureHeaders } from '../../../sandbox/slack/signedPost.ts';
import { startSlack, type SandboxSlack } from '../../../sandbox/slack/slack.ts';
import { SLACK_APP, SLACK_FILES_ORIGIN, SLACK_ORIGIN } from '../../../sandbox/slack/slackApp.ts';
import type { SlackMessage } from '../../../sandbox/slack/workspace.ts';
import { useStage, type Stage } from '../../scenarios/support.ts';
import { eventually, type TestProductOptions } from '../../support/product.ts';

type Json = Record<string, unknown>;

/** Replacements for recorded values, by path: `actions.0.value`. */
type Changes = Record<string, unknown>;

const FORM = 'application/x-www-form-urlencoded';

/** A recorded Slack call, for other people and messages. */
export function recorded(name: string, changes: Changes = {}): Json {
  const text = readFileSync(new URL(`../../recordings/slack/${name}.json`, import.meta.url), 'utf8');
  const recording = JSON.parse(text) as Json;
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split('.');
    const last = keys.pop()!;
    const place = keys.reduce<Json>((at, key) => at[key] as Json, recording);
    expect(place, `${path} was recorded`).to.have.property(last);
    place[last] = value;
  }
  return recording;
}

export const asPayload = (payload: Json): string =>
  new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
export const asForm = (fields: Json): string => new URLSearchParams(fields as Record<string, string>).toString();

export interface SendOptions {
  contentType?: string;
  secret?: string;
  /** The signature's timestamp, relative to now. */
  offsetMs?: number;
  headers?: Record<string, string>;
  /** What is signed, if it differs from what is sent. */
  signed?: string;
}

export interface SlackAnswer {
  status: number;
  text: string;
  /** The call's id in the log. */
  requestId: string | null;
  /** The response to a modal. */
  body: { response_action?: string; errors?: Record<string, string>; view?: Json; challenge?: string };
}

/** The copy of a question that arrived in Slack. */
export interface Copy {
  request: string;
  message: SlackMessage;
  token: string;
}

export interface SlackStage extends Stage {
  slack: SandboxSlack;
  userId(key: string): string;
  /** Posts a body to the webhook, signed as Slack signs. */
  send(body: string, options?: SendOptions): Promise<SlackAnswer>;
  /** Asks a person in Slack; resolves with the copy that arrived. */
  askInSlack(key: string, human?: Json): Promise<Copy>;
  /** The newest message about a request. */
  copyOf(key: string, request: string): Promise<Copy>;
  pressOf(key: string, copy: Pick<Copy, 'message'>, action: string, changes?: Changes): Promise<Json>;
  press(key: string, copy: Pick<Copy, 'message'>, action: string, changes?: Changes): Promise<SlackAnswer>;
  /** Presses Open Form; resolves with the id of the view once it has the form. */
  openForm(key: string, copy: Copy): Promise<string>;
  submit(key: string, viewId: string, values: Json, changes?: Changes): Promise<SlackAnswer>;
  /** Resolves with the texts of a message when they match. */
  shows(key: string, ts: string, pattern: RegExp): Promise<string>;
  /** Resolves with the ephemeral message since the last press. */
  seesEphemeral(key: string, pattern: RegExp): Promise<string>;
  modalShows(key: string, pattern: RegExp): Promise<string>;
  /** Everything in the database that an answer could change. */
  rows(): Promise<string>;
  audits(): Promise<Json[]>;
}

const TABLES = ['tokens', 'requests', 'responses', 'notifications', 'deliveries', 'executions'];

export const textOf = (part: unknown): string => JSON.stringify(part);

export interface SlackStageOptions extends Partial<Pick<SlackOptions, 'checkMs' | 'nativePickers'>> {
  /** Wraps the server that the channel gets. */
  lend?(host: ChannelHost): ChannelHost;
}

/** The product's channel, with a test's overrides. */
const kindWith = ({ lend = (host) => host, ...options }: SlackStageOptions): ChannelKind => ({
  ...slackKind,
  open: (settings, host) => openSlack({ ...(settings as SlackOptions), ...options }, lend(host)),
});

/** The whole product, with a Slack workspace in which the sandbox's people have accounts. */
export function useSlackStage(turned?: SlackStageOptions, more: TestProductOptions = {}): SlackStage {
  const options: TestProductOptions = { ...more, ...(turned && { bots: [kindWith(turned)] }) };
  const own = {} as Pick<SlackStage, 'slack'>;

  before(async () => {
    const sandbox = await startSandbox({ portBase: 0, now: () => stage.now(), lifetimeSeconds: 30 * 24 * 3600 });
    own.slack = await startSlack({
      tenant: sandbox.tenant,
      ports: { slack: 0, slackPage: 0 },
      productUrl: () => stage.product.url,
      now: () => stage.now(),
    });
    const originMap = {
      ...sandbox.config.originMap,
      [SLACK_ORIGIN]: own.slack.url,
      [SLACK_FILES_ORIGIN]: own.slack.url,
    };
    const { slackBotToken, slackSigningSecret } = sandbox.config;
    Object.assign(options, { sandbox, config: { ...more.config, originMap, slackBotToken, slackSigningSecret } });
  });
  const stage = useStage(options);
  after(async () => {
    await own.slack?.close();
    await options.sandbox?.close();
  });

  const member = (key: string) => own.slack.member(key);
  const deskOf = (key: string) => own.slack.workspace.desk(member(key).userId);

  /** The newest ephemeral message, and the one before the last press. */
  const ephemeralOf = (key: string) => deskOf(key).messages.findLast(({ isEphemeral }) => isEphemeral);
  let heard: SlackMessage | undefined;

  async function send(body: string, { contentType = FORM, secret, offsetMs = 0, headers, signed }: SendOptions = {}) {
    const signature = signatureHeaders(signed ?? body, secret ?? SLACK_APP.signingSecret, stage.now() + offsetMs);
    const response = await fetch(`${stage.product.url}/api/slack/events`, {
      method: 'POST',
      headers: { 'content-type': contentType, ...signature, ...headers },
      body,
    });
    const text = await response.text();
    return {
      status: response.status,
      text,
      requestId: response.headers.get('x-request-id'),
      body: (text.startsWith('{') ? JSON.parse(text) : {}) as SlackAnswer['body'],
    };
  }

  async function copyOf(key: string, request: string): Promise<Copy> {
    return eventually(async () => {
      const message = deskOf(key).messages.findLast(({ blocks }) => textOf(blocks).includes(request));
      const token = message && /\\"t\\":\\"([0-9a-f]{64})/.exec(textOf(message.blocks))?.[1];
      return message && { request, message, token: token ?? '' };
    });
  }

  async function triggerFor(key: string): Promise<string> {
    const { trigger_id: id } = await own.slack.emulator.call('views.generateTriggerId', {
      user_id: member(key).userId,
    });
    own.slack.workspace.triggers.set(String(id), member(key).userId);
    return String(id);
  }

  async function pressOf(key: string, { message }: Pick<Copy, 'message'>, action: string, changes: Changes = {}) {
    const elements = message.blocks.flatMap((block) => block.elements ?? []);
    const pressed = elements.find(({ action_id: id }) => id === action);
    return recorded('blockActions', {
      'user.id': member(key).userId,
      'channel.id': message.channel,
      'container.channel_id': message.channel,
      'container.message_ts': message.ts,
      'message.ts': message.ts,
      'message.blocks': message.blocks,
      'actions.0.action_id': action,
      'actions.0.value': pressed?.value ?? '',
      trigger_id: await triggerFor(key),
      ...changes,
    });
  }

  const matching = (look: () => unknown, pattern: RegExp) =>
    eventually(async () => {
      const text = textOf(look() ?? '');
      return pattern.test(text) ? text : undefined;
    });

  const acts: Omit<SlackStage, keyof Stage | 'slack'> = {
    userId: (key) => member(key).userId,
    send,
    copyOf,
    async askInSlack(key, human = {}) {
      const assignees = { users: [`${key}@sandbox.test`] };
      const request = await stage.ask({
        inputType: 'approval',
        prompt: 'Ship?',
        assignees,
        channels: ['slack'],
        ...human,
      });
      await stage.tick();
      return copyOf(key, request);
    },
    pressOf,
    async press(key, copy, action, changes) {
      heard = ephemeralOf(key);
      return send(asPayload(await pressOf(key, copy, action, changes)));
    },
    async openForm(key, copy) {
      const before = new Set(deskOf(key).modals.map(({ id }) => id));
      expect((await acts.press(key, copy, 'open_form')).status).to.equal(200);
      return eventually(async () => {
        const modal = deskOf(key).modals.at(-1);
        return modal && !before.has(modal.id) && modal.callback_id === 'answer_form' ? modal.id : undefined;
      });
    },
    async submit(key, viewId, values, changes = {}) {
      const { view } = own.slack.workspace.findView(viewId)!;
      const submission = recorded('viewSubmission', {
        'user.id': member(key).userId,
        'view.id': viewId,
        'view.root_view_id': viewId,
        'view.blocks': view.blocks,
        'view.private_metadata': view.private_metadata ?? '',
        'view.state.values': values,
        ...changes,
      });
      return send(asPayload(submission));
    },
    shows: (key, ts, pattern) => matching(() => deskOf(key).messages.find((each) => each.ts === ts)?.blocks, pattern),
    seesEphemeral: (key, pattern) =>
      matching(() => (ephemeralOf(key) === heard ? undefined : ephemeralOf(key)?.blocks), pattern),
    modalShows: (key, pattern) => matching(() => deskOf(key).modals.at(-1), pattern),
    async rows() {
      const tables = await Promise.all(TABLES.map((table) => stage.services.ground.reader(table)));
      // any call teaches the app a person's language
      const addresses = (await stage.services.ground.reader('addresses')).map(({ person, address }) => {
        const { userId, channelId } = JSON.parse(address) as Record<string, string>;
        return { person, userId, channelId };
      });
      return JSON.stringify([...tables, addresses]);
    },
    audits: () => stage.services.ground.reader('audit'),
  };
  Object.defineProperty(stage, 'slack', { get: () => own.slack });
  return Object.assign(stage, acts) as SlackStage;
}

/** The state of a modal's text field. */
export const typed = (value: string) => ({ v: { type: 'plain_text_input', value } });
export const chosen = (value: string) => ({
  v: { type: 'static_select', selected_option: { text: { type: 'plain_text', text: value }, value } },
});
