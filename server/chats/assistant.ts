import type { Knex } from 'knex';
import { silentFor, updateSightings, type Sightings } from '../flow/leaseRules.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { Unit, UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { newId, timeOf } from '../foundation/newId.ts';
import { every, type Loop } from '../foundation/schedule/loops.ts';
import {
  answersInWork,
  deleteAnswer,
  extendAnswers,
  insertAnswer,
  isInWork,
  type AnswerInWork,
} from './assistantAnswerStore.ts';
import {
  insertMessages,
  isAssisted,
  lockChat,
  logSignal,
  nextMessageAt,
  type LogKey,
  type StoredMessage,
} from './chatStore.ts';
import { SERVER_STOPPED, composeAnswer, newestOf, type Outcome } from './composeAnswer.ts';
import type { LlmClient } from './llmClient.ts';
import { chatOfLog } from './logStore.ts';
import { safeVersionOf } from './usableChatStore.ts';
import { withRetries } from './withRetries.ts';

/** A log in which an assistant answers. */
export interface AnsweredLog extends LogKey {
  /** Of a person's own log: the version of the chat that answers; null: the newest. */
  chatVersion?: number | null;
}

export interface Assistant {
  /**
   * Called in the unit that stores a person's message, with the chat locked; starts the answer after the commit.
   * Returns the id of the coming message; null if an answer is being written in this log: then this message is answered
   * after it.
   */
  answer(unit: Unit, log: AnsweredLog): Promise<string | null>;
  /**
   * Stops an answer in this log, whichever server writes it; the text so far is kept. A finished answer stays
   * unchanged.
   */
  interrupt(log: LogKey, messageId: string): Promise<void>;
  /** Renews this server's answers, and ends those of dead servers. What was written meanwhile is answered. */
  loop: Loop;
  /** Interrupts current answers and waits until they are stored. */
  stop(): Promise<void>;
}

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  signals: Signals;
  llm: LlmClient;
  now(): number;
  report(error: unknown, about: string): void;
}

const LOOK_EVERY_MS = 3000;
/** An answer not renewed for this long may be of a dead server. This compares the wall clocks of two servers. */
const PATIENCE_MS = 30_000;
/** The observer must also have seen no renewal for this long: those clocks may differ. */
const SILENCE_MS = 10_000;
const AT_ONCE = 100;

type Answer = AnswerInWork & AnsweredLog;

/** An answer that this server is writing. */
interface Writing {
  done: Promise<void>;
  stop(): void;
}

/** Writes answers in chats, one at a time per log. An answer is streamed as it comes, and stored once it is over. */
export function createAssistant(parts: Parts): Assistant {
  const { units, reader, signals, now, report } = parts;
  const stopping = new AbortController();
  const writing = new Map<string, Writing>();
  const findAbandoned = createFindAbandoned(reader, (messageId) => writing.has(messageId));
  const unsubscribe = signals.subscribe({
    changed(topic, ids) {
      if (topic === 'stop') for (const id of ids) writing.get(id)?.stop();
    },
  });

  async function begin({ trx, afterCommit }: Unit, log: AnsweredLog): Promise<string | null> {
    const messageId = newId(await nextMessageAt(trx, log, now()));
    const answer: Answer = { ...log, messageId, dueAt: now() + PATIENCE_MS };
    if (!(await insertAnswer(trx, answer))) return null;
    afterCommit(() => {
      if (stopping.signal.aborted) return; // the loop ends what is left of it
      const stopped = new AbortController();
      const done = write(answer, stopped.signal)
        .catch((error: unknown) => report(error, 'assistant'))
        .finally(() => writing.delete(answer.messageId));
      writing.set(answer.messageId, { done, stop: () => stopped.abort() });
    });
    return answer.messageId;
  }

  async function write(answer: Answer, stopped: AbortSignal): Promise<void> {
    const { outcome, seen } = await composeAnswer({ ...parts, signal: stopping.signal, stopped }, answer);
    await withRetries(() => units.run((unit) => finish(unit, answer, outcome, seen)), stopping.signal);
  }

  /**
   * Stores the outcome, unless another server presumed this one dead; then answers what was written after `seen`.
   * @param seen the newest answered message
   */
  async function finish(unit: Unit, answer: Answer, outcome: Outcome, seen: string): Promise<void> {
    const { chatId, person, logId, chatVersion } = answer;
    const log = { chatId, person, logId, chatVersion };
    await lockChat(unit.trx, chatId);
    unit.afterCommit(() => signals.publish('message', logSignal(log))); // an earlier try may have been stored, untold
    if (!(await deleteAnswer(unit.trx, answer))) return;
    await insertMessages(unit.trx, toMessages(answer, outcome, now()));
    if (await isMoreAsked(unit.trx, log, seen)) await begin(unit, log);
  }

  /** Ends an answer of a dead server. What was written meanwhile is answered in a version that the person may read. */
  const endAbandoned = (answer: AnswerInWork, at: number): Promise<void> =>
    units.run(async (unit) => {
      const chatVersion =
        answer.logId === null ? await safeVersionOf(unit.trx, answer.chatId, answer.person, at) : null;
      await finish(unit, { ...answer, chatVersion }, SERVER_STOPPED, answer.messageId);
    });

  return {
    answer: begin,

    async interrupt(log, messageId) {
      if (await isInWork(reader, { ...log, messageId })) signals.publish('stop', messageId);
    },

    loop: every('assistant', LOOK_EVERY_MS, async (now, at) => {
      const own = [...writing.keys()];
      if (own.length > 0) await units.run(({ trx }) => extendAnswers(trx, own, now + PATIENCE_MS));
      for (const answer of await findAbandoned(now, at)) await endAbandoned(answer, now);
    }),

    async stop() {
      unsubscribe();
      stopping.abort();
      await Promise.all([...writing.values()].map(({ done }) => done));
    },
  };
}

/** Whether something written after `seen` is to be answered, also if the chat's assistant was there only then. */
async function isMoreAsked(db: Knex, log: AnsweredLog, seen: string): Promise<boolean> {
  const asked = (await newestOf(db, log)).filter(({ id, role }) => role === 'user' && id > seen);
  if (asked.length === 0) return false;
  const chat = await chatOfLog(db, log, log.chatVersion);
  return chat !== null && (isAssisted(chat) || asked.some(({ id }) => timeOf(id) <= chat.updatedAt));
}

/** Finds answers that no server writes any more: not renewed for a while, and overdue unless that was long. */
function createFindAbandoned(reader: Knex, isOwn: (messageId: string) => boolean) {
  let seen: Sightings = new Map();
  return async (now: number, at: number): Promise<AnswerInWork[]> => {
    const others = (await answersInWork(reader, AT_ONCE)).filter(({ messageId }) => !isOwn(messageId));
    seen = updateSightings(
      seen,
      others.map(({ messageId, dueAt }) => ({ id: messageId, beat: dueAt })),
      at,
    );
    const quiet = new Set(silentFor(seen, at, SILENCE_MS));
    const long = new Set(silentFor(seen, at, PATIENCE_MS)); // after a clock was set back, none is overdue for a while
    return others.filter(({ messageId, dueAt }) => (dueAt < now && quiet.has(messageId)) || long.has(messageId));
  };
}

/**
 * The first message gets the time at which the answer began, as in its id: it sorts before messages written meanwhile.
 */
const toMessages = (
  { chatId, person, logId, messageId }: AnswerInWork,
  outcome: Outcome,
  at: number,
): StoredMessage[] =>
  outcome.map((said, n) => {
    const id = n === 0 ? messageId : newId(Math.max(at, timeOf(messageId)));
    return { ...said, id, chatId, person, logId, at: timeOf(id), executionId: null };
  });
