import type { AssigneeAction, AssignmentStatus, Criterion } from '../../contract/assignments.ts';
import type { AttemptStanding } from '../chats/attemptStanding.ts';

export interface AssignmentState {
  status: AssignmentStatus;
  criterion: Criterion;
  /** Ms since the epoch; null: it never expires. */
  expiresAt: number | null;
  /** The number of retries allowed. */
  retryBudget: number;
  /** Counted from 1; 0 until it is started. */
  attempt: number;
  /** The attempt ended without meeting the criterion, and may be retried. */
  hasAttemptFailed: boolean;
  allowDelegation: boolean;
  allowRejection: boolean;
}

/** What can happen to an assignment. */
export type Trigger =
  /** The assignee starts it, or opens its chat for the first time. */
  | 'start'
  | 'retry'
  | 'criterion_met'
  | 'attempt_failed'
  /** By its sender, or an administrator. */
  | 'revoke'
  /** Like `revoke`, and another person gets it. */
  | 'reassign'
  | 'decline'
  | 'delegate'
  /** The sweep finds it expired. */
  | 'expire';

/** A condition, named after the message if it is not met. */
type Need =
  | 'cannot_fail'
  | 'has_failed'
  | 'not_failed'
  | 'no_retry_left'
  | 'delegation_off'
  | 'rejection_off'
  | 'not_yet';
/** Why something cannot happen to it. */
export type Obstacle = Need | 'over' | 'not_started';

/** The states it passes through, keeping the last one; or why it is impossible. */
type Transition = { through: AssignmentStatus[]; needs: Need[] } | { never: Obstacle };

const to = (status: AssignmentStatus, ...needs: Need[]): Transition => ({ through: [status], needs });

/** What ends it from any open state. */
const ENDS = {
  revoke: to('cancelled'),
  reassign: to('cancelled'),
  decline: to('rejected', 'rejection_off'),
  delegate: to('delegated', 'delegation_off'),
  expire: to('expired', 'not_yet'),
} as const;

/** Behaviour 3.3. Terminal states have no transitions. */
const TRANSITIONS: Record<'pending' | 'in_progress', Record<Trigger, Transition>> = {
  pending: {
    start: to('in_progress'),
    retry: { never: 'not_started' },
    criterion_met: { through: ['in_progress', 'completed'], needs: [] },
    attempt_failed: { never: 'not_started' },
    ...ENDS,
  },
  in_progress: {
    start: to('in_progress'),
    retry: to('in_progress', 'not_failed', 'no_retry_left'),
    criterion_met: to('completed'),
    attempt_failed: to('failed', 'cannot_fail', 'has_failed'),
    ...ENDS,
  },
};

/** Criteria that fail when an attempt's execution ends without meeting them; the others keep waiting. */
const CAN_FAIL: readonly Criterion[] = ['flow_completed', 'flow_passed'];

const IS_GIVEN: Record<Need, (state: AssignmentState, now: number) => boolean> = {
  cannot_fail: ({ criterion }) => CAN_FAIL.includes(criterion),
  has_failed: ({ hasAttemptFailed }) => !hasAttemptFailed,
  not_failed: ({ hasAttemptFailed }) => hasAttemptFailed,
  no_retry_left: (state) => retriesLeft(state) > 0,
  delegation_off: ({ allowDelegation }) => allowDelegation,
  rejection_off: ({ allowRejection }) => allowRejection,
  not_yet: (state, now) => isOverdue(state, now),
};

/** `through`: the states it passed through; the last one is its new state. */
export type Decision = { after: AssignmentState; through: AssignmentStatus[] } | { obstacle: Obstacle };

/** The state of an assignment after an event, or why the event is impossible. Does not mutate its input. */
export function decide(state: AssignmentState, trigger: Trigger, now: number): Decision {
  const status = trigger === 'expire' ? state.status : statusAt(state, now);
  if (!isOpen(status)) return { obstacle: 'over' };
  const transition = TRANSITIONS[status][trigger];
  if ('never' in transition) return { obstacle: transition.never };
  const obstacle = transition.needs.find((need) => !IS_GIVEN[need](state, now));
  if (obstacle) return { obstacle };
  const mayRetry = trigger === 'attempt_failed' && retriesLeft(state) > 0;
  const through = mayRetry ? [status] : transition.through;
  return { after: { ...state, ...attemptAfter(state, trigger), status: through.at(-1)! }, through };
}

function attemptAfter({ attempt }: AssignmentState, trigger: Trigger): Partial<AssignmentState> {
  if (trigger === 'retry') return { attempt: attempt + 1, hasAttemptFailed: false };
  if (trigger === 'attempt_failed') return { hasAttemptFailed: true };
  return trigger === 'start' || trigger === 'criterion_met' ? { attempt: Math.max(1, attempt) } : {};
}

export const retriesLeft = ({ retryBudget, attempt }: Pick<AssignmentState, 'retryBudget' | 'attempt'>): number =>
  Math.max(0, retryBudget - Math.max(0, attempt - 1));

const isOverdue = ({ expiresAt }: Pick<AssignmentState, 'expiresAt'>, now: number): boolean =>
  expiresAt !== null && expiresAt <= now;

type OpenStatus = keyof typeof TRANSITIONS;
export const isOpen = (status: AssignmentStatus): status is OpenStatus => status in TRANSITIONS;

/** An expired assignment still says open until the next sweep, but nobody can act on it any more. */
export const statusAt = (state: Pick<AssignmentState, 'status' | 'expiresAt'>, now: number): AssignmentStatus =>
  isOpen(state.status) && isOverdue(state, now) ? 'expired' : state.status;

/** The result that a graded flow reported for the latest attempt. */
export interface Grades {
  passed: boolean | null;
  outcome: unknown;
}

const isGraded = ({ passed, outcome }: Grades): boolean => passed !== null || outcome !== null;

/**
 * Whether a flow's grades are kept if its end decides nothing. They are kept once after completion, because a flow may
 * end after its assignment is completed; later executions in the log are the person's own.
 */
export function takesGrades(state: AssignmentState & Grades, grades: Grades, now: number): boolean {
  const isWanted = isOpen(statusAt(state, now)) || (state.status === 'completed' && !isGraded(state));
  return isWanted && isGraded(grades);
}

/** Whether only the chat's flow can complete it. */
export const needsFlow = (criterion: Criterion): boolean => criterion.startsWith('flow_');

/** The state of the attempt with this log. */
export function standingIn(
  state: AssignmentState & { logId: string | null },
  logId: string,
  now: number,
): AttemptStanding {
  const { criterion, hasAttemptFailed } = state;
  const own = isOpen(statusAt(state, now)) ? (hasAttemptFailed ? 'failed' : 'under_way') : 'over';
  const isSuperseded = own !== 'over' && state.logId !== logId;
  return { state: isSuperseded ? 'superseded' : own, needsFlow: needsFlow(criterion) };
}

/** What its assignee can do now, in display order. */
export function actionsOf(state: AssignmentState, now: number): AssigneeAction[] {
  const can = (trigger: Trigger) => 'after' in decide(state, trigger, now);
  const isUnderWay = state.status === 'in_progress';
  const offered: Record<AssigneeAction, boolean> = {
    start: !isUnderWay && can('start'),
    resume: isUnderWay && !state.hasAttemptFailed && can('start'),
    retry: can('retry'),
    complete: state.criterion === 'manual' && can('criterion_met'),
    delegate: can('delegate'),
    decline: can('decline'),
  };
  return (Object.keys(offered) as AssigneeAction[]).filter((action) => offered[action]);
}

/**
 * Why a person cannot be given an assignment; null: they can. Its sender can.
 * @param holders everybody who has had it in this chain; the last one has it now
 */
export function whyNotNext(holders: readonly string[], person: string): 'has_it' | 'had_it' | null {
  if (holders.at(-1) === person) return 'has_it';
  return holders.includes(person) ? 'had_it' : null;
}
