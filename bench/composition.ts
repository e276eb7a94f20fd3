import type { FlowDefinition } from '../contract/flows.ts';
import { NO_LIMITS } from '../test/support/limits.ts';
import { createEngine, type Engine } from '../server/flow/engine.ts';
import { createExpressions } from '../server/flow/expressions.ts';
import { createFlowService } from '../server/flow/flowService.ts';
import { openDatabase, type Database } from '../server/foundation/database/connection.ts';
import { migrateToLatest } from '../server/foundation/database/migrate.ts';
import {
  createLocalSignals,
  PostgresSignals,
  type Signals,
  type Topic,
} from '../server/foundation/database/signals.ts';
import { createUnitOfWork, type UnitOfWork } from '../server/foundation/database/unitOfWork.ts';
import { OutboundError } from '../server/foundation/http/outbound.ts';
import { createNodeTypes } from '../server/nodeTypes.ts';
import type { Directory } from '../server/people/directory/directory.ts';
import { createAskLimiter } from '../server/requests/askLimiter.ts';
import { createBroker, type Broker } from '../server/requests/broker.ts';
import { personOf } from './company.ts';

/** The product's own engine, flows and broker on a real database: no HTTP, no channels, no loops. */
export interface Composition {
  database: Database;
  units: UnitOfWork;
  engine: Engine;
  broker: Broker;
  /** Starts a flow; resolves with the id of the execution. */
  run(definition: FlowDefinition, variables?: Record<string, unknown>): Promise<string>;
  /** Resolves at the next such signal, which comes after the commit. */
  next(topic: Topic, id: string): Promise<void>;
  close(): Promise<void>;
}

const STARTER = personOf(1);
const nowhere = () => Promise.reject(new Error('This is not asked in a bench.'));

/** What the benchmark flows have no node for. */
const NOT_ASKED = {
  guardedFetch: nowhere,
  delegations: { obstacleTo: () => 'delegation_off' as const, tokenOf: nowhere, doubt: nowhere },
  graphAs: () => {
    throw new Error('This is not asked in a bench.');
  },
  llm: { ask: nowhere },
  search: { findAs: nowhere },
  openAnswered: nowhere,
  openSecret: nowhere,
  refusalOf: () => new OutboundError('address_refused'),
};

const AT_HOME = { zone: 'UTC', now: Date.now, limits: NO_LIMITS };

export async function compose(databaseUrl: string, directory: Partial<Directory>): Promise<Composition> {
  const database = await openDatabase(databaseUrl);
  const { reader, writer } = database;
  await migrateToLatest(writer);
  const signals = await openSignals(database, databaseUrl);
  const units = createUnitOfWork(writer);
  const expressions = createExpressions();
  const release = (ids: string[]) => engine.take(ids);
  const takeIn: Engine['takeIn'] = (unit, ids) => engine.takeIn(unit, ids);
  const wake = { takeIn, release, releaseLater: release };
  const broker = createBroker({ units, reader, signals, now: Date.now, report: fail, ...wake });
  const known = directory as Directory;
  const nodeTypes = createNodeTypes({
    ...NOT_ASKED,
    directory: known,
    signals,
    reader,
    broker,
    askLimiter: createAskLimiter({ reader, limits: NO_LIMITS, now: Date.now }),
    timeZone: 'UTC',
    channelNames: () => [],
    channelKinds: () => ['email', 'teams', 'slack'],
  });
  const flows = createFlowService({ units, reader, nodeTypes, expressions, directory: known, ...AT_HOME });
  const engine = createEngine({
    units,
    reader,
    signals,
    nodeTypes,
    flowOf: (id, version) => flows.compiled(id, version),
    expressions,
    limits: NO_LIMITS,
    now: Date.now,
    report: fail,
    isAwaitedHere: (id) => broker.waiters.hasExecution(id),
  });
  const saved = new Map<string, Promise<unknown>>();

  return {
    database,
    units,
    engine,
    broker,
    next: nextSignal(signals),
    async run(definition, variables = {}) {
      if (!saved.has(definition.id)) saved.set(definition.id, flows.create(definition, STARTER));
      await saved.get(definition.id);
      const flow = await flows.compiled(definition.id, 1);
      return engine.start({ flow, version: 1, variables, startedBy: STARTER, chatId: null });
    },
    async close() {
      await engine.close();
      broker.close();
      await expressions.close();
      await signals.close();
      await database.close();
    },
  };
}

function openSignals({ kind }: Database, connectionString: string): Signals | Promise<Signals> {
  return kind === 'sqlite' ? createLocalSignals(fail) : PostgresSignals.connect({ connectionString }, fail);
}

/** A figure is worthless if anything failed. */
function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

function nextSignal(signals: Signals): Composition['next'] {
  const awaited = new Map<string, () => void>();
  const raised = new Set<string>(); // the start's own signal comes after its first question
  signals.subscribe({
    changed(topic, ids) {
      for (const id of ids) {
        const key = `${topic}:${id}`;
        if (topic === 'raised' && !awaited.has(key)) raised.add(key);
        awaited.get(key)?.();
        awaited.delete(key);
      }
    },
  });
  return async (topic, id) => {
    const key = `${topic}:${id}`;
    if (!raised.delete(key)) await new Promise<void>((resolve) => awaited.set(key, resolve));
  };
}
