import type { Knex } from 'knex';
import type { Assignment } from '../../contract/assignments.ts';
import type { Person } from '../../contract/people.ts';
import type { LogService } from '../chats/logService.ts';
import { findChat } from '../chats/chatStore.ts';
import { findLogByKey, insertLog, keyOfLog, pinned } from '../chats/logStore.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { Unit, UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { check, failed, forbidden, notFound, ProblemError } from '../foundation/errors.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import { newId } from '../foundation/newId.ts';
import { isOpen, statusAt, whyNotNext, type Obstacle, type Trigger } from './assignmentRules.ts';
import { findListed, holdersOf, type ListedAssignment, type StoredAssignment } from './assignmentStore.ts';
import { maySend, toAssignment } from './assignmentView.ts';
import type { Changes, Deed } from './changes.ts';
import { resolvePerson, type PrincipalDirectory } from './principals.ts';
import { newAssignment, storeAssignments } from './sending.ts';

/** What people do about assignments. Everything throws ProblemError not_found for whom it does not concern, invalid_transition when it is not possible now. */
export interface AssignmentService {
  get(id: string, caller: Caller): Promise<Assignment>;
  /** Opens the log of the assignment, a new one the first time, and starts the chat's flow where it can be started as it is. */
  start(id: string, caller: Caller): Promise<Assignment>;
  /** Begins a new attempt in a new log. @param key sending it again with the same one begins nothing */
  retry(id: string, caller: Caller, key?: string): Promise<Assignment>;
  complete(id: string, caller: Caller): Promise<Assignment>;
  decline(id: string, caller: Caller, reason?: string): Promise<Assignment>;
  /** @throws ProblemError validation_failed on `to` */
  delegate(id: string, caller: Caller, to: Handing): Promise<Assignment>;
  /** @throws ProblemError rate_limited when they were reminded a while ago only */
  remind(id: string, caller: Caller): Promise<Assignment>;
  cancel(id: string, caller: Caller, reason?: string): Promise<Assignment>;
  /** @throws ProblemError validation_failed on `to` */
  reassign(id: string, caller: Caller, to: Handing): Promise<Assignment>;
  /** What can be done by pressing a button in a message, as part of the caller's unit. */
  act(unit: Unit, id: string, action: 'complete' | 'decline', person: string): Promise<'done' | 'not_offered'>;
}

interface Handing {
  /** Object id, e-mail address or user principal name. */
  to: string;
  reason?: string;
}

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  signals: Signals;
  directory: PrincipalDirectory;
  logs: Pick<LogService, 'prepareStart' | 'startIn'>;
  changes: Changes;
  now(): number;
}

/** Nobody is reminded more often. */
export const REMIND_EVERY_MS = 60 * 60_000;

const WHY_NOT: Record<Obstacle, string> = {
  over: 'This assignment is over.',
  not_started: 'This assignment was not started yet.',
  cannot_fail: 'This assignment cannot fail.',
  not_failed: 'Only an attempt that has failed can be tried again.',
  no_retry_left: 'No attempt is left.',
  delegation_off: 'This assignment cannot be handed on.',
  rejection_off: 'This assignment cannot be declined.',
  not_yet: 'The time of this assignment is not over yet.',
};

export function createAssignmentService(parts: Parts): AssignmentService {
  const { units, reader, directory, logs, changes, now } = parts;

  /** For its assignee, its sender and administrators. */
  async function visible(id: string, caller: Caller): Promise<ListedAssignment> {
    const found = (await findListed(reader, [id])).get(id);
    if (!found || (found.assignee.id !== caller.person.id && !maySend(found, caller))) throw notFound('assignment');
    return found;
  }

  async function own(id: string, caller: Caller): Promise<ListedAssignment> {
    const found = await visible(id, caller);
    if (found.assignee.id !== caller.person.id) throw forbidden('Only its assignee may do this.');
    return found;
  }

  async function sent(id: string, caller: Caller): Promise<ListedAssignment> {
    const found = await visible(id, caller);
    if (!maySend(found, caller)) throw forbidden('Only who has sent it and administrators may do this.');
    return found;
  }

  const get = async (id: string, caller: Caller) => toAssignment(await visible(id, caller), caller, now());

  /** @throws ProblemError invalid_transition */
  async function happen(unit: Unit, before: StoredAssignment, deed: Deed): Promise<StoredAssignment> {
    const result = await changes.happen(unit, before, deed);
    if ('obstacle' in result) throw new ProblemError('invalid_transition', WHY_NOT[result.obstacle]);
    return result.after;
  }

  const lock = async (unit: Unit, id: string): Promise<StoredAssignment> => (await changes.lock(unit, id))!;

  async function simply(id: string, caller: Caller, trigger: Trigger, also: Deed['changes'] = {}): Promise<Assignment> {
    await units.run(async (unit) => {
      await happen(unit, await lock(unit, id), { trigger, actor: caller.person.id, changes: also });
    });
    return get(id, caller);
  }

  /** What starts the flow of its chat, in the version that it goes by; null where nothing can be started. */
  async function prepareStart(assignment: StoredAssignment, caller: Caller) {
    const chat = await findChat(reader, assignment.chatId);
    if (!chat || !isOpen(statusAt(assignment, now()))) return null;
    const { flowVersion } = assignment;
    return logs.prepareStart({ chat: await pinned(reader, chat, assignment), flowVersion }, caller);
  }

  type Prepared = Awaited<ReturnType<typeof prepareStart>>;

  /** Opens a log for a new attempt and starts its flow; what that meets is met in the same unit. */
  async function beginAttempt(
    unit: Unit,
    before: StoredAssignment,
    {
      trigger,
      caller,
      prepared,
      key = null,
    }: { trigger: 'start' | 'retry'; caller: Caller; prepared: Prepared; key?: string | null },
  ): Promise<void> {
    const at = now();
    const logId = newId(at);
    const after = await happen(unit, before, {
      trigger,
      actor: caller.person.id,
      changes: { logId, passed: null, outcome: null },
    });
    const { chatId, name, chatVersion, flowVersion, attempt, id: assignmentId } = after;
    const log = { id: logId, chatId, person: caller.person.id, name, assignmentId, attempt, chatVersion, flowVersion };
    await insertLog(unit.trx, { ...log, createdAt: at }, key);
    if (after.criterion === 'chat_visited')
      await happen(unit, after, { trigger: 'criterion_met', actor: caller.person.id });
    if (prepared) await logs.startIn(unit, keyOfLog(log), caller, prepared);
  }

  /** Somebody else gets a locked assignment, under the same terms. */
  async function handOver(
    unit: Unit,
    before: StoredAssignment,
    {
      to: person,
      caller,
      trigger,
      also,
    }: { to: Person; caller: Caller; trigger: 'delegate' | 'reassign'; also: Deed['changes'] },
  ): Promise<void> {
    const after = await happen(unit, before, { trigger, actor: caller.person.id, changes: also });
    const origin = { ...after, predecessorId: after.id, occurrenceAt: before.occurrenceAt };
    const successor = newAssignment(origin, { person, group: null }, now());
    await storeAssignments(unit, [successor], caller.person.id, parts);
  }

  return {
    get,

    async start(id, caller) {
      const found = await own(id, caller);
      const prepared = found.logId === null ? await prepareStart(found, caller) : null;
      await units.run(async (unit) => {
        const before = await lock(unit, id);
        if (before.logId === null) return beginAttempt(unit, before, { trigger: 'start', caller, prepared });
        if (!isOpen(statusAt(before, now()))) throw new ProblemError('invalid_transition', WHY_NOT.over);
      });
      return get(id, caller);
    },

    async retry(id, caller, key) {
      const found = await own(id, caller);
      const prepared = await prepareStart(found, caller);
      await units.run(async (unit) => {
        const before = await lock(unit, id);
        if (key !== undefined && (await findLogByKey(unit.trx, id, key))) return;
        await beginAttempt(unit, before, { trigger: 'retry', caller, prepared, key });
      });
      return get(id, caller);
    },

    async complete(id, caller) {
      const { criterion } = await own(id, caller);
      if (criterion !== 'manual')
        throw new ProblemError('invalid_transition', 'This assignment is completed by what is done in its chat.');
      return simply(id, caller, 'criterion_met');
    },

    async decline(id, caller, reason) {
      await own(id, caller);
      return simply(id, caller, 'decline', { reason: reason ?? null });
    },

    async delegate(id, caller, { to, reason }) {
      const { chainId, allowDelegation } = await own(id, caller);
      if (!allowDelegation) throw new ProblemError('invalid_transition', WHY_NOT.delegation_off);
      const person = await resolvePerson(directory, to);
      await units.run(async (unit) => {
        const before = await lock(unit, id);
        const whyNot = whyNotNext(await holdersOf(unit.trx, chainId), person.id);
        if (whyNot)
          throw failed({
            to: check(whyNot === 'has_it' ? 'hasAssignment' : 'hadAssignment', { name: person.displayName }),
          });
        await handOver(unit, before, { to: person, caller, trigger: 'delegate', also: { reason: reason ?? null } });
      });
      return get(id, caller);
    },

    async remind(id, caller) {
      await sent(id, caller);
      await units.run(async (unit) => {
        const before = await lock(unit, id);
        if (!isOpen(statusAt(before, now()))) throw new ProblemError('invalid_transition', WHY_NOT.over);
        const againAt = (before.remindedAt ?? before.createdAt) + REMIND_EVERY_MS;
        if (before.remindedAt !== null && againAt > now())
          throw new ProblemError('rate_limited', 'They were reminded less than an hour ago.', {
            retryAfterSeconds: Math.ceil((againAt - now()) / 1000),
          });
        await changes.note(unit, before, 'reminder', { actor: caller.person.id, changes: { remindedAt: now() } });
      });
      return get(id, caller);
    },

    async cancel(id, caller, reason) {
      await sent(id, caller);
      return simply(id, caller, 'revoke', { reason: reason ?? null, cancelledBy: 'revoked' });
    },

    async reassign(id, caller, { to, reason }) {
      await sent(id, caller);
      const person = await resolvePerson(directory, to);
      await units.run(async (unit) => {
        const also: Deed['changes'] = { reason: reason ?? null, cancelledBy: 'reassigned' };
        await handOver(unit, await lock(unit, id), { to: person, caller, trigger: 'reassign', also });
      });
      return get(id, caller);
    },

    async act(unit, id, action, person) {
      const before = await changes.lock(unit, id);
      if (before?.assignee.id !== person || (action === 'complete' && before.criterion !== 'manual'))
        return 'not_offered';
      const trigger = action === 'complete' ? 'criterion_met' : 'decline';
      return 'after' in (await changes.happen(unit, before, { trigger, actor: person })) ? 'done' : 'not_offered';
    },
  };
}
