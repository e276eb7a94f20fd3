import type { Knex } from 'knex';
import { z } from 'zod';
import { Name } from '../../contract/ids.ts';
import { NodeError, outputOf, type Expression, type NodeContext, type NodeType } from '../flow/nodeType.ts';
import { newestMessages } from './chatStore.ts';
import { CONVERSATION_LIMITS, instructionsTurn, turnsOf } from './conversationRules.ts';
import type { LlmClient, LlmTurn } from './llmClient.ts';
import { LlmError } from './llmError.ts';
import { summaryOf } from './stepSummary.ts';
import { chatOfStarter } from './usableChatStore.ts';

const LlmConfig = z.strictObject({
  prompt: z.string().trim().min(1).max(20_000).describe('a template').meta({ kind: 'template' }),
  instructions: z
    .string()
    .max(20_000)
    .default('')
    .describe('a template: instructions for the model')
    .meta({ kind: 'template' }),
  model: z.string().trim().min(1).max(200).optional().describe('default: the configured model'),
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.int().min(1).max(100_000).optional(),
  useChat: z
    .boolean()
    .default(false)
    .describe('also show the model the instructions and log of the chat that started the flow'),
  outputVariable: Name.optional(),
});
type LlmConfig = z.infer<typeof LlmConfig>;

/**
 * Asks a language model. Output: `{ text, model, isComplete, usage }`. Fails with `llm_not_configured` without an
 * endpoint.
 */
export function createLlmNode({ llm, reader }: { llm: LlmClient; reader: Knex }): NodeType<LlmConfig> {
  return {
    type: 'llm',
    displayName: 'Language model',
    configSchema: LlmConfig,
    effect: 'repeatable',
    isInstant: false,
    waits: false,
    looksBack: true,
    expressionsIn: ({ prompt, instructions }): Expression[] => [
      { field: 'prompt', text: prompt, kind: 'template' },
      { field: 'instructions', text: instructions, kind: 'template' },
    ],

    async run(visit) {
      const { model, temperature, maxTokens } = visit.config;
      const turns = await turnsFor(visit, reader);
      const output = await asked(llm.ask({ turns, model, temperature, maxTokens }, { signal: visit.signal }));
      const { text } = output;
      return { kind: 'output', ...outputOf(output, visit.config), summary: summaryOf(text) };
    },
  };
}

async function turnsFor(visit: NodeContext<LlmConfig>, reader: Knex): Promise<LlmTurn[]> {
  const { config, context, expressions } = visit;
  const prompt = await expressions.render(config.prompt, context);
  const instructions = await expressions.render(config.instructions, context);
  const { told, log } = config.useChat ? await chatOf(visit, reader) : NO_CHAT;
  return [...instructionsTurn(told, instructions), ...turnsOf([{ role: 'user', content: prompt }, ...log])];
}

const NO_CHAT = { told: '', log: [] };

/** In the version that the starter of the flow reads; `NO_CHAT` for an execution that no chat started. */
async function chatOf({ chatId, logId, startedBy, now }: NodeContext<LlmConfig>, reader: Knex) {
  if (chatId === null) return NO_CHAT;
  const [chat, log] = await Promise.all([
    chatOfStarter(reader, { chatId, logId, starter: startedBy, now }),
    newestMessages(reader, { chatId, logId, person: startedBy.id, limit: CONVERSATION_LIMITS.messages }),
  ]);
  return { told: chat?.instructions ?? '', log };
}

/** @throws NodeError with the client's own code */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof LlmError) throw toNodeError(error);
    throw error;
  }
}

/** The endpoint's own text goes only into the message. */
const toNodeError = ({ code, message, notice }: LlmError): NodeError =>
  new NodeError(code, message, notice.id === code ? notice.values : undefined);
