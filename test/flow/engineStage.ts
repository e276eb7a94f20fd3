import { once } from 'node:events';
import type { Knex } from 'knex';
import { z } from 'zod';
import { failure } from '../../contract/failures.ts';
import type { FlowDefinition } from '../../contract/flows.ts';
import { checkDefinition, type CompiledFlow } from '../../server/flow/definition.ts';
import { createEngine, type Engine, type StartOrder } from '../../server/flow/engine.ts';
import { findExecution, type StoredExecution } from '../../server/flow/executionQueries.ts';
import { wakeExecutions } from '../../server/flow/leaseStore.ts';
import { insertFlow } from '../../server/flow/flowStore.ts';
import { createExpressions } from '../../server/flow/expressions.ts';
import { NodeError, type NodeType } from '../../server/flow/nodeType.ts';
import type { Step } from '../../server/flow/branchRules.ts';
import { historiesOf } from '../../server/flow/stepStore.ts';
import { createLocalSignals } from '../../server/foundation/database/signals.ts';
import type { Unit, UnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import type { OpenUrl } from '../support/databases.ts';
import { NO_LIMITS } from '../support/limits.ts';
import { useStore, type TestStore } from '../support/openStore.ts';
import { NODE_TYPES } from './flows.ts';

const STARTER = { id: 'starter', displayName: 'Starter', email: null, userPrincipalName: null };
const NoConfig = z.strictObject({});

/** In place of an answer: nobody has answered in time. */
export const TIMED_OUT = Symbol('timed out');

/** Controls and records of a test's toy nodes. */
interface Toys {
  /** How often each node ran, by id. */
  runs: Record<string, number>;
  /** Nodes of these ids hang until they are released. */
  gates: Map<string, Promise<void>>;
  /** Answered visits: `{executionId}/{visitKey}` to the output. */
  answers: Map<string, unknown>;
  /** Visits whose questions are stored, and those that the database refuses to store. */
  asked: string[];
  unwritable: Set<string>;
  /** Visits whose result was requested. */
  resumed: string[];
  /** Nodes whose read of the database fails. */
  unreadable: Set<string>;
  /** Withdrawn visits: ids of executions. */
  cancelled: string[];
  /** Nodes whose questions were prepared but will never be stored. */
  dropped: string[];
}

/** Engines on one database, like those of several servers. */
export interface EngineStage {
  store: TestStore;
  toys: Toys;
  reported: unknown[];
  now(): number;
  advance(ms: number): void;
  /**
   * A server's engine, closed after the test.
   * @param aheadMs how far its machine's wall clock is ahead
   * @param units in place of the stage's
   */
  engine(aheadMs?: number, units?: UnitOfWork): Engine;
  /** Leaves a dead server's engine as it is: it will never settle. */
  abandon(engine: Engine): void;
  start(engine: Engine, definition: FlowDefinition, variables?: Record<string, unknown>): Promise<string>;
  /** The order for a flow that was started here before. */
  orderOf(definition: FlowDefinition): StartOrder;
  execution(id: string): Promise<StoredExecution>;
  steps(id: string): Promise<Step[]>;
  /** Visit keys with their results, in order: `ask completed`. */
  timeline(id: string): Promise<string[]>;
  /** Answers a `wait` and wakes its execution, as a broker would: the answer is stored before the signal. */
  answer(id: string, visitKey: string, output: unknown): Promise<void>;
  /**
   * Makes a node with this id hang; the returned function releases it. Later runs hang too, until the gate is removed.
   */
  close(nodeId: string): () => void;
  /**
   * Wakes an execution in the unit of an answer, as a broker does, and releases it after the commit.
   * @param takesIn the engine may claim it in that unit instead
   */
  wakeIn(unit: Unit, engine: Engine, id: string, takesIn: boolean): Promise<void>;
  tick(engine: Engine): Promise<void>;
}

export const LEASE_MS = 10_000;

/**
 * Node types in addition to the real ones: `hang`, `think` and `once` can be held, `read` reads the database, `wait`
 * waits, `late` asks only after its execution has failed, `fail` and `break` do as named.
 */
function toyTypes(toys: Toys, reader: Knex): NodeType[] {
  const work = async (nodeId: string) => {
    toys.runs[nodeId] = (toys.runs[nodeId] ?? 0) + 1;
    const run = toys.runs[nodeId];
    await toys.gates.get(nodeId);
    return { kind: 'output' as const, output: { run } };
  };
  const base = {
    displayName: 'Toy',
    configSchema: NoConfig,
    effect: 'repeatable',
    isInstant: false,
    waits: false,
  } as const;
  return [
    { ...base, type: 'hang', run: ({ nodeId }) => work(nodeId) },
    { ...base, type: 'think', isInstant: true, run: ({ nodeId }) => work(nodeId) },
    {
      ...base,
      type: 'once',
      effect: 'once',
      async run({ nodeId, begin }) {
        await work(`before ${nodeId}`);
        await begin();
        return work(nodeId);
      },
    },
    {
      ...base,
      type: 'read',
      async run({ nodeId }) {
        const rows = await reader(toys.unreadable.has(nodeId) ? 'a table that is gone' : 'executions').select('id');
        return { kind: 'output', output: rows.length };
      },
    },
    {
      ...base,
      type: 'late',
      waits: true,
      async run({ nodeId, signal }) {
        await once(signal, 'abort');
        return { kind: 'wait', record: {}, onRollback: () => void toys.dropped.push(nodeId) };
      },
    },
    { ...base, type: 'fail', run: () => Promise.reject(new NodeError('toy_failed', 'the toy failed')) },
    { ...base, type: 'break', run: () => Promise.reject(new Error('a fault in the code of this node')) },
    {
      ...base,
      type: 'wait',
      waits: true,
      isInstant: true,
      run: async () => ({ kind: 'wait', record: {} }),
      async write({ afterCommit }, records) {
        const keys = records.map(({ visitKey }) => visitKey);
        if (keys.some((key) => toys.unwritable.has(key))) throw new Error('the database refuses this question');
        afterCommit(() => void toys.asked.push(...keys));
      },
      resume: async (_unit, visits) =>
        visits.map(({ executionId, visitKey }) => {
          const key = `${executionId}/${visitKey}`;
          toys.resumed.push(key);
          const answer = toys.answers.get(key);
          if (answer === TIMED_OUT) return { error: failure('human_input_timeout') };
          return toys.answers.has(key) ? { output: answer } : null;
        }),
      cancel: async (_unit, executionIds) => void toys.cancelled.push(...executionIds),
    },
  ];
}

/** @param moreTypes node types of one suite, in addition to the toys */
export function useEngines(openUrl: OpenUrl, moreTypes: readonly NodeType[] = []): EngineStage {
  const store = useStore(openUrl);
  const stage = { store } as EngineStage;
  const expressions = createExpressions();
  const engines: Engine[] = [];
  const ahead = new Map<Engine, number>();
  const closed: (() => void)[] = [];
  const flows = new Map<string, CompiledFlow>();
  let at = Date.parse('2026-03-01T12:00:00Z');
  const nodeTypes = (): ReadonlyMap<string, NodeType> => {
    const added = [...toyTypes(stage.toys, store.db.reader), ...moreTypes];
    return new Map([...NODE_TYPES, ...added.map((type) => [type.type, type] as const)]);
  };

  beforeEach(() => {
    stage.toys = {
      runs: {},
      gates: new Map(),
      answers: new Map(),
      asked: [],
      unwritable: new Set(),
      resumed: [],
      unreadable: new Set(),
      cancelled: [],
      dropped: [],
    };
    stage.reported = [];
  });
  afterEach(async () => {
    for (const letGo of closed.splice(0)) letGo();
    await Promise.all(engines.splice(0).map((engine) => engine.close()));
  });
  after(() => expressions.close());

  return Object.assign(stage, {
    now: () => at,
    advance: (ms: number) => void (at += ms),
    engine(aheadMs = 0, units = store.units) {
      const engine = createEngine({
        units,
        reader: store.db.reader,
        signals: createLocalSignals(),
        nodeTypes: nodeTypes(),
        flowOf: async (id) => flows.get(id)!,
        expressions,
        limits: NO_LIMITS,
        now: () => at + aheadMs,
        report: (error) => void stage.reported.push(error),
        isAwaitedHere: () => false,
        leaseMs: LEASE_MS,
      });
      engines.push(engine);
      ahead.set(engine, aheadMs);
      return engine;
    },
    abandon: (engine: Engine) => void engines.splice(engines.indexOf(engine), 1),
    async start(engine: Engine, definition: FlowDefinition, variables = {}) {
      const checked = checkDefinition(definition, nodeTypes());
      if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
      flows.set(definition.id, checked.flow);
      await store.units.run(({ trx }) => insertFlow(trx, { definition, variables: [], by: STARTER, now: at }));
      return engine.start({ ...stage.orderOf(definition), variables });
    },
    orderOf: ({ id }: FlowDefinition) => ({
      flow: flows.get(id)!,
      version: 1,
      variables: {},
      startedBy: STARTER,
      chatId: null,
    }),
    execution: async (id: string) => (await findExecution(store.db.reader, id))!,
    steps: async (id: string) => (await historiesOf(store.db.reader, [id])).get(id)!.steps,
    async timeline(id: string) {
      return (await stage.steps(id)).map(({ visitKey, status }) => `${visitKey} ${status}`);
    },
    async answer(id: string, visitKey: string, output: unknown) {
      stage.toys.answers.set(`${id}/${visitKey}`, output);
      await store.units.run(({ trx }) => wakeExecutions(trx, [id], at));
    },
    async wakeIn(unit: Unit, engine: Engine, id: string, takesIn: boolean) {
      const left = takesIn ? await engine.takeIn(unit, [id]) : [id];
      await wakeExecutions(unit.trx, left, at);
      unit.afterCommit(() => engine.take(left));
    },
    close(nodeId: string) {
      const gate = new Promise<void>((resolve) => closed.push(resolve));
      stage.toys.gates.set(nodeId, gate);
      return closed.at(-1)!;
    },
    async tick(engine: Engine) {
      for (const loop of engine.loops) await loop.tick(at + ahead.get(engine)!, at);
      await engine.settled();
    },
  });
}
