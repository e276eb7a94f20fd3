import { expect } from 'chai';
import fc from 'fast-check';
import { ASSIGNMENT_STATUSES, CRITERIA, type AssigneeAction } from '../../contract/assignments.ts';
import type { AttemptStanding } from '../../server/chats/attemptStanding.ts';
import {
  actionsOf,
  decide,
  isOpen,
  needsFlow,
  retriesLeft,
  standingIn,
  statusAt,
  takesGrades,
  whyNotNext,
  type AssignmentState,
  type Grades,
  type Obstacle,
  type Trigger,
} from '../../server/assignments/assignmentRules.ts';

const NOW = 1000;
const TRIGGERS: Trigger[] = [
  'start',
  'retry',
  'criterion_met',
  'attempt_failed',
  'revoke',
  'reassign',
  'decline',
  'delegate',
  'expire',
];

const state = (more: Partial<AssignmentState> = {}): AssignmentState => ({
  status: 'pending',
  criterion: 'flow_passed',
  expiresAt: null,
  retryBudget: 0,
  attempt: 0,
  hasAttemptFailed: false,
  allowDelegation: false,
  allowRejection: false,
  ...more,
});
const begun = (more: Partial<AssignmentState> = {}) => state({ status: 'in_progress', attempt: 1, ...more });

/** Every pair of an open state and a trigger, and its conditions. */
const TABLE: [what: string, from: AssignmentState, Trigger, Obstacle | Partial<AssignmentState>][] = [
  ['is started', state(), 'start', { status: 'in_progress', attempt: 1 }],
  ['is started', begun({ attempt: 2 }), 'start', { status: 'in_progress', attempt: 2 }],
  ['is retried before an attempt', state({ retryBudget: 1 }), 'retry', 'not_started'],
  ['is retried during an attempt', begun({ retryBudget: 1 }), 'retry', 'not_failed'],
  [
    'is retried once too often',
    begun({ attempt: 2, retryBudget: 1, hasAttemptFailed: true }),
    'retry',
    'no_retry_left',
  ],
  ['is retried', begun({ retryBudget: 1, hasAttemptFailed: true }), 'retry', { attempt: 2, hasAttemptFailed: false }],
  ['is completed before it was started', state(), 'criterion_met', { status: 'completed', attempt: 1 }],
  ['is done', begun({ attempt: 3 }), 'criterion_met', { status: 'completed', attempt: 3 }],
  ['fails before it was started', state(), 'attempt_failed', 'not_started'],
  ['fails where failure is not possible', begun({ criterion: 'flow_started' }), 'attempt_failed', 'cannot_fail'],
  ['fails again before a retry', begun({ retryBudget: 1, hasAttemptFailed: true }), 'attempt_failed', 'has_failed'],
  ['fails', begun(), 'attempt_failed', { status: 'failed', hasAttemptFailed: true }],
  [
    'fails with retries left',
    begun({ retryBudget: 2 }),
    'attempt_failed',
    { status: 'in_progress', hasAttemptFailed: true },
  ],
  [
    'fails for the last time',
    begun({ attempt: 3, retryBudget: 2 }),
    'attempt_failed',
    { status: 'failed', hasAttemptFailed: true },
  ],
  ...[state(), begun()].flatMap((from): typeof TABLE => [
    ['is revoked', from, 'revoke', { status: 'cancelled' }],
    ['is reassigned', from, 'reassign', { status: 'cancelled' }],
    ['is declined', { ...from, allowRejection: true }, 'decline', { status: 'rejected' }],
    ['is declined where that is off', from, 'decline', 'rejection_off'],
    ['is delegated', { ...from, allowDelegation: true }, 'delegate', { status: 'delegated' }],
    ['is delegated where that is off', from, 'delegate', 'delegation_off'],
    ['expires', { ...from, expiresAt: NOW }, 'expire', { status: 'expired' }],
    ['expires too early', { ...from, expiresAt: NOW + 1 }, 'expire', 'not_yet'],
    ['expires without an expiry', from, 'expire', 'not_yet'],
  ]),
];

const anyState = fc.record<AssignmentState>({
  status: fc.constantFrom(...ASSIGNMENT_STATUSES),
  criterion: fc.constantFrom(...CRITERIA),
  expiresAt: fc.option(fc.integer({ min: NOW - 2, max: NOW + 2 })),
  retryBudget: fc.nat(3),
  attempt: fc.nat(4),
  hasAttemptFailed: fc.boolean(),
  allowDelegation: fc.boolean(),
  allowRejection: fc.boolean(),
});
const anyTrigger = fc.constantFrom(...TRIGGERS);

describe('the rules of assignments (behaviour 3.3)', () => {
  for (const [what, from, trigger, expected] of TABLE)
    it(`say what becomes of one that ${what} (${from.status})`, () => {
      const decision = decide(from, trigger, NOW);
      if (typeof expected === 'string') expect(decision).to.deep.equal({ obstacle: expected });
      else
        expect(decision)
          .to.have.property('after')
          .that.deep.equals({ ...from, ...expected });
    });

  it('let one that is done before it was started pass through in_progress', () => {
    expect(decide(state(), 'criterion_met', NOW)).to.have.deep.property('through', ['in_progress', 'completed']);
    expect(decide(begun(), 'criterion_met', NOW)).to.have.deep.property('through', ['completed']);
  });

  it('allow no way out of a terminal state', () => {
    fc.assert(
      fc.property(anyState, fc.array(anyTrigger, { maxLength: 8 }), (from, triggers) => {
        let current = from;
        let isOver = !isOpen(from.status);
        for (const trigger of triggers) {
          const decision = decide(current, trigger, NOW);
          if (isOver) expect(decision).to.deep.equal({ obstacle: 'over' });
          if ('after' in decision) {
            expect(decision.through.at(-1)).to.equal(decision.after.status);
            current = decision.after;
          }
          isOver = !isOpen(current.status);
        }
      }),
    );
  });

  it('allow only the sweep after the deadline', () => {
    fc.assert(
      fc.property(anyState, anyTrigger, (from, trigger) => {
        const overdue = { ...from, expiresAt: NOW };
        const isSwept = trigger === 'expire' && isOpen(from.status);
        expect('after' in decide(overdue, trigger, NOW)).to.equal(isSwept);
        expect(isOpen(statusAt(overdue, NOW))).to.equal(false);
        expect(statusAt({ ...from, expiresAt: null }, NOW)).to.equal(from.status);
        expect(actionsOf(overdue, NOW)).to.deep.equal([]);
      }),
    );
  });

  it('never allow more attempts than the budget, however often it is tried', () => {
    fc.assert(
      fc.property(fc.nat(5), (retryBudget) => {
        let current = begun({ retryBudget, criterion: 'flow_completed' });
        let attempts = 1;
        for (;;) {
          expect(retriesLeft(current)).to.equal(retryBudget - attempts + 1);
          current = (decide(current, 'attempt_failed', NOW) as { after: AssignmentState }).after;
          const next = decide(current, 'retry', NOW);
          if (!('after' in next)) break;
          current = next.after;
          attempts++;
        }
        expect([attempts, current.status]).to.deep.equal([retryBudget + 1, 'failed']);
      }),
    );
  });

  const OFFERED: [what: string, AssignmentState, AssigneeAction[]][] = [
    ['that has not been started', state(), ['start']],
    ['that is completed manually', state({ criterion: 'manual' }), ['start', 'complete']],
    ['that is in progress', begun({ criterion: 'manual' }), ['resume', 'complete']],
    ['that has failed with retries left', begun({ retryBudget: 1, hasAttemptFailed: true }), ['retry']],
    [
      'that may be delegated and declined',
      begun({ allowDelegation: true, allowRejection: true }),
      ['resume', 'delegate', 'decline'],
    ],
    ['that is over', state({ status: 'completed', criterion: 'manual', allowDelegation: true }), []],
  ];
  for (const [what, from, expected] of OFFERED)
    it(`offer for one ${what}: ${expected.join(', ') || 'nothing'}`, () =>
      expect(actionsOf(from, NOW)).to.deep.equal(expected));

  const STANDING: [what: string, AssignmentState, logId: string, AttemptStanding['state']][] = [
    ['in progress', begun(), 'second', 'under_way'],
    ['that has failed', begun({ hasAttemptFailed: true }), 'second', 'failed'],
    ['before the current one', begun(), 'first', 'superseded'],
    ['before a failed one', begun({ hasAttemptFailed: true }), 'first', 'superseded'],
    ['at a finished assignment', begun({ status: 'failed', hasAttemptFailed: true }), 'first', 'over'],
    ['after the deadline', begun({ expiresAt: NOW }), 'second', 'over'],
  ];
  for (const [what, from, logId, expected] of STANDING)
    it(`call an attempt ${what} ${expected}`, () => {
      expect(standingIn({ ...from, logId: 'second' }, logId, NOW)).to.deep.equal({ state: expected, needsFlow: true });
    });

  it('store what a flow reports while they are open, and then only the first report of the completing flow', () => {
    const [nothing, good, bad] = [
      { passed: null, outcome: null },
      { passed: true, outcome: null },
      { passed: null, outcome: { score: 0 } },
    ];
    const completed = begun({ status: 'completed' });
    const takes = (from: AssignmentState, before: Grades, now: Grades) => takesGrades({ ...from, ...before }, now, NOW);
    expect([takes(begun(), nothing, good), takes(begun(), good, bad), takes(completed, nothing, bad)]).to.deep.equal([
      true,
      true,
      true,
    ]);
    expect([takes(begun(), good, nothing), takes(completed, good, bad), takes(completed, bad, good)]).to.deep.equal([
      false,
      false,
      false,
    ]);
    for (const over of [begun({ status: 'rejected' }), begun({ expiresAt: NOW })])
      expect(takes(over, nothing, good)).to.equal(false);
  });

  it("tell which criteria need the chat's flow", () => {
    expect(CRITERIA.filter(needsFlow)).to.deep.equal(['flow_started', 'flow_completed', 'flow_passed']);
  });

  it('never hand it to somebody who has or had it in this chain', () => {
    const chain = ['ada', 'grace', 'alan'];
    expect(['ada', 'grace', 'alan', 'tim'].map((person) => whyNotNext(chain, person))).to.deep.equal([
      'had_it',
      'had_it',
      'has_it',
      null,
    ]);
  });
});
