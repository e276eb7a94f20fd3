import { expect } from 'chai';
import pTimeout from 'p-timeout';
import type { FlowDefinition, FlowEdge, FlowNode } from '../../contract/flows.ts';
import type { UserNotification } from '../../contract/notifications.ts';
import type { Problem } from '../../contract/problem.ts';
import {
  eventually,
  startProduct,
  type Answered,
  type Client,
  type TestProduct,
  type TestProductOptions,
} from '../support/product.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** A wait is stored a moment before the loops hear of it, and a tick skips what is not due yet. */
const HEARD_MS = 1000;

const NAMES = ['ada', 'grace', 'alan', 'tim', 'radia', 'frances'] as const;

/** The whole product, and some of the sandbox's people; Ada is administrator and author. */
export interface Stage extends Record<(typeof NAMES)[number], Client> {
  product: TestProduct;
  services: TestProduct['product']['services'];
  /** The product's time, in ms; only a test moves it. */
  now(): number;
  advance(ms: number): void;
  /** Lets every loop do what is due now, and waits until it is done. */
  tick(): Promise<void>;
  /** Moves the clock, then lets every loop do what has become due. */
  after(ms: number): Promise<void>;
  /** Publishes a flow with this one question, starts it, and waits until it asks; resolves with the request's id. */
  ask(human: Record<string, unknown>, by?: Client): Promise<string>;
  /** The result of the question in the flow's context. */
  result(requestId: string): Promise<Record<string, unknown>>;
}

export interface StageOptions extends TestProductOptions {
  /** The product's time at its start; now if absent. */
  startAt?: number;
}

/** Sets the stage up before a suite and clears it afterwards. Tokens outlast any move of the clock. */
export function useStage(options: StageOptions = {}): Stage {
  const stage = {} as Stage;
  let at = 0;
  let flows = 0;
  const now = () => (at ||= options.startAt ?? Date.now()); // after its first use only a test moves it
  const tick = async () => {
    await stage.services.background.loops.tick(at);
    await stage.services.background.idle();
  };

  before(async () => {
    now();
    const product = await startProduct({
      now,
      withLoops: false,
      ...options,
      sandboxOptions: { ...options.sandboxOptions, now, lifetimeSeconds: 30 * 24 * 3600 },
    });
    const clients = await Promise.all(
      NAMES.map(async (name) => [name, await product.as(`${name}@sandbox.test`)] as const),
    );
    Object.assign(stage, Object.fromEntries(clients), { product, services: product.product.services });
  });
  after(() => stage.product?.close());

  return Object.assign(stage, {
    now,
    advance: (ms: number) => void (at += ms),
    tick,
    after(ms: number) {
      at += ms;
      return tick();
    },
    async ask(human: Record<string, unknown>, by = stage.ada) {
      const flowId = await publish(stage.ada, asking({ id: `question-${++flows}`, human }));
      const executionId = await stage.product.run(by, flowId);
      await stage.product.reached(by, executionId, 'waiting');
      await pTimeout(stage.services.work.engine.settled(), { milliseconds: HEARD_MS, fallback: () => {} });
      return `${executionId}-ask`;
    },
    async result(requestId: string) {
      const { context } = await stage.product.reached(stage.ada, executionOf(requestId), 'completed');
      return context!['ask'] as Record<string, unknown>;
    },
  });
}

interface Asking {
  id: string;
  /** Config of the node `ask`. */
  human: Record<string, unknown>;
  variables?: FlowNode['config'][string];
  /** More edges from `ask`; each leads to its own `end`, named after the edge. */
  on?: NonNullable<FlowEdge['on']>[];
}

/** `start > ask > end`: one question and nothing else. */
export function asking({ id, human, variables, on = [] }: Asking): FlowDefinition {
  return {
    id,
    name: `Flow ${id}`,
    nodes: [
      { id: 'start', type: 'start', config: variables ? { variables } : {} },
      { id: 'ask', type: 'human', name: 'The question', config: human as FlowNode['config'] },
      { id: 'end', type: 'end', config: {} },
      ...on.map((kind) => ({ id: `end_${kind}`, type: 'end', config: {} })),
    ],
    edges: [
      { from: 'start', to: 'ask' },
      { from: 'ask', to: 'end' },
      ...on.map((kind) => ({ from: 'ask', to: `end_${kind}`, on: kind })),
    ],
  };
}

/** Saves a flow, which must be accepted; returns its id. */
export async function publish(author: Client, definition: FlowDefinition): Promise<string> {
  const { status, body } = await author.call('POST', '/flows', definition);
  expect(status, JSON.stringify(body)).to.equal(201);
  return definition.id;
}

export const executionOf = (requestId: string): string => requestId.split('-')[0]!;

export async function notificationOf(
  product: TestProduct,
  person: Client,
  requestId: string,
): Promise<UserNotification> {
  const found = (await product.inbox(person)).find(({ id }) => id === requestId);
  expect(found, `the notification ${requestId}`).to.not.equal(undefined);
  return found!;
}

export const respond = (person: Client, requestId: string, body: unknown, headers?: Record<string, string>) =>
  person.call<Problem & { requestId: string; outcome?: string }>(
    'POST',
    `/user/notifications/${requestId}/respond`,
    body,
    headers,
  );

/** An answer that must be accepted. */
export async function answered(person: Client, requestId: string, body: unknown) {
  const { status, body: receipt } = await respond(person, requestId, body);
  expect(status, JSON.stringify(receipt)).to.equal(200);
  return receipt;
}

/** A refused answer, with the body of every refusal. */
export function expectProblem({ status, body, headers }: Answered<unknown>, expected: number, code: string): Problem {
  const problem = body as Problem;
  expect([status, problem.code], JSON.stringify(body)).to.deep.equal([expected, code]);
  expect(headers.get('content-type')).to.match(/^application\/problem\+json/);
  expect(problem.status).to.equal(expected);
  expect(problem.title).to.be.a('string').and.not.equal('');
  expect(problem.detail).to.be.a('string').and.not.equal('');
  return problem;
}

/** The link in the newest mail to a person about this, as the mailbox gives it to scripts. */
export async function mailedLink(product: TestProduct, to: string, about: string): Promise<string> {
  return eventually(async () => {
    const mails = (await (await fetch(`${product.sandbox.mail.url}/email`)).json()) as {
      to: { address: string }[];
      text: string;
    }[];
    const mail = mails.find(({ to: [first], text }) => first!.address === to && text.includes(about));
    return mail && (/https?:\S+token=[0-9a-f]{64}/.exec(mail.text)?.[0] ?? undefined);
  });
}

export interface ResponseForm {
  action: string;
  /** The page's own fields: token and nonce. */
  hidden: Record<string, string>;
  /** Names of all controls. */
  names: string[];
  markup: string;
}

/** Opens the page behind a link and reads its form, as a browser does. */
export async function openForm(link: string): Promise<ResponseForm> {
  const response = await fetch(link);
  const markup = await response.text();
  expect(response.status, markup).to.equal(200);
  const [, action] = /<form method="post" action="([^"]+)"/.exec(markup)!;
  const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  const inputs = markup.match(/<(?:input|select|textarea)\b[^>]*>/g) ?? [];
  const hidden = inputs.filter((tag) => attribute(tag, 'type') === 'hidden');
  return {
    action: new URL(action!, link).href,
    hidden: Object.fromEntries(hidden.map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')])),
    names: [...new Set(inputs.filter((tag) => !hidden.includes(tag)).map((tag) => attribute(tag, 'name')))],
    markup,
  };
}

/** Sends a form as a browser does after its button was pressed; lists become repeated fields. */
export async function sendForm(
  { action, hidden }: Pick<ResponseForm, 'action' | 'hidden'>,
  fields: Record<string, string | string[]>,
): Promise<{ status: number; markup: string }> {
  const pairs = Object.entries({ step: 'answer', ...hidden, ...fields }).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  const response = await fetch(action, { method: 'POST', body: new URLSearchParams(pairs) });
  return { status: response.status, markup: await response.text() };
}
