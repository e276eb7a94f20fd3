import type { Knex } from 'knex';
import type { Assignment } from '../../contract/assignments.ts';
import type { Person } from '../../contract/people.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { Unit, UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { forbidden, notFound, ProblemError } from '../foundation/errors.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import type { ListedAssignment, StoredAssignment } from './assignmentRows.ts';
import { isOpen, statusAt, type Obstacle, type Trigger } from './assignmentRules.ts';
import { findListed } from './assignmentStore.ts';
import { maySend, toAssignment } from './assignmentView.ts';
import type { Changes, AssignmentEvent } from './changes.ts';
import { newAssignment, storeAssignments } from './sending.ts';
import { withUnreached } from './unreached.ts';

/** Delegation or reassignment to another person. */
interface HandOver {
  to: Person;
  by: Caller;
  trigger: 'delegate' | 'reassign';
  also: AssignmentEvent['changes'];
}

/** What all actions on assignments share. */
export interface AssignmentActions {
  get(id: string, caller: Caller): Promise<Assignment>;
  /** For its assignee. @throws ProblemError not_found, forbidden */
  own(id: string, caller: Caller): Promise<ListedAssignment>;
  /** For its sender and administrators. @throws ProblemError not_found, forbidden */
  sent(id: string, caller: Caller): Promise<ListedAssignment>;
  lock(unit: Unit, id: string): Promise<StoredAssignment>;
  /** @throws ProblemError invalid_transition */
  apply(unit: Unit, before: StoredAssignment, event: AssignmentEvent): Promise<StoredAssignment>;
  /** Like `apply`, in a unit of its own. */
  perform(id: string, caller: Caller, trigger: Trigger, also?: AssignmentEvent['changes']): Promise<Assignment>;
  /** Gives a locked assignment to another person, under the same terms. */
  handOver(unit: Unit, before: StoredAssignment, to: HandOver): Promise<void>;
  /** @throws ProblemError invalid_transition */
  requireOpen(assignment: StoredAssignment): void;
}

export interface ActionParts {
  units: UnitOfWork;
  reader: Knex;
  signals: Signals;
  changes: Changes;
  now(): number;
}

const WHY_NOT: Record<Obstacle, string> = {
  over: 'This assignment is over.',
  not_started: 'This assignment was not started yet.',
  cannot_fail: 'This assignment cannot fail.',
  has_failed: 'This attempt has failed already.',
  not_failed: 'Only an attempt that has failed can be tried again.',
  no_retry_left: 'No attempt is left.',
  delegation_off: 'This assignment cannot be handed on.',
  rejection_off: 'This assignment cannot be declined.',
  not_yet: 'The time of this assignment is not over yet.',
};

export const impossible = (obstacle: Obstacle): ProblemError =>
  new ProblemError('invalid_transition', WHY_NOT[obstacle]);

/** The caller of the API as the actor. */
export const signedIn = ({ person }: Caller): { actor: string; verifiedBy: string } => ({
  actor: person.id,
  verifiedBy: 'session',
});

export function createAssignmentActions(parts: ActionParts): AssignmentActions {
  const { units, reader, changes, now } = parts;

  async function visible(id: string, caller: Caller): Promise<ListedAssignment> {
    const found = (await findListed(reader, [id])).get(id);
    if (!found || (found.assignee.id !== caller.person.id && !maySend(found, caller))) throw notFound('assignment');
    return found;
  }

  async function get(id: string, caller: Caller): Promise<Assignment> {
    const [shown] = await withUnreached(reader, [toAssignment(await visible(id, caller), caller, now())]);
    return shown!;
  }
  const lock = async (unit: Unit, id: string): Promise<StoredAssignment> => (await changes.lock(unit, id))!;

  async function apply(unit: Unit, before: StoredAssignment, event: AssignmentEvent): Promise<StoredAssignment> {
    const result = await changes.apply(unit, before, event);
    if ('obstacle' in result) throw impossible(result.obstacle);
    return result.after;
  }

  return {
    get,
    lock,
    apply,

    async own(id, caller) {
      const found = await visible(id, caller);
      if (found.assignee.id !== caller.person.id) throw forbidden('Only its assignee may do this.');
      return found;
    },

    async sent(id, caller) {
      const found = await visible(id, caller);
      if (!maySend(found, caller)) throw forbidden('Only who has sent it and administrators may do this.');
      return found;
    },

    async perform(id, caller, trigger, also = {}) {
      await units.run(async (unit) => {
        await apply(unit, await lock(unit, id), { trigger, ...signedIn(caller), changes: also });
      });
      return get(id, caller);
    },

    async handOver(unit, before, { to, by, trigger, also }) {
      const after = await apply(unit, before, { trigger, ...signedIn(by), successor: to.id, changes: also });
      const successor = newAssignment({ ...after, predecessorId: after.id }, { person: to, group: null }, now());
      await storeAssignments(unit, [successor], by.person.id, parts);
    },

    requireOpen(assignment) {
      if (!isOpen(statusAt(assignment, now()))) throw impossible('over');
    },
  };
}
