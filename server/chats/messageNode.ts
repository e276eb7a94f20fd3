import { newId } from '../foundation/newId.ts';
import { z } from 'zod';
import type { Signals } from '../foundation/database/signals.ts';
import type { NodeType } from '../flow/nodeType.ts';
import { appendMessages, logSignal, type StoredMessage } from './chatStore.ts';
import { summaryOf } from './stepSummary.ts';

const MessageConfig = z.strictObject({
  text: z.string().min(1).max(20_000).describe('a template').meta({ kind: 'template' }),
});
type MessageConfig = z.infer<typeof MessageConfig>;

/**
 * Writes an AI message to the chat that started the execution; without a chat, only to the execution's timeline. The
 * message is stored with the checkpoint, so it appears exactly once.
 */
export function createMessageNode(signals: Signals): NodeType<MessageConfig> {
  return {
    type: 'message',
    displayName: 'Message',
    configSchema: MessageConfig,
    effect: 'repeatable',
    isInstant: true,
    waits: false,
    expressionsIn: ({ text }) => [{ field: 'text', text, kind: 'template' }],

    async run({ config, context, expressions, executionId, chatId, logId, startedBy, now }) {
      const text = await expressions.render(config.text, context);
      const result = { kind: 'output' as const, output: { text }, summary: summaryOf(text) };
      if (chatId === null || text === '') return result;
      const message: StoredMessage = {
        id: newId(now),
        chatId,
        person: startedBy.id,
        logId,
        role: 'ai',
        content: text,
        at: now,
        executionId,
      };
      return { ...result, write: message };
    },

    async write(unit, records) {
      const messages = records.map(({ record }) => record as StoredMessage);
      await appendMessages(unit.trx, messages);
      unit.afterCommit(() => messages.forEach((message) => signals.publish('message', logSignal(message))));
    },
  };
}
