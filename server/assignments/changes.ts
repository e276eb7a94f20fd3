import type { AssignmentNoticeKind } from '../../contract/assignments.ts';
import type { AuditAction } from '../../contract/auditActions.ts';
import { addToAudit } from '../foundation/audit/auditStore.ts';
import { lockRows } from '../foundation/database/rows.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { Unit } from '../foundation/database/unitOfWork.ts';
import { decide, isOpen, takesGrades, type Grades, type Obstacle, type Trigger } from './assignmentRules.ts';
import type { StoredAssignment } from './assignmentRows.ts';
import { findAssignment, updateAssignment } from './assignmentStore.ts';
import { NOTICE_OF_STATUS, noticesOf } from './noticeRules.ts';
import { insertNotices, markReadAbout, noteChanges, noticeIdsOf } from './noticeStore.ts';
import { markStray } from './strayStore.ts';

/** An event of an assignment. */
export interface AssignmentEvent {
  trigger: Trigger;
  /** Who does it; null: the clock, or a flow. */
  actor: string | null;
  /** How the actor was verified; null if no verification was needed. */
  verifiedBy: string | null;
  /** Who gets the assignment next, if it is handed on. */
  successor?: string;
  /** Further columns that change with it. */
  changes?: Partial<
    Pick<StoredAssignment, 'reason' | 'cancelledBy' | 'logId' | 'passed' | 'outcome' | 'remindedAt' | 'tellDueAt'>
  >;
}

export interface Changes {
  /** Locks the assignment until the unit ends. Null: there is none. */
  lock(unit: Unit, id: string): Promise<StoredAssignment | null>;
  /** Applies an event to a locked assignment, with storage and notices; or returns why it is impossible. */
  apply(
    unit: Unit,
    before: StoredAssignment,
    event: AssignmentEvent,
  ): Promise<{ after: StoredAssignment } | { obstacle: Obstacle }>;
  /** Sends a notice about a locked assignment whose status stays; stores the given changes. */
  note(
    unit: Unit,
    before: StoredAssignment,
    kind: AssignmentNoticeKind,
    event: Pick<AssignmentEvent, 'actor' | 'changes'>,
  ): Promise<StoredAssignment>;
  /** Stores the grades that a flow reported for a locked assignment whose status stays, if they are to be kept. */
  grade(unit: Unit, before: StoredAssignment, grades: Grades): Promise<void>;
}

interface Parts {
  signals: Signals;
  /** Called after the commit: nobody works on the assignment of this log any more. */
  onStopped(logId: string): void;
  now(): number;
}

const AUDITED: Record<Trigger, AuditAction | null> = {
  start: 'assignment.started',
  retry: 'assignment.retried',
  criterion_met: 'assignment.completed',
  attempt_failed: 'assignment.attempt_failed',
  revoke: 'assignment.cancelled',
  reassign: 'assignment.reassigned',
  decline: 'assignment.declined',
  delegate: 'assignment.delegated',
  expire: 'assignment.expired',
};

/** The one place where assignments change: state, messages, audit and signals go together. */
export function createChanges({ signals, onStopped, now }: Parts): Changes {
  /** Signals the change, so that both sides and the copies of its notices show the new state. */
  async function tell({ trx, afterCommit }: Unit, { id, assignee, creatorId }: StoredAssignment): Promise<void> {
    await noteChanges(trx, [assignee.id, creatorId]);
    const shown = await noticeIdsOf(trx, id);
    afterCommit(() => {
      signals.publish('assignment', id);
      for (const notice of shown) signals.publish('subject', notice);
    });
  }

  return {
    async lock({ trx }, id) {
      await lockRows(trx, 'assignments', [id]);
      return findAssignment(trx, id);
    },

    async apply(unit, before, { trigger, actor, verifiedBy, successor, changes }) {
      const at = now();
      const decision = decide(before, trigger, at);
      if ('obstacle' in decision) return decision;
      const isStart = before.startedAt === null && decision.after.status !== 'pending' && decision.after.attempt > 0;
      const isEnd = !isOpen(decision.after.status);
      const after: StoredAssignment = {
        ...before,
        ...decision.after,
        ...changes,
        version: before.version + 1,
        startedAt: isStart ? at : before.startedAt,
        endedAt: isEnd ? at : null,
      };
      await updateAssignment(unit.trx, after);
      if (actor !== null) await markReadAbout(unit.trx, after.id, actor); // whoever acts on it knows of it
      const kind = after.status === before.status ? undefined : NOTICE_OF_STATUS[after.status];
      if (kind) await insertNotices(unit.trx, noticesOf({ kind, assignment: after, actor, successor, at }));
      const action = AUDITED[trigger];
      if (action) await addToAudit(unit.trx, [{ at, actor: actor ?? 'clock', verifiedBy, action, subject: after.id }]);
      await tell(unit, after);
      if (isEnd && after.status !== 'completed' && after.logId !== null) {
        await markStray(unit.trx, after.id);
        unit.afterCommit(() => onStopped(after.logId!));
      }
      return { after };
    },

    async note(unit, before, kind, { actor, changes }) {
      const at = now();
      const after: StoredAssignment = { ...before, ...changes, version: before.version + 1 };
      await updateAssignment(unit.trx, after);
      await insertNotices(unit.trx, noticesOf({ kind, assignment: after, actor, at }));
      await tell(unit, after);
      return after;
    },

    async grade(unit, before, grades) {
      if (!takesGrades(before, grades, now())) return;
      const after: StoredAssignment = { ...before, ...grades, version: before.version + 1 };
      await updateAssignment(unit.trx, after);
      await tell(unit, after);
    },
  };
}
