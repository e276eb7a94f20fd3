import type { Knex } from 'knex';
import type { Assignment } from '../../contract/assignments.ts';
import { findChat } from '../chats/chatStore.ts';
import type { LogService } from '../chats/logService.ts';
import { findLogByKey, insertLog, keyOfLog, pinned } from '../chats/logStore.ts';
import { chatRetirement } from '../flow/chatRetirementStore.ts';
import { check, ProblemError, refused } from '../foundation/errors.ts';
import type { Unit } from '../foundation/database/unitOfWork.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import { newId } from '../foundation/newId.ts';
import type { StoredAssignment } from './assignmentRows.ts';
import { blocked } from './assignable.ts';
import { isOpen, needsFlow, statusAt } from './assignmentRules.ts';
import { signedIn, type ActionParts, type AssignmentActions } from './assignmentActions.ts';

/** An assignee's attempts at an assignment. */
export interface Attempts {
  /**
   * Opens the assignment's log (a new one the first time), and starts the chat's flow if it can start without input.
   * @throws ProblemError chat_retired if it would be a new one
   */
  start(id: string, caller: Caller): Promise<Assignment>;
  /**
   * Begins a new attempt in a new log, also if the chat was retired since the first.
   * @param key idempotency key: a repeat begins nothing
   */
  retry(id: string, caller: Caller, key?: string): Promise<Assignment>;
}

interface Parts extends ActionParts {
  actions: AssignmentActions;
  logs: Pick<LogService, 'prepareStart' | 'startIn'>;
}

export function createAttempts({ units, reader, actions, logs, now }: Parts): Attempts {
  /**
   * Prepares a start of the chat's flow in its pinned version; null if there is nothing to start.
   * @throws ProblemError invalid_transition, flow_retired, forbidden if the criterion needs a flow that is gone, that is
   * retired, or that the caller may not start
   */
  async function prepareStart(assignment: StoredAssignment, caller: Caller) {
    const chat = await findChat(reader, assignment.chatId);
    if (!chat || !isOpen(statusAt(assignment, now()))) return null;
    const { flowVersion, criterion } = assignment;
    const opened = await pinned(reader, chat, assignment);
    if (!needsFlow(criterion)) return logs.prepareStart({ chat: opened, flowVersion, isStartOptional: true }, caller);
    if (opened.flowId === null) throw blocked('flow_missing');
    return logs.prepareStart({ chat: opened, flowVersion }, caller).catch((error: unknown) => {
      if (error instanceof ProblemError && error.code === 'forbidden')
        throw refused('forbidden', { flow: check('youMayNotStart') });
      throw error;
    });
  }

  interface Beginning {
    trigger: 'start' | 'retry';
    caller: Caller;
    prepared: Awaited<ReturnType<typeof prepareStart>>;
    key?: string | null;
  }

  /** Opens a log and starts the flow; a criterion met by that is met in the same unit. */
  async function begin(unit: Unit, before: StoredAssignment, { trigger, caller, prepared, key = null }: Beginning) {
    const at = now();
    const by = signedIn(caller);
    const logId = newId(at);
    const ungraded = { logId, passed: null, outcome: null };
    const after = await actions.apply(unit, before, { trigger, ...by, changes: ungraded });
    const { chatId, name, chatVersion, flowVersion, attempt, id: assignmentId } = after;
    const log = { id: logId, chatId, person: caller.person.id, name, assignmentId, attempt, chatVersion, flowVersion };
    await insertLog(unit.trx, { ...log, createdAt: at }, key);
    if (after.criterion === 'chat_visited') await actions.apply(unit, after, { trigger: 'criterion_met', ...by });
    if (prepared) await logs.startIn(unit, keyOfLog(log), caller, prepared);
  }

  return {
    async start(id, caller) {
      const found = await actions.own(id, caller);
      await refuseToBegin(reader, found, now());
      const prepared = found.logId === null ? await prepareStart(found, caller) : null;
      await units.run(async (unit) => {
        await chatRetirement.holdRetiring(unit.trx, [found.chatId]);
        const before = await actions.lock(unit, id);
        await refuseToBegin(unit.trx, before, now());
        if (before.logId === null) await begin(unit, before, { trigger: 'start', caller, prepared });
        else actions.requireOpen(before);
      });
      return actions.get(id, caller);
    },

    async retry(id, caller, key) {
      const prepared = await prepareStart(await actions.own(id, caller), caller);
      await units.run(async (unit) => {
        const before = await actions.lock(unit, id);
        if (key !== undefined && (await findLogByKey(unit.trx, id, key))) return;
        await begin(unit, before, { trigger: 'retry', caller, prepared, key });
      });
      return actions.get(id, caller);
    },
  };
}

/** @throws ProblemError chat_retired if its conversation has not begun, and cannot */
async function refuseToBegin(db: Knex, assignment: StoredAssignment, at: number): Promise<void> {
  const { logId, chatId } = assignment;
  if (logId !== null || !isOpen(statusAt(assignment, at))) return;
  if (await chatRetirement.isRetired(db, chatId)) throw blocked('chat_retired');
}
