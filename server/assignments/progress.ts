import { attemptFailed } from '../chats/attemptStanding.ts';
import type { LogListener } from '../chats/logService.ts';
import type { EndedExecution } from '../flow/executionUnits.ts';
import type { Unit } from '../foundation/database/unitOfWork.ts';
import type { Changes } from './changes.ts';
import type { Criterion } from '../../contract/assignments.ts';
import type { StoredAssignment } from './assignmentRows.ts';
import { isOpen } from './assignmentRules.ts';
import { findByLog } from './assignmentStore.ts';

/**
 * Listens to events in the logs of attempts and to the ends of their executions: criteria are met in the unit that
 * stores the event.
 */
export interface Progress extends LogListener {
  onEnded(unit: Unit, ended: EndedExecution): Promise<void>;
}

/** The grades that a flow reports (behaviour 2.8). */
export const gradesOf = (context: Record<string, unknown>): Pick<StoredAssignment, 'passed' | 'outcome'> => {
  const { __assignmentPassed: passed, __assignmentOutcome: outcome } = context;
  return { passed: typeof passed === 'boolean' ? passed : null, outcome: outcome ?? null };
};

/** Whether the end of an execution meets a criterion, or ends the attempt without it; null: neither. */
export function verdictOf(
  criterion: Criterion,
  { status, passed }: { status: EndedExecution['status']; passed: boolean | null },
): 'criterion_met' | 'attempt_failed' | null {
  if (criterion !== 'flow_completed' && criterion !== 'flow_passed') return null;
  const isMet = status === 'completed' && (criterion === 'flow_completed' || passed === true);
  return isMet ? 'criterion_met' : 'attempt_failed';
}

/** The assignee is the actor, but the event behind it is audited with its verification already. */
const byAssignee = ({ assignee }: StoredAssignment) => ({ actor: assignee.id, verifiedBy: null });

export function createProgress(changes: Changes): Progress {
  /** Locks the assignment whose latest attempt has this log; null if a later attempt has another log. */
  async function lockByLog(unit: Unit, logId: string | null): Promise<StoredAssignment | null> {
    const found = logId === null ? null : await findByLog(unit.trx, logId);
    const locked = found && (await changes.lock(unit, found.id));
    return locked?.logId === logId ? locked : null;
  }

  async function meet(unit: Unit, assignment: StoredAssignment | null, criterion: Criterion): Promise<void> {
    if (assignment?.criterion !== criterion) return;
    await changes.apply(unit, assignment, { trigger: 'criterion_met', ...byAssignee(assignment) });
  }

  return {
    async onMessage(unit, { logId }) {
      const assignment = await lockByLog(unit, logId);
      if (assignment && isOpen(assignment.status) && assignment.hasAttemptFailed) throw attemptFailed();
      await meet(unit, assignment, 'chat_engaged');
    },
    onStarted: async (unit, { logId }) => meet(unit, await lockByLog(unit, logId), 'flow_started'),

    async onEnded(unit, { logId, status, context }) {
      const assignment = await lockByLog(unit, logId);
      if (!assignment) return;
      const grades = gradesOf(await context());
      const trigger = verdictOf(assignment.criterion, { status, passed: grades.passed });
      if (trigger) await changes.apply(unit, assignment, { trigger, ...byAssignee(assignment), changes: grades });
      else await changes.grade(unit, assignment, grades);
    },
  };
}
