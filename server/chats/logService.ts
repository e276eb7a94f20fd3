import type { Knex } from 'knex';
import type { MessageBody, Posted } from '../../contract/chats.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import type { Signals } from '../foundation/database/signals.ts';
import { inOrder } from '../foundation/database/statements.ts';
import type { Unit, UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { forbidden, notFound, ProblemError } from '../foundation/errors.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import { newId } from '../foundation/newId.ts';
import type { Delegate } from '../flow/delegating.ts';
import type { Engine } from '../flow/engine.ts';
import { chatRetirement } from '../flow/chatRetirementStore.ts';
import { flowRetired } from '../flow/flowRetired.ts';
import { standingOf } from '../flow/flowAccessStore.ts';
import { mayStartFlow } from '../flow/flowAccessRules.ts';
import type { FlowService, PreparedStart } from '../flow/flowService.ts';
import type { Assistant } from './assistant.ts';
import { attemptFailed, attemptOver, type AttemptStanding } from './attemptStanding.ts';
import { toMessage } from './chatView.ts';
import {
  findChat,
  insertMessages,
  isAssisted,
  lockChat,
  logSignal,
  nextMessageAt,
  unfinishedExecution,
  type LogKey,
  type StoredChat,
  type StoredMessage,
} from './chatStore.ts';
import type { RequestKey } from '../foundation/requestKey.ts';
import { insertMessageKey, postedBefore } from './messageKeyStore.ts';
import { refuseToBegin } from './refuseToBegin.ts';
import { findLog, keyOfLog, pinned, type StoredLog } from './logStore.ts';
import type { UsableChat } from './usableChatStore.ts';

/** A log as its owner opens it. */
export interface OpenLog {
  key: LogKey;
  /** In the version that the log is pinned to. */
  chat: StoredChat;
  /** Version of the chat's flow; null: the newest. */
  flowVersion: number | null;
  /** Of a person's own log: the version of the chat in which its assistant answers; null: the newest. */
  chatVersion?: number | null;
  /** The person may write even if the flow cannot be started. */
  isStartOptional?: boolean;
  /** Why the log is read-only now. */
  shut?: ProblemError | null;
}

/** The log of an assignment. */
export interface AssignedLog extends OpenLog {
  log: StoredLog;
  shut: ProblemError | null;
}

export interface LogService {
  /** The caller's own log of a chat that they may use. @throws ProblemError not_found */
  own(chatId: string, caller: Caller): Promise<OpenLog>;
  /**
   * The log of one of the caller's assignments; it stays readable forever.
   * @throws ProblemError not_found
   */
  assigned(id: string, caller: Caller): Promise<AssignedLog>;
  /**
   * Adds a message to a log and starts the chat's flow, unless an execution of that log is unfinished. Without a flow,
   * the chat's assistant answers.
   * @param key if a message was written under this key before, its result is returned and nothing is done
   * @throws ProblemError forbidden if the flow would start and the caller may not start it; flow_retired if nobody may;
   * chat_retired if the log would begin in a retired chat; invalid_transition if the log's attempt has failed;
   * validation_failed if the key belongs to another message
   */
  post(log: OpenLog, caller: Caller, body: MessageBody, key: RequestKey | null): Promise<Posted>;
  /**
   * Prepares a start of the log's flow without a message; null if there is no flow, or it requires variables.
   * @throws ProblemError forbidden, flow_retired if it cannot be started and the start is not optional
   */
  prepareStart(log: Omit<OpenLog, 'key'>, caller: Caller): Promise<PreparedStart | null>;
  /** Starts what was prepared, in the caller's unit. @throws ProblemError flow_retired, limit_reached */
  startIn(unit: Unit, key: LogKey, caller: Caller, prepared: PreparedStart): Promise<string>;
  /** Stops the assistant's answer in this log, if it is still being written. */
  stop(log: OpenLog, messageId: string): Promise<void>;
}

/** Called when something happens in a log, in the same unit. */
export interface LogListener {
  /** @throws ProblemError invalid_transition if the attempt has failed meanwhile */
  onMessage(unit: Unit, key: LogKey): Promise<void>;
  onStarted(unit: Unit, key: LogKey): Promise<void>;
}

export interface LogParts extends LogListener {
  units: UnitOfWork;
  reader: Knex;
  signals: Signals;
  flows: FlowService;
  engine: Pick<Engine, 'startIn'>;
  assistant: Pick<Assistant, 'answer' | 'interrupt'>;
  delegate: Delegate;
  /** @throws ProblemError not_found */
  openChat(id: string, caller: Caller): Promise<UsableChat>;
  /** The state of the attempt that this log belongs to. */
  attemptOf(log: Pick<StoredLog, 'id' | 'assignmentId'>): Promise<AttemptStanding>;
  now(): number;
}

/** The logs of chats: writing to them, and what that starts. */
export function createLogService(parts: LogParts): LogService {
  const { reader, engine, assistant, openChat, attemptOf, onStarted } = parts;

  const prepare = preparing(parts);

  async function startIn(unit: Unit, key: LogKey, { person }: Pick<Caller, 'person'>, prepared: PreparedStart) {
    const { chatId, logId } = key;
    const executionId = await engine.startIn(unit, { ...prepared, startedBy: person, chatId, logId });
    if (logId !== null) await onStarted(unit, key);
    return executionId;
  }

  return {
    async own(chatId, caller) {
      const chat = await openChat(chatId, caller);
      return {
        key: { chatId, person: caller.person.id, logId: null },
        chat,
        flowVersion: null,
        chatVersion: chat.pinnedTo,
      };
    },

    async assigned(id, caller) {
      const log = await findLog(reader, id);
      const chat = log?.person === caller.person.id ? await findChat(reader, log.chatId) : null;
      if (!log || !chat) throw notFound('log');
      const { state, needsFlow } = await attemptOf(log);
      const { flowVersion } = log;
      const isStartOptional = state === 'under_way' && !needsFlow;
      const shut = await shutBy(state, () => openChat(log.chatId, caller));
      return { key: keyOfLog(log), chat: await pinned(reader, chat, log), flowVersion, isStartOptional, log, shut };
    },

    post: posting(parts, prepare, startIn),

    async prepareStart(log, caller) {
      if (log.chat.flowId === null) return null;
      return prepare(log, caller, { content: '' }).catch((error: unknown) => {
        if (error instanceof ProblemError && error.code === 'validation_failed') return null;
        throw error;
      });
    },

    startIn,
    stop: ({ key }, messageId) => assistant.interrupt(key, messageId),
  };
}

/** Adds messages to logs and starts flows or answers. */
function posting(
  { units, reader, signals, assistant, onMessage, now }: LogParts,
  prepare: ReturnType<typeof preparing>,
  startIn: LogService['startIn'],
): LogService['post'] {
  return async (open, caller, body, requestKey) => {
    const { key, chat, chatVersion, shut } = open;
    const before = requestKey && (await postedBefore(reader, key, requestKey, now()));
    if (before) return before;
    if (shut) throw shut;
    if (chat.retiredAt !== null) await refuseToBegin(reader, key);
    const isFree = chat.flowId !== null && (await unfinishedExecution(reader, key)) === null;
    const prepared = isFree ? await prepare(open, caller, body) : null;
    return units.run(async (unit) => {
      const { trx, afterCommit } = unit;
      await inOrder(
        trx,
        async () => key.logId === null && chatRetirement.holdRetiring(trx, [key.chatId]),
        () => lockChat(trx, key.chatId), // of two concurrent messages only one starts the flow
      );
      const at = now();
      const meanwhile = requestKey && (await postedBefore(trx, key, requestKey, at));
      if (meanwhile) return meanwhile;
      await refuseToBegin(trx, key);
      const message = fromUser(key, body.content, at, newId(await nextMessageAt(trx, key, at)));
      await insertMessages(trx, [message]);
      afterCommit(() => signals.publish('message', logSignal(key)));
      if (key.logId !== null) await onMessage(unit, key);
      const starts = prepared !== null && (await unfinishedExecution(trx, key)) === null;
      const posted: Posted = {
        message: toMessage(message),
        executionId: starts ? await startIn(unit, key, caller, prepared) : null,
        answerId: isAssisted(chat) ? await assistant.answer(unit, { ...key, chatVersion }) : null,
      };
      if (requestKey) await insertMessageKey(trx, key, requestKey, posted, at);
      return posted;
    });
  };
}

/** Prepares starts of chats' flows. */
function preparing({ reader, flows, delegate }: Pick<LogParts, 'reader' | 'flows' | 'delegate'>) {
  /** The version of a flow that the caller may start. @throws ProblemError forbidden, flow_retired */
  async function versionToStart(flowId: string, flowVersion: number | null, caller: Caller): Promise<number> {
    const standing = await standingOf(reader, flowId, caller);
    if (!standing || !mayStartFlow(caller, standing)) throw forbidden('You may not start the flow of this chat.');
    if (standing.isRetired) throw flowRetired();
    return flowVersion ?? standing.version;
  }

  /** Null if it cannot be started, by this caller or by anybody, and the start is optional. */
  return async function prepare(
    { chat, flowVersion, isStartOptional = false }: Omit<OpenLog, 'key'>,
    caller: Caller,
    body: MessageBody,
  ): Promise<PreparedStart | null> {
    const { content, variables = {} } = body;
    const version = await versionToStart(chat.flowId!, flowVersion, caller).catch((error: unknown) => {
      if (isStartOptional && error instanceof ProblemError && NOT_STARTED.has(error.code)) return null;
      throw error;
    });
    if (version === null) return null;
    const prepared = await flows.prepareStart(chat.flowId!, version, variables, caller.person, { message: content });
    await delegate(caller, prepared.flow);
    return prepared;
  };
}

const NOT_STARTED: ReadonlySet<ProblemCode> = new Set(['forbidden', 'flow_retired']);

/** Why the log of an attempt is read-only; null if its assignee may write. */
async function shutBy(state: AttemptStanding['state'], openChat: () => Promise<unknown>): Promise<ProblemError | null> {
  if (state === 'under_way') return null;
  if (state === 'failed') return attemptFailed();
  if (state === 'superseded') return attemptOver();
  return (await mayOpen(openChat())) ? null : forbidden('This assignment is over; its log can only be read.');
}

const mayOpen = (chat: Promise<unknown>): Promise<boolean> =>
  chat.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ProblemError) return false;
      throw error;
    },
  );

const fromUser = (key: LogKey, content: string, at: number, id: string): StoredMessage => ({
  ...key,
  id,
  role: 'user',
  content,
  at,
  executionId: null,
});
