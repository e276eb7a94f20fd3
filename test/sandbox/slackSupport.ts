import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSlack, type SandboxSlack, type SlackOptions } from '../../sandbox/slack/slack.ts';
import { SLACK_APP } from '../../sandbox/slack/slackApp.ts';
import { readTenant } from '../../sandbox/tenant.ts';

/** A call to the webhook. */
export interface Received {
  headers: http.IncomingHttpHeaders;
  raw: string;
  /** The payload, the event or the fields of the command. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

export interface Webhook {
  url: string;
  received: Received[];
  /** The responses to the next posts, empty by default. */
  answers: { status?: number; body?: unknown }[];
  close(): void;
}

function bodyOf(raw: string): unknown {
  if (raw.startsWith('{')) return JSON.parse(raw);
  const fields = Object.fromEntries(new URLSearchParams(raw));
  return fields['payload'] ? JSON.parse(fields['payload']) : fields;
}

/** An app that accepts and records what Slack sends. */
async function startWebhook(): Promise<Webhook> {
  const received: Received[] = [];
  const answers: Webhook['answers'] = [];
  const server = http.createServer((request, response) => {
    let raw = '';
    request.on('data', (chunk) => (raw += String(chunk)));
    request.on('end', () => {
      received.push({ headers: request.headers, raw, body: bodyOf(raw) });
      const { status = 200, body } = answers.shift() ?? {};
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? '' : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Result = { ok: boolean; error?: string } & Record<string, unknown>;

export interface SlackStage {
  slack: SandboxSlack;
  webhook: Webhook;
  /** Calls the Web API over HTTP, as an app does. */
  call(method: string, args: Record<string, unknown>, token?: string): Promise<Result>;
}

/** The sandbox's Slack, and an app for it, for one suite. */
export function useSlack(options: Partial<SlackOptions> = {}): SlackStage {
  const stage = {} as SlackStage;
  before(async () => {
    const webhook = await startWebhook();
    const slack = await startSlack({
      tenant: readTenant(),
      ports: { slack: 0, slackPage: 0 },
      productUrl: () => webhook.url,
      ...options,
    });
    const call: SlackStage['call'] = async (method, args, token = SLACK_APP.botToken) => {
      const response = await fetch(`${slack.url}/api/${method}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(args),
      });
      return (await response.json()) as Result;
    };
    Object.assign(stage, { slack, webhook, call });
  });
  beforeEach(() => {
    stage.webhook.received.length = 0;
    stage.webhook.answers.length = 0;
  });
  after(async () => {
    await stage.slack?.close();
    stage.webhook?.close();
  });
  return stage;
}

const plain = (text: string) => ({ type: 'plain_text', text });

/** A message with a button that has a value, one that opens a form, and a link. */
export const MESSAGE = {
  text: 'Approve?',
  blocks: [
    { type: 'header', text: plain('Approve the expense?') },
    {
      type: 'actions',
      block_id: 'answers',
      elements: [
        { type: 'button', action_id: 'answer:0', text: plain('Approve'), value: 'yes' },
        { type: 'button', action_id: 'open_form', text: plain('Open Form'), value: 'form' },
      ],
    },
  ],
};

const option = (label: string, value: string) => ({ text: plain(label), value });

/** A modal with one input of every kind that the sandbox shows. */
export const MODAL = {
  type: 'modal',
  callback_id: 'answer_form',
  private_metadata: '{"r":"1"}',
  title: plain('Expense'),
  submit: plain('Submit'),
  close: plain('Cancel'),
  blocks: [
    { type: 'section', text: plain('Approve the expense?') },
    ...(
      [
        ['f_reason', 'Reason', { type: 'plain_text_input', multiline: true }],
        ['f_amount', 'Amount', { type: 'number_input', is_decimal_allowed: true }, true],
        [
          'f_centre',
          'Cost centre',
          { type: 'static_select', options: [option('Travel', 'o0'), option('Office', 'o1')] },
          true,
        ],
        [
          'f_tags',
          'Tags',
          { type: 'multi_static_select', options: [option('Red', 'o0'), option('Green', 'o1')] },
          true,
        ],
        [
          'f_urgent',
          'Urgent',
          { type: 'radio_buttons', options: [option('Yes', 'true'), option('No', 'false')] },
          true,
        ],
        ['f_due', 'Due', { type: 'datepicker' }, true],
        ['f_time', 'Time', { type: 'timepicker' }, true],
        ['f_moment', 'Moment', { type: 'datetimepicker' }, true],
        ['f_who', 'Who', { type: 'users_select' }, true],
        ['f_team', 'Team', { type: 'multi_users_select' }, true],
      ] as [string, string, object, boolean?][]
    ).map(([id, label, element, optional = false]) => ({
      type: 'input',
      block_id: id,
      label: plain(label),
      element: { action_id: 'v', ...element },
      optional,
    })),
  ],
};
