import fc from 'fast-check';
import { CRITERIA, type Criterion } from '../../contract/assignments.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './lifeStage.ts';

/** How many people a run has, beside the maker of its chats, its sender and an administrator. */
export const PEOPLE = 4;

export const ACTIONS = [
  'start',
  'retry',
  'complete',
  'decline',
  'delegate',
  'remind',
  'cancel',
  'reassign',
  'write',
  'answer',
  'press',
] as const;
export type Action = (typeof ACTIONS)[number];

/** What one person does with one assignment. */
export interface Act {
  action: Action;
  /** `right`: whom the action is meant for, the assignee or the sender. */
  by: 'right' | 'assignee' | 'sender' | 'admin' | 'stranger';
  which: number;
  /** To whom it is handed: a person by number, the sender, or its assignee themselves. */
  to: number;
  /** Whether the answer is right, or `complete` is pressed. */
  isRight: boolean;
  server: number;
}

export type Step =
  | {
      do: 'send';
      criterion: Criterion;
      hasFlow: boolean;
      to: number[];
      toGroup: boolean;
      toSelf: boolean;
      delegation: boolean;
      rejection: boolean;
      retries: number;
      dueMs: number | null;
      expiresMs: number | null;
      recurs: boolean;
      isPinned: boolean;
      twice: boolean;
      server: number;
    }
  | { do: 'act'; act: Act }
  | { do: 'both'; first: Act; second: Act; isSame: boolean }
  | {
      do: 'whole';
      action: 'cancel' | 'end' | 'new-members';
      by: 'sender' | 'admin' | 'stranger';
      which: number;
      server: number;
    }
  | { do: 'pass'; ms: number }
  | { do: 'tick'; servers: number[] }
  | { do: 'die'; server: number; units: number; isLastStored: boolean }
  | { do: 'access'; chat: number; users: number }
  | { do: 'flow'; hasFlow: boolean }
  | { do: 'member'; person: number; isIn: boolean }
  | { do: 'erase'; person: number }
  | { do: 'pages'; limit: number; act: Act }
  | { do: 'count' };

const server = fc.nat(1);
const ACT: fc.Arbitrary<Act> = fc.record({
  action: fc.constantFrom(...ACTIONS),
  by: fc.oneof(
    { arbitrary: fc.constant('right' as const), weight: 6 },
    fc.constantFrom('assignee' as const, 'sender' as const, 'admin' as const, 'stranger' as const),
  ),
  which: fc.nat(20),
  to: fc.nat(PEOPLE + 1),
  isRight: fc.boolean(),
  server,
});

const span = (...spans: number[]) => fc.oneof(fc.constant(null), fc.constantFrom(...spans));

const SEND: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('send' as const),
  criterion: fc.constantFrom(...CRITERIA),
  hasFlow: fc.boolean(),
  to: fc.uniqueArray(fc.nat(PEOPLE - 1), { maxLength: 3 }),
  toGroup: fc.boolean(),
  toSelf: fc.boolean(),
  delegation: fc.boolean(),
  rejection: fc.boolean(),
  retries: fc.nat(2),
  dueMs: span(HOUR_MS, DAY_MS, 3 * DAY_MS),
  expiresMs: span(HOUR_MS, DAY_MS, 3 * DAY_MS),
  recurs: fc.nat(3).map((n) => n === 0),
  isPinned: fc.boolean(),
  twice: fc.nat(4).map((n) => n === 0),
  server,
});

const OTHERS: fc.Arbitrary<Step>[] = [
  fc.record({
    do: fc.constant('whole' as const),
    action: fc.constantFrom('cancel' as const, 'end' as const, 'new-members' as const),
    by: fc.constantFrom('sender' as const, 'sender' as const, 'admin' as const, 'stranger' as const),
    which: fc.nat(5),
    server,
  }),
  fc.record({ do: fc.constant('die' as const), server, units: fc.nat(4), isLastStored: fc.boolean() }),
  fc.record({ do: fc.constant('access' as const), chat: fc.nat(1), users: fc.nat(3) }),
  fc.record({ do: fc.constant('flow' as const), hasFlow: fc.boolean() }),
  fc.record({ do: fc.constant('member' as const), person: fc.nat(PEOPLE - 1), isIn: fc.boolean() }),
  fc.record({ do: fc.constant('erase' as const), person: fc.nat(PEOPLE) }),
  fc.record({ do: fc.constant('pages' as const), limit: fc.integer({ min: 1, max: 3 }), act: ACT }),
  fc.constant({ do: 'count' as const }),
];

const STEP: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: SEND, weight: 4 },
  { arbitrary: fc.record({ do: fc.constant('act' as const), act: ACT }), weight: 14 },
  {
    arbitrary: fc.record({ do: fc.constant('both' as const), first: ACT, second: ACT, isSame: fc.boolean() }),
    weight: 6,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.constantFrom(MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 5 * HOUR_MS, DAY_MS, -HOUR_MS),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({ do: fc.constant('tick' as const), servers: fc.uniqueArray(server, { minLength: 1 }) }),
    weight: 5,
  },
  { arbitrary: fc.oneof(...OTHERS), weight: 5 },
);

/** A life: a sending, and what happens afterwards. */
export const LIFE: fc.Arbitrary<Step[]> = fc
  .tuple(SEND, fc.array(STEP, { minLength: 3, maxLength: 30, size: '+1' }))
  .map(([first, rest]) => [first, ...rest]);
