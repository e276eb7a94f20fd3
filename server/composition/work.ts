import { setTimeout as sleep } from 'node:timers/promises';
import { CLIENT_NAMES } from '../../contract/payload.ts';
import { createAssistant, type Assistant } from '../chats/assistant.ts';
import { LLM_LIMITS, createLlmClient } from '../chats/llmClient.ts';
import { createChatRetirement, type ChatRetirement } from '../chats/chatRetirement.ts';
import { createChatService, type ChatService } from '../chats/chatService.ts';
import { createLogService, type LogService } from '../chats/logService.ts';
import { createDelegate, type Delegate } from '../flow/delegating.ts';
import type { DelegatedParts } from '../flow/nodes/delegatedNode.ts';
import { createEngine, type Engine } from '../flow/engine.ts';
import type { NodeType } from '../flow/nodeType.ts';
import { createExpressions, type ExpressionService } from '../flow/expressions.ts';
import { createFlowAccessService, type FlowAccessService } from '../flow/flowAccessService.ts';
import { mayChangeFlow } from '../flow/flowAccessRules.ts';
import { standingOf } from '../flow/flowAccessStore.ts';
import { createFlowRetirement, type FlowRetirement } from '../flow/retirementService.ts';
import { createSecretService, type SecretService } from '../flow/secretService.ts';
import { createFlowService, type FlowService } from '../flow/flowService.ts';
import { createTrialService, type TrialService } from '../flow/trialService.ts';
import { createFileService, type FileService } from '../files/fileService.ts';
import type { FileStorage } from '../files/fileStorage.ts';
import {
  createGuardedFetch,
  createRefusalOf,
  createPlatformFetch,
  type GuardedFetch,
  type RefusalOf,
} from '../foundation/http/outbound.ts';
import { createNodeTypes } from '../nodeTypes.ts';
import type { Directory } from '../people/directory/directory.ts';
import type { RoleHolders } from '../people/identity/caller.ts';
import { createMyGraph } from '../people/onBehalf/myGraph.ts';
import { createAnswerValues } from '../requests/answerValues.ts';
import { createAskLimiter } from '../requests/askLimiter.ts';
import { createBroker, type Broker, type BrokerParts } from '../requests/broker.ts';
import { createConversation, type Conversation } from '../requests/conversation.ts';
import { createOpenAnswered } from '../requests/openAnswered.ts';
import { createOptionsSources, type OptionsSources } from '../requests/optionsSource.ts';
import { createPresenter, type Presenter } from '../requests/presenter.ts';
import type { SearchService } from '../search/searchService.ts';
import { composeAssignments, composeProgress, type Assignments } from './assignments.ts';
import type { Channels } from './channels.ts';
import { storageOf } from './files.ts';
import type { Ground } from './ground.ts';
import type { People } from './people.ts';

/** Running flows, and the questions they ask. */
export interface Work {
  expressions: Pick<ExpressionService, 'of'>;
  trials: TrialService;
  nodeTypes: ReadonlyMap<string, NodeType>;
  flows: FlowService;
  access: FlowAccessService;
  retirement: FlowRetirement;
  engine: Engine;
  delegate: Delegate;
  secrets: SecretService;
  broker: Broker;
  chats: ChatService;
  chatRetirement: ChatRetirement;
  logs: LogService;
  assigned: Assignments;
  assistant: Assistant;
  conversation: Conversation;
  presenter: Presenter;
  options: OptionsSources;
  files: FileService;
  close(): Promise<void>;
}

interface Known extends Pick<People, 'directory' | 'delegations' | 'assertionOf' | 'profiles' | 'drives'> {
  search: SearchService;
}

export function composeWork(
  ground: Ground,
  { directory, delegations, assertionOf, profiles, search, drives }: Known,
  { kinds, channels, live }: Pick<Channels, 'kinds' | 'channels' | 'live'>,
): Work {
  const { config, database, options, units, reader, signals, now, report } = ground;
  const guardedFetch = createGuardedFetch({ allowedPrivateHosts: config.allowedPrivateHosts });
  const llm = createLlmClient(config.llm, createPlatformFetch(config.originMap, LLM_LIMITS.exchangeMs), now);
  const assistant = createAssistant({ units, reader, signals, llm, now, report });
  const expressions = createExpressions({ budget: config.expressionBudget });
  const wakes = wakesOf(() => engine);
  const broker = composeBroker(ground, wakes);
  const progress = composeProgress(ground);
  const secrets = composeSecrets(ground);
  const nodeTypes = createNodeTypes({
    ...composeCalls(ground, { delegations, guardedFetch }),
    directory,
    search,
    signals,
    reader,
    broker,
    askLimiter: createAskLimiter(ground),
    timeZone: config.timeZone,
    llm,
    openAnswered: createOpenAnswered(ground),
    openSecret: secrets.open,
    ...namesOf(channels, kinds),
  });
  const flows = createFlowService({ ...ground, nodeTypes, expressions, directory, zone: config.timeZone });
  const engine = createEngine({
    units,
    reader,
    signals,
    nodeTypes,
    limits: ground.limits,
    onEnded: progress.progress.onEnded,
    expressions,
    now,
    report,
    leaseMs: options.leaseMs,
    flowOf: (id, version) => flows.compiled(id, version),
    isAwaitedHere: (id) => database.kind === 'sqlite' || broker.waiters.hasExecution(id), // SQLite has only one server
  });
  const delegate = createDelegate({ delegations, assertionOf });
  return {
    expressions,
    nodeTypes,
    flows,
    trials: createTrialService({ ...flows, expressions, zone: config.timeZone, now }),
    ...composeOwners(ground, { directory, flows }),
    engine,
    delegate,
    secrets,
    broker,
    assistant,
    ...composeChats(ground, { directory, flows, engine, assistant, progress, channels, delegate, live }),
    ...composeTalk(ground, { directory, profiles, broker, kinds, guardedFetch, expressions, drives, live }),
    close: () => expressions.close(),
  };
}

/** What owners of flows do with them, besides saving versions. */
const composeOwners = (ground: Ground, parts: Pick<ChatParts, 'directory' | 'flows'>) => ({
  access: createFlowAccessService({ ...ground, ...parts }),
  retirement: createFlowRetirement({ ...ground, ...parts }),
});

interface Calls extends DelegatedParts {
  guardedFetch: GuardedFetch;
  refusalOf: RefusalOf;
}

/** How the broker resumes executions; the engine is created after it. */
const wakesOf = (engine: () => Engine): Pick<BrokerParts, 'takeIn' | 'release' | 'releaseLater'> => ({
  takeIn: (unit, ids) => engine().takeIn(unit, ids),
  release: (ids) => engine().take(ids),
  releaseLater: (ids) => engine().takeLater(ids),
});

/** What nodes call outside: the web, and Microsoft Graph on behalf of the starter. */
function composeCalls(
  { config, now }: Ground,
  { delegations, guardedFetch }: Omit<Calls, 'refusalOf' | 'graphAs'>,
): Calls {
  const parts = { platformFetch: createPlatformFetch(config.originMap), guardedFetch, now, sleep };
  return {
    guardedFetch,
    refusalOf: createRefusalOf(config),
    delegations,
    graphAs: (token) => createMyGraph(token, parts),
  };
}

interface ChatParts extends Pick<Channels, 'channels' | 'live'> {
  directory: Directory;
  flows: FlowService;
  engine: Engine;
  assistant: Assistant;
  delegate: Delegate;
  progress: ReturnType<typeof composeProgress>;
}

/** Chats, their logs, and assignments of them. */
function composeChats(ground: Ground, { directory, channels, live, progress, ...parts }: ChatParts) {
  const { attemptOf } = progress;
  const chats = createChatService(ground);
  const logs = createLogService({ ...ground, ...parts, ...progress.progress, openChat: chats.open, attemptOf });
  const channelNames = () => [...channels.keys()];
  const { engine } = parts;
  const administrators = () => administratorsIn(live.current());
  const assigned = composeAssignments(ground, { directory, engine, logs, progress, administrators, channelNames });
  return { chats, chatRetirement: createChatRetirement({ ...ground, chats }), logs, assigned };
}

const administratorsIn = ({ adminIds, adminGroupIds }: RoleHolders) => [
  ...adminIds.map((id) => ({ kind: 'user' as const, id })),
  ...adminGroupIds.map((id) => ({ kind: 'group' as const, id })),
];

const composeBroker = (ground: Ground, wake: Pick<BrokerParts, 'takeIn' | 'release' | 'releaseLater'>): Broker =>
  createBroker({
    ...ground,
    ...wake,
    onAnswered: (channel) => ground.metrics.count('handback_answers_total', { channel }),
    onClosed: (status) => ground.metrics.count('handback_requests_closed_total', { status }),
  });

interface TalkParts extends Pick<Channels, 'kinds' | 'live'>, Pick<People, 'directory' | 'profiles' | 'drives'> {
  broker: Broker;
  guardedFetch: GuardedFetch;
  expressions: ExpressionService;
}

/** How requests are presented to people, and how answers are taken. */
function composeTalk(ground: Ground, { directory, profiles, broker, kinds, drives, live, ...parts }: TalkParts) {
  const { publicUrl, timeZone } = ground.config;
  const nameOfChannel = (name: string) => CLIENT_NAMES[name] ?? kinds.get(name)?.displayName ?? name;
  const presenter = createPresenter({ ...ground, publicUrl, nameOfChannel, workOf: (id) => profiles.workOf(id) });
  const options = createOptionsSources({ ...ground, ...parts });
  const storage = storageOf(ground.config, drives, () => live.current().personalFileLocation);
  const files = composeFiles(ground, presenter, storage);
  const values = createAnswerValues({ ...ground, directory, options, files, timeZone });
  const tokenPolicyOf = (channel: string) => kinds.get(channel)?.tokenPolicy ?? 'none';
  const conversation = createConversation({ ...ground, broker, values, presenter, publicUrl, tokenPolicyOf });
  return { conversation, presenter, files, options };
}

const namesOf = (channels: Channels['channels'], kinds: Channels['kinds']) => ({
  channelNames: () => [...channels.keys()],
  channelKinds: () => [...kinds.keys()],
});

const composeSecrets = (ground: Ground): SecretService =>
  createSecretService({
    ...ground,
    async mayChangeFlow(caller, flowId) {
      const standing = await standingOf(ground.reader, flowId, caller);
      return standing !== null && mayChangeFlow(caller, standing);
    },
  });

/** Assignees upload files to open questions. */
const composeFiles = (
  { config, units, reader, now }: Ground,
  presenter: Presenter,
  storage: FileStorage,
): FileService =>
  createFileService({
    units,
    reader,
    storage,
    dayBytes: config.uploadBytesPerDay,
    now,
    askedOf: (requestId, person) => presenter.askedOf(requestId, person),
  });
