import fc from 'fast-check';
import { LEASE_MS } from './engineStage.ts';

const HOUR_MS = 3_600_000;
const SERVER = fc.nat(1);
const WHICH = fc.nat(5);
const WAITED = fc.boolean();

const of = <Name extends string, Model>(
  weight: number,
  kind: Name,
  model: { [Key in keyof Model]: fc.Arbitrary<Model[Key]> },
) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), ...model }) as fc.Arbitrary<{ kind: Name } & Model>,
});

/** Something that happens to executions and their servers. `isAwaited`: nothing else happens until it is done. */
const ACTION = fc.oneof(
  of(8, 'answer', {
    server: SERVER,
    which: WHICH,
    unit: fc.constantFrom('plain' as const, 'takesIn' as const, 'takesIn' as const, 'rolledBack' as const),
    isAwaited: WAITED,
  }),
  of(1, 'withdraw', { server: SERVER, which: WHICH }),
  of(2, 'expire', { server: SERVER }),
  of(4, 'advance', { ms: fc.constantFrom(500, 2000, 2000, LEASE_MS, 60_000, HOUR_MS, -HOUR_MS) }),
  of(4, 'tick', { server: SERVER, isAwaited: WAITED }),
  of(3, 'hold', {}),
  of(4, 'release', { which: WHICH }),
  of(4, 'turns', { count: fc.nat(6) }),
  of(2, 'rest', {}),
  of(2, 'lapse', { server: SERVER }),
  of(1, 'kill', { server: SERVER }),
  of(1, 'stop', { server: SERVER }),
  of(1, 'cancel', { server: SERVER, which: WHICH, isAwaited: WAITED }),
  of(3, 'retry', { server: SERVER, which: WHICH, isAwaited: WAITED }),
  of(1, 'start', { server: SERVER, count: fc.integer({ min: 1, max: 5 }) }),
);
export type Action = typeof ACTION extends fc.Arbitrary<infer Value> ? Value : never;
export const ACTIONS = fc.array(ACTION, { maxLength: 25 });
