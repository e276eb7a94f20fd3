import type { Knex } from 'knex';
import { noticeInEnglish, type Saying } from '../../contract/notices.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { AnswerInWork } from './answerStore.ts';
import { findChat, newestMessages, type StoredMessage } from './chatStore.ts';
import { CONVERSATION_LIMITS, assistantTurns } from './conversationRules.ts';
import type { LlmAnswer, LlmClient } from './llmClient.ts';
import { LlmError } from './llmError.ts';
import { createTyping } from './typing.ts';

/** The messages that an attempt to answer ends with: the answer, or why there is none. */
export type Outcome = Pick<StoredMessage, 'role' | 'content' | 'notice'>[];

const noted = (notice: Saying): Outcome => [{ role: 'system', content: noticeInEnglish(notice), notice }];

export const SERVER_STOPPED = noted({ id: 'serverStopped', values: {} });
const STOPPED = noted({ id: 'stopped', values: {} });
const CUT_OFF = noted({ id: 'cutOff', values: {} });

interface Parts {
  reader: Knex;
  signals: Signals;
  llm: LlmClient;
  /** Ends the answer because its server stops. */
  signal: AbortSignal;
  /** Ends it because the person wants no more of it; what was written until then stays. */
  stopped: AbortSignal;
  report(error: unknown, about: string): void;
}

/** Lets the model answer a log, and streams what it writes. @returns also the newest message that it was shown */
export async function composeAnswer(
  { reader, signals, llm, signal, stopped, report }: Parts,
  answer: AnswerInWork,
): Promise<{ outcome: Outcome; seen: string | null }> {
  const [chat, log] = await Promise.all([findChat(reader, answer.chatId), newestOf(reader, answer)]);
  const typing = createTyping(signals, answer);
  const seen = log[0]?.id ?? null;
  try {
    const hooks = { signal: AbortSignal.any([signal, stopped]), onText: typing.add };
    return { outcome: said(await llm.ask({ turns: assistantTurns(chat!, log) }, hooks)), seen };
  } catch (error) {
    if (!(error instanceof LlmError)) throw error;
    if (error.code === 'llm_cancelled' && stopped.aborted) return { outcome: cutShort(typing.text()), seen };
    if (error.code === 'llm_refused') report(error, 'assistant'); // only who runs the server can mend it
    return { outcome: error.code === 'llm_cancelled' ? SERVER_STOPPED : noted(error.notice), seen };
  } finally {
    typing.end();
  }
}

/** As much of a log as a model is shown, newest first. */
export const newestOf = (
  db: Knex,
  { chatId, person }: Pick<AnswerInWork, 'chatId' | 'person'>,
): Promise<StoredMessage[]> => newestMessages(db, { chatId, person, limit: CONVERSATION_LIMITS.messages });

const said = ({ text, isComplete }: LlmAnswer): Outcome => [
  { role: 'ai', content: text },
  ...(isComplete ? [] : CUT_OFF),
];

const cutShort = (text: string): Outcome => [
  ...(text.trim() === '' ? [] : [{ role: 'ai' as const, content: text }]),
  ...STOPPED,
];
