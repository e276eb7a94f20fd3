import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Channel } from '../../contract/channel.ts';
import type { FlowDefinition } from '../../contract/flows.ts';
import type { Person } from '../../contract/people.ts';
import { ProblemError } from '../../contract/problem.ts';
import { checkDefinition, type CompiledFlow } from '../../server/flow/definition.ts';
import { createEngine, type Engine } from '../../server/flow/engine.ts';
import type { ExpressionService } from '../../server/flow/expressions.ts';
import { insertFlow } from '../../server/flow/flowStore.ts';
import { endNode } from '../../server/flow/nodes/end.ts';
import { startNode } from '../../server/flow/nodes/start.ts';
import type { NodeType } from '../../server/flow/nodeType.ts';
import { createLocalSignals, type Signals, type Topic } from '../../server/foundation/database/signals.ts';
import {
  CommitFailedError,
  type Unit,
  type UnitOfWork,
  type Work,
} from '../../server/foundation/database/unitOfWork.ts';
import type { Caller } from '../../server/foundation/http/authenticate.ts';
import { createLoops, type Loop } from '../../server/foundation/schedule/loops.ts';
import { createCipher } from '../../server/foundation/settings/cipher.ts';
import { createDeliveryLoop } from '../../server/messages/deliveries/deliveryLoop.ts';
import { subjectsOf } from '../../server/messages/deliveries/subject.ts';
import type { Directory } from '../../server/people/directory/directory.ts';
import { createAnswerValues } from '../../server/requests/answerValues.ts';
import { createAskLimiter } from '../../server/requests/askLimiter.ts';
import { createBroker } from '../../server/requests/broker.ts';
import { createConversation, type Conversation } from '../../server/requests/conversation.ts';
import { createFiling } from '../../server/requests/filing.ts';
import { createHumanNode } from '../../server/requests/humanNode.ts';
import { notificationRoutes } from '../../server/requests/notificationRoutes.ts';
import { nudgeSubject } from '../../server/requests/nudgeSubject.ts';
import { createPlacing } from '../../server/requests/placing.ts';
import { createPresenter } from '../../server/requests/presenter.ts';
import { requestSubject } from '../../server/requests/requestSubject.ts';
import { createSentRequests } from '../../server/requests/sentRequests.ts';
import { createWaking } from '../../server/requests/waking.ts';
import { NO_LIMITS } from '../support/limits.ts';
import type { TestStore } from '../support/openStore.ts';
import { aPerson } from '../support/seeds.ts';
import { mortalUnits } from '../support/mortalUnits.ts';

export const LEASE_MS = 10_000;
/** Real time: how long the servers wait for a platform. */
const CALL_MS = 15;
const KEY = Buffer.alloc(32, 7);

export const PEOPLE = ['ada', 'grace', 'alan', 'tim'].map((id) => aPerson(id));
export const STARTER = PEOPLE[0]!;
export const callerOf = (person: Person): Caller => ({
  person,
  roles: [],
  groups: [],
  isGuest: false,
  tokenExpiresAt: Infinity,
});

/** Everybody is also in the group `team`. */
const DIRECTORY = {
  personById: async (id: string) => PEOPLE.find((each) => each.id === id) ?? null,
  personByAddress: async (address: string) => PEOPLE.find((each) => each.email === address) ?? null,
  groupByReference: async (name: string) => (name === 'team' ? { id: 'team', displayName: 'Team' } : null),
  membersOf: async () => PEOPLE,
} as unknown as Directory;

/** The clocks of all servers. The steady one never goes back. */
export interface Clocks {
  wall: number;
  steady: number;
}

/** What servers share. */
export interface Shared {
  store: TestStore;
  clocks: Clocks;
  channels: ReadonlyMap<string, Channel>;
  flows: Map<string, CompiledFlow>;
  expressions: ExpressionService;
  /** The servers that hear each other. */
  servers: Server[];
  /** Signals to other servers are lost. */
  isDeaf: boolean;
  reported: unknown[];
}

export interface Server {
  engine: Engine;
  conversation: Conversation;
  sent: ReturnType<typeof createSentRequests>;
  units: UnitOfWork;
  app: FastifyInstance;
  hear(topic: Topic, id: string): void;
  /** Lets the loops do what is due, or those whose name contains this. */
  tick(): Promise<void>;
  /** It dies in this many units, and the last of them is stored or not. */
  dieIn(units: number, isLastStored: boolean): void;
  /** It does not learn the outcome of a unit, after this many others. */
  loseIn(units: number, isStored: boolean): void;
  death: Promise<null>;
  isDead(): boolean;
  start(definition: FlowDefinition): Promise<string>;
  idle(): Promise<void>;
}

/** Commits or rolls back the work, and fails as if the connection had been lost at that moment. */
async function losing(units: UnitOfWork, work: Work<unknown>, isStored: boolean): Promise<never> {
  const hooks: (() => void)[] = [];
  const unheard = { afterCommit() {}, commitBehind() {}, afterRollback: (hook: () => void) => void hooks.push(hook) };
  const lost = new CommitFailedError('lost', { cause: new Error('Connection terminated unexpectedly') });
  const performed = units.run(async (unit) => {
    await work({ ...unit, ...unheard });
    if (!isStored) throw lost;
  });
  const error: unknown = await performed.then(
    () => lost,
    (own: unknown) => own,
  );
  for (const hook of hooks) hook();
  throw error;
}

/** Units of which one loses its outcome. */
function forgetful(units: UnitOfWork) {
  let left = Infinity;
  let isStored = false;
  const run: UnitOfWork['run'] = (work) => (left-- === 0 ? losing(units, work, isStored) : units.run(work));
  return {
    units: { run },
    loseIn(count: number, isLostStored: boolean) {
      left = count;
      isStored = isLostStored;
    },
  };
}

/** One more server: every real part that takes part in a question and its answer. */
export function createServer(shared: Shared): Server {
  const { store, clocks, channels, flows, expressions, reported } = shared;
  const { reader } = store.db;
  const { loseIn, units: losable } = forgetful(store.units);
  const { units, ...life } = mortalUnits(losable);
  const now = () => clocks.wall;
  const steady = () => clocks.steady;
  const report = (error: unknown) => void reported.push(error);
  const local = createLocalSignals(report);
  const signals: Signals = {
    ...local,
    publish(topic, id) {
      local.publish(topic, id);
      if (!shared.isDeaf) for (const other of shared.servers) if (other !== server) other.hear(topic, id);
    },
  };
  const ground = { units, reader, signals, now, report };
  const broker = createBroker({
    ...ground,
    takeIn: (unit, ids) => engine.takeIn(unit, ids),
    release: (ids) => engine.take(ids),
    releaseLater: (ids) => engine.takeLater(ids),
  });
  const human = createHumanNode({
    ...ground,
    directory: DIRECTORY,
    broker,
    askLimiter: createAskLimiter({ reader, limits: NO_LIMITS, now }),
    timeZone: 'UTC',
    channelNames: () => [...channels.keys()],
    channelKinds: () => [...channels.keys()],
    refusalOf: () => null,
  });
  const nodeTypes: ReadonlyMap<string, NodeType> = new Map(
    [startNode, endNode, human as NodeType].map((type) => [type.type, type]),
  );
  const engine = createEngine({
    ...ground,
    nodeTypes,
    flowOf: async (id) => flows.get(id)!,
    expressions,
    limits: NO_LIMITS,
    isAwaitedHere: (id) => broker.waiters.hasExecution(id),
    leaseMs: LEASE_MS,
  });
  const publicUrl = 'http://here';
  const presenter = createPresenter({ ...ground, publicUrl, nameOfChannel: String, workOf: async () => null });
  const values = createAnswerValues({
    directory: DIRECTORY,
    cipher: createCipher(KEY),
    options: { offer: async () => [], offeredFor: async (_id, _specs, meant) => ({ offered: {}, meant }) },
    files: { take: async () => ({}), release: async () => {} },
    timeZone: 'UTC',
  });
  const tokenPolicyOf = (name: string) => channels.get(name)?.tokenPolicy ?? 'none';
  const subjects = subjectsOf([requestSubject({ reader, presenter }), nudgeSubject({ reader, publicUrl, now })]);
  const deliveries = createDeliveryLoop({
    ...ground,
    channels,
    subjects,
    steady,
    random: () => 1,
    log: { warn() {} },
    callMs: CALL_MS,
  });
  signals.subscribe({
    changed(topic, ids) {
      if (topic === 'delivery') deliveries.poke();
      else if (topic === 'request' || topic === 'subject') deliveries.changed(ids);
    },
  });
  const own: Loop[] = [createFiling(ground), createWaking(ground), createPlacing(ground)];
  const loops = createLoops([...engine.loops, ...broker.loops, deliveries, ...own], { now, steady, report });
  const app = Fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof ProblemError)) reported.push(error);
    return reply.code(error instanceof ProblemError ? 409 : 500).send(String(error));
  });
  const authenticate = async (request: { caller: Caller; headers: Record<string, unknown> }) => {
    request.caller = callerOf(PEOPLE.find(({ id }) => id === request.headers['person'])!);
  };
  void app.register(notificationRoutes({ ...ground, authenticate }));
  const orDead = async <T>(work: Promise<T>): Promise<T | null> => Promise.race([work, life.death]);
  const idle = async () => void (await orDead(Promise.all([engine.settled(), deliveries.idle()])));
  const server: Server = {
    engine,
    conversation: createConversation({ ...ground, broker, values, presenter, publicUrl, tokenPolicyOf }),
    sent: createSentRequests({ ...ground, broker, channelNames: () => [...channels.keys()] }),
    app,
    units,
    ...life,
    loseIn,
    hear: local.publish,
    idle,
    async tick() {
      await orDead(loops.tick(clocks.wall, clocks.steady));
      await idle();
    },
    async start(definition) {
      const checked = checkDefinition(definition, nodeTypes);
      if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
      flows.set(definition.id, checked.flow);
      await store.units.run(({ trx }: Unit) =>
        insertFlow(trx, { definition, variables: [], by: STARTER, now: clocks.wall }),
      );
      return engine.start({ flow: checked.flow, version: 1, variables: {}, startedBy: STARTER, chatId: null });
    },
  };
  return server;
}
