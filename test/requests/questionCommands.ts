import fc from 'fast-check';
import { PEOPLE } from './questionServers.ts';
import { TROUBLES, type Trouble } from './platform.ts';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** An attempt to answer. On a chat or by mail it comes with a token that was sent. */
export interface AnAnswer {
  question: number;
  person: number;
  server: number;
  via: 'web' | 'chat' | 'mail';
  /** `foreign`: of another person, or of another question. */
  token: 'newest' | 'oldest' | 'foreign';
  isValid: boolean;
  /** Sent again, with the key of this person's last attempt. */
  isRetry: boolean;
}

export interface AQuestion {
  server: number;
  /** Addresses; empty: a group of everybody. */
  people: string[];
  strategy: 'any' | 'all';
  timeout: string;
  channels: string[];
  hasFallback: boolean;
  isForm: boolean;
}

interface OnQuestion {
  server: number;
  question: number;
}

/** What people, platforms, clocks and servers do. Questions are counted in the order in which they were asked. */
export type Command =
  | ({ do: 'ask' } & AQuestion)
  | ({ do: 'answer' } & AnAnswer)
  /** Two people answer at the same moment. */
  | { do: 'race'; first: AnAnswer; second: AnAnswer }
  | ({ do: 'snooze'; person: number; ms: number | null } & OnQuestion)
  | ({ do: 'read'; person: number } & OnQuestion)
  | ({ do: 'withdraw' | 'nudge' | 'cancel' } & OnQuestion)
  | { do: 'tick'; server: number }
  | { do: 'wait'; ms: number }
  /** The wall clock is set back by an hour. */
  | { do: 'back' }
  | { do: 'trouble'; kinds: Trouble[] }
  /** The platform answers the calls that it has kept waiting. */
  | { do: 'letGo' }
  /** A channel is switched on or off. */
  | { do: 'switch'; channel: string }
  /** Whether servers hear each other's signals. */
  | { do: 'hear'; isDeaf: boolean }
  /** A server dies, or loses the connection while it stores a unit. */
  | { do: 'die' | 'lose'; server: number; units: number; isLastStored: boolean };

type Of<Name extends Command['do']> = Omit<Command & { do: Name }, 'do'>;

const one = <Name extends Command['do']>(name: Name, rest: fc.Arbitrary<Of<Name>>): fc.Arbitrary<Command> =>
  rest.map((each) => ({ do: name, ...each }) as unknown as Command);

const server = fc.nat(1);
const question = fc.constantFrom(0, 0, 1, 2);
const person = fc.constantFrom(1, 1, 2, 2, 3, 0);
const addressesOf = (names: string[]) => PEOPLE.flatMap(({ id, email }) => (names.includes(id) ? [email!] : []));

export const QUESTION: fc.Arbitrary<AQuestion> = fc.record({
  server,
  people: fc
    .constantFrom<string[][]>([], ['grace'], ['grace', 'alan'], ['alan', 'tim'], ['ada', 'grace', 'alan'])
    .map((names) => addressesOf(names)),
  strategy: fc.constantFrom('any' as const, 'all' as const),
  timeout: fc.constantFrom('PT20S', 'PT30M', 'PT90M', 'P3D'),
  channels: fc.subarray(['chat', 'mail']),
  hasFallback: fc.boolean(),
  isForm: fc.boolean(),
});

const ANSWER: fc.Arbitrary<AnAnswer> = fc.record({
  question,
  person,
  server,
  via: fc.constantFrom('web' as const, 'web' as const, 'chat' as const, 'mail' as const),
  token: fc.constantFrom('newest' as const, 'newest' as const, 'oldest' as const, 'foreign' as const),
  isValid: fc.constantFrom(true, true, true, false),
  isRetry: fc.constantFrom(false, false, true),
});

const TIMES = fc.constantFrom(300, 5 * SECOND, 31 * SECOND, 61 * SECOND, HOUR);
const KINDS = fc.array(fc.constantFrom(...TROUBLES), { minLength: 1, maxLength: 3 });
const SNOOZED = fc.constantFrom(SECOND, 10 * MINUTE, null);

const FAULT = fc.record({ server, units: fc.nat(6), isLastStored: fc.boolean() });

export const COMMAND: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: one('ask', QUESTION) },
  { weight: 8, arbitrary: one('answer', ANSWER) },
  { weight: 2, arbitrary: one('race', fc.record({ first: ANSWER, second: ANSWER })) },
  { weight: 5, arbitrary: one('tick', fc.record({ server })) },
  { weight: 4, arbitrary: one('wait', fc.record({ ms: TIMES })) },
  { weight: 1, arbitrary: one('back', fc.constant({})) },
  { weight: 4, arbitrary: one('trouble', fc.record({ kinds: KINDS })) },
  { weight: 2, arbitrary: one('letGo', fc.constant({})) },
  { weight: 1, arbitrary: one('switch', fc.record({ channel: fc.constantFrom('chat', 'mail') })) },
  { weight: 2, arbitrary: one('snooze', fc.record({ server, question, person, ms: SNOOZED })) },
  { weight: 1, arbitrary: one('read', fc.record({ server, question, person })) },
  { weight: 1, arbitrary: one('withdraw', fc.record({ server, question })) },
  { weight: 1, arbitrary: one('nudge', fc.record({ server, question })) },
  { weight: 1, arbitrary: one('cancel', fc.record({ server, question })) },
  { weight: 1, arbitrary: one('hear', fc.record({ isDeaf: fc.boolean() })) },
  { weight: 1, arbitrary: one('die', FAULT) },
  { weight: 1, arbitrary: one('lose', FAULT) },
);
