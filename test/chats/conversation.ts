import { expect } from 'chai';
import type { Chat, ChatMessage, Posted } from '../../contract/chats.ts';
import { useStage } from '../scenarios/support.ts';
import { beating, listen, type Listening } from '../support/listen.ts';
import { says, startLlmEndpoint, type LlmEndpoint } from '../support/llmEndpoint.ts';
import type { Client, TestProductOptions } from '../support/product.ts';
import { until } from '../support/until.ts';

export const ASSISTED = { name: 'Help', assistant: { enabled: true, instructions: 'Be brief.' } };

/** The product with a language model, which says `Hello` until told otherwise. */
export function useAssistants(more: TestProductOptions = {}) {
  let endpoint: LlmEndpoint;
  let startedAt = 0;
  const open: Listening[] = [];
  const options: TestProductOptions = {
    ...more,
    // it advances, because messages are sorted by time
    now() {
      startedAt ||= Date.now();
      return stage.now() + Date.now() - startedAt;
    },
  };
  before(async () => {
    endpoint = await startLlmEndpoint();
    options.config = { ...more.config, llm: endpoint.config };
  });
  after(() => endpoint.close());
  const stage = useStage(options);
  beforeEach(() => endpoint.behave(says('Hello')));
  afterEach(() => open.splice(0).forEach((each) => each.close()));

  async function listenAs(name: string): Promise<Listening> {
    const stream = await listen(stage.product.url, await stage.product.sandbox.tokenFor(`${name}@sandbox.test`));
    open.push(stream);
    await beating(stream);
    return stream;
  }

  return { stage, endpoint: () => endpoint, listenAs };
}

export const make = async (by: Client, body: object): Promise<Chat> =>
  (await by.call<Chat>('POST', '/chats', body)).body;

export async function write(by: Client, chat: string, content: string): Promise<Posted> {
  const { status, body } = await by.call<Posted>('POST', `/chats/${chat}/messages`, { content });
  expect(status, JSON.stringify(body)).to.equal(201);
  return body;
}

/** Oldest first. */
export const log = async (by: Client, chat: string): Promise<ChatMessage[]> =>
  (await by.call<{ items: ChatMessage[] }>('GET', `/chats/${chat}/messages`)).body.items.reverse();

export const said = (messages: ChatMessage[]) => messages.map(({ role, content }) => [role, content]);

/** Resolves with the log once it has this many messages. */
export async function logOf(by: Client, chat: string, count: number): Promise<ChatMessage[]> {
  let found: ChatMessage[] = [];
  await until(async () => (found = await log(by, chat)).length >= count);
  return found;
}
