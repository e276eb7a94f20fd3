import type { Assignment } from '../../contract/assignments.ts';
import type { Person } from '../../contract/people.ts';
import type { LogService } from '../chats/logService.ts';
import { addToAudit } from '../foundation/audit/auditStore.ts';
import type { Unit } from '../foundation/database/unitOfWork.ts';
import { chatRetirement } from '../flow/chatRetirementStore.ts';
import { check, failed, ProblemError } from '../foundation/errors.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import type { ActionTaken } from '../messages/deliveries/subject.ts';
import { blocked, refusePeople, type Assignable } from './assignable.ts';
import type { StoredAssignment } from './assignmentRows.ts';
import { whyNotNext } from './assignmentRules.ts';
import { holdersOf } from './assignmentStore.ts';
import { createAttempts, type Attempts } from './attempts.ts';
import {
  createAssignmentActions,
  impossible,
  signedIn,
  type ActionParts,
  type AssignmentActions,
} from './assignmentActions.ts';
import { resolvePerson, type PrincipalDirectory } from './principals.ts';

interface Handing {
  /** Object id, e-mail address or user principal name. */
  to: string;
  reason?: string;
}

/** What an assignee can do. */
interface AssigneeActions extends Attempts {
  complete(id: string, caller: Caller): Promise<Assignment>;
  decline(id: string, caller: Caller, reason?: string): Promise<Assignment>;
  /** @throws ProblemError validation_failed on `to`; chat_retired */
  delegate(id: string, caller: Caller, to: Handing): Promise<Assignment>;
}

/** What senders and administrators can do. */
interface SenderActions {
  /** @throws ProblemError rate_limited if the last reminder was too recent */
  remind(id: string, caller: Caller): Promise<Assignment>;
  cancel(id: string, caller: Caller, reason?: string): Promise<Assignment>;
  /**
   * @throws ProblemError validation_failed on `to`; chat_retired, flow_retired; forbidden if its sender may not use the
   * chat any more
   */
  reassign(id: string, caller: Caller, to: Handing): Promise<Assignment>;
}

/**
 * What people do with assignments. Every method throws ProblemError not_found to callers whom it does not concern, and
 * invalid_transition if the action is not possible now.
 */
export interface AssignmentService extends AssigneeActions, SenderActions {
  get(id: string, caller: Caller): Promise<Assignment>;
  /** Takes an action by a button in a message, in the caller's unit. */
  act(unit: Unit, id: string, action: 'complete' | 'decline', by: Presser): Promise<'done' | 'not_offered'>;
}

/** The person who presses the button. */
type Presser = Pick<ActionTaken, 'person' | 'verifiedBy'>;

interface Parts extends ActionParts {
  directory: PrincipalDirectory;
  assignable: Assignable;
  logs: Pick<LogService, 'prepareStart' | 'startIn'>;
}

/** Minimum interval between reminders. */
const REMIND_EVERY_MS = 60 * 60_000;
/** Greatest clock difference between servers; a reminder further in the future means that a clock was set back. */
const STEPPED_MS = 60_000;

export function createAssignmentService(parts: Parts): AssignmentService {
  const actions = createAssignmentActions(parts);
  const { changes } = parts;
  return {
    get: actions.get,
    ...createAttempts({ ...parts, actions }),
    ...assigneeActions(parts, actions),
    ...senderActions(parts, actions),

    async act(unit, id, action, { person, verifiedBy }) {
      const before = await changes.lock(unit, id);
      const isWrong = action === 'complete' && before?.criterion !== 'manual';
      if (before?.assignee.id !== person.id || isWrong) return 'not_offered';
      const trigger = action === 'complete' ? 'criterion_met' : 'decline';
      const result = await changes.apply(unit, before, { trigger, actor: person.id, verifiedBy });
      return 'after' in result ? 'done' : 'not_offered';
    },
  };
}

/** @throws ProblemError validation_failed on `to` if the person has it or has had it */
async function requireNext(
  unit: Unit,
  { chainId, assignee }: StoredAssignment,
  { id, displayName: names }: Person,
): Promise<void> {
  const earlier = (await holdersOf(unit.trx, chainId)).filter((holder) => holder !== assignee.id);
  const whyNot = whyNotNext([...earlier, assignee.id], id);
  if (whyNot) throw failed({ to: check(whyNot === 'has_it' ? 'hasAssignment' : 'hadAssignment', { names }) });
}

const assigneeActions = (
  { units, reader, directory, assignable }: Parts,
  actions: AssignmentActions,
): Omit<AssigneeActions, keyof Attempts> => ({
  async complete(id, caller) {
    const { criterion } = await actions.own(id, caller);
    if (criterion !== 'manual')
      throw new ProblemError('invalid_transition', 'This assignment is completed by what is done in its chat.');
    return actions.perform(id, caller, 'criterion_met');
  },

  async decline(id, caller, reason) {
    await actions.own(id, caller);
    return actions.perform(id, caller, 'decline', { reason: reason ?? null });
  },

  async delegate(id, caller, { to, reason }) {
    const own = await actions.own(id, caller);
    if (!own.allowDelegation) throw impossible('delegation_off');
    if (await chatRetirement.isRetired(reader, own.chatId)) throw blocked('chat_retired');
    const person = await resolvePerson(directory, to);
    const without = await assignable.withoutFlow(own, [person]);
    await units.run(async (unit) => {
      const before = await actions.lock(unit, id);
      await requireNext(unit, before, person);
      refusePeople('to', without);
      const also = { reason: reason ?? null };
      await actions.handOver(unit, before, { to: person, by: caller, trigger: 'delegate', also });
    });
    return actions.get(id, caller);
  },
});

const senderActions = (
  { units, directory, assignable, changes, now }: Parts,
  actions: AssignmentActions,
): SenderActions => ({
  async remind(id, caller) {
    await actions.sent(id, caller);
    await units.run(async (unit) => {
      const before = await actions.lock(unit, id);
      actions.requireOpen(before);
      const { remindedAt } = before;
      const againAt = remindedAt === null || remindedAt > now() + STEPPED_MS ? 0 : remindedAt + REMIND_EVERY_MS;
      if (againAt > now())
        throw new ProblemError('rate_limited', 'They were reminded less than an hour ago.', {
          retryAfterSeconds: Math.ceil((againAt - now()) / 1000),
        });
      const [at, by] = [now(), signedIn(caller)];
      await changes.note(unit, before, 'reminder', { actor: by.actor, changes: { remindedAt: at } });
      await addToAudit(unit.trx, [{ at, ...by, action: 'assignment.reminded', subject: id }]);
    });
    return actions.get(id, caller);
  },

  async cancel(id, caller, reason) {
    await actions.sent(id, caller);
    return actions.perform(id, caller, 'revoke', { reason: reason ?? null, cancelledBy: 'revoked' });
  },

  async reassign(id, caller, { to, reason }) {
    const sent = await actions.sent(id, caller);
    const blocker = await assignable.blockerOf(sent, caller);
    if (blocker) throw blocked(blocker);
    const person = await resolvePerson(directory, to);
    const without = await assignable.withoutFlow(sent, [person], caller);
    await units.run(async (unit) => {
      const also = { reason: reason ?? null, cancelledBy: 'reassigned' as const };
      const before = await actions.lock(unit, id);
      actions.requireOpen(before);
      await requireNext(unit, before, person);
      refusePeople('to', without);
      await actions.handOver(unit, before, { to: person, by: caller, trigger: 'reassign', also });
    });
    return actions.get(id, caller);
  },
});
