import type { Knex } from 'knex';
import { noticeInEnglish, type Saying } from '../../contract/notices.ts';
import type { Signals } from '../foundation/database/signals.ts';
import { storableText } from '../flow/storable.ts';
import type { AnswerInWork } from './assistantAnswerStore.ts';
import { newestMessages, type LogKey, type StoredMessage } from './chatStore.ts';
import { CONVERSATION_LIMITS, assistantTurns } from './conversationRules.ts';
import { chatOfLog } from './logStore.ts';
import type { LlmAnswer, LlmClient } from './llmClient.ts';
import { LlmError } from './llmError.ts';
import { createTyping } from './typing.ts';
import { withRetries } from './withRetries.ts';

/** The messages that an attempt to answer produces: the text, and the reason if it is incomplete. */
export type Outcome = Pick<StoredMessage, 'role' | 'content' | 'notice'>[];

const noted = (notice: Saying): Outcome => [{ role: 'system', content: noticeInEnglish(notice), notice }];

export const SERVER_STOPPED = noted({ id: 'serverStopped', values: {} });
const STOPPED = noted({ id: 'stopped', values: {} });
const CUT_OFF = noted({ id: 'cutOff', values: {} });

interface Parts {
  reader: Knex;
  signals: Signals;
  llm: LlmClient;
  /** Aborts when the server stops. */
  signal: AbortSignal;
  /** Aborts when the person stops the answer. */
  stopped: AbortSignal;
  report(error: unknown, about: string): void;
}

/**
 * Lets the model answer a log and streams the text; if it breaks off, the text so far is kept.
 * @returns also the newest message of the log at that time
 */
export async function composeAnswer(
  { reader, signals, llm, signal, stopped, report }: Parts,
  answer: AnswerInWork & { chatVersion?: number | null },
): Promise<{ outcome: Outcome; seen: string }> {
  const read = () => Promise.all([chatOfLog(reader, answer, answer.chatVersion), newestOf(reader, answer)]);
  const [chat, log] = await withRetries(read, signal);
  const typing = createTyping(signals, answer);
  const seen = log[0]?.id ?? answer.messageId;
  try {
    const hooks = { signal: AbortSignal.any([signal, stopped]), onText: typing.add };
    return { outcome: said(await llm.ask({ turns: assistantTurns(chat!, log) }, hooks)), seen };
  } catch (error) {
    if (!(error instanceof LlmError)) throw error;
    if (error.code === 'llm_refused') report(error, 'assistant'); // only the operator can fix it
    const written = error.code === 'llm_filtered' ? '' : typing.text(); // never show filtered text
    return { outcome: [...asSaid(written), ...reasonOf(error, stopped.aborted)], seen };
  } finally {
    typing.end();
  }
}

/** The part of a log that a model is shown, newest first. */
export const newestOf = (db: Knex, { chatId, person, logId }: LogKey): Promise<StoredMessage[]> =>
  newestMessages(db, { chatId, person, logId, limit: CONVERSATION_LIMITS.messages });

const said = ({ text, isComplete }: LlmAnswer): Outcome => [...asSaid(text), ...(isComplete ? [] : CUT_OFF)];

const asSaid = (text: string): Outcome => (text.trim() === '' ? [] : [{ role: 'ai', content: storableText(text) }]);

function reasonOf({ code, notice }: LlmError, isStopped: boolean): Outcome {
  if (code !== 'llm_cancelled') return noted(notice);
  return isStopped ? STOPPED : SERVER_STOPPED;
}
