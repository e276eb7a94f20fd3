import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { readConfig, type Config } from '../../server/foundation/config.ts';
import type { Limits } from '../../server/foundation/limits.ts';
import { freePort } from '../support/freePort.ts';
import { NO_LIMITS } from '../support/limits.ts';
import { randomNumbers } from '../support/random.ts';
import { createAcknowledged, type Acknowledged } from './acknowledged.ts';
import { startCallCounter, type CallCounter } from './callCounter.ts';
import { createClients, type Clients } from './clients.ts';
import { chaosFlows, STARTER, type ChaosFlow } from './flows.ts';
import { createLoad, type Link, type Load } from './load.ts';
import { startWire, type TroubledWire } from './wire.ts';
import { prepareServer, type PreparedServer, type ServerProcess } from './serverProcess.ts';

const LEASE_MS = 2000;
/**
 * Tokens are valid from two hours ago, for days, because a server's clock is set back by an hour and forward by a day.
 */
const TOKENS = { now: () => Date.now() - 2 * 3_600_000, lifetimeSeconds: 3 * 24 * 3600 };

/** What persists while servers come and go. */
export interface Stage {
  sandbox: Sandbox;
  counter: CallCounter;
  flows: ChaosFlow[];
  acknowledged: Acknowledged;
  clients: Clients;
  links: Link[];
  /** Where executions are started. */
  chatId: string;
  load: Load;
  config: Config;
  databaseUrl: string;
  /** Between the server and its peers. */
  wires: { mail: TroubledWire; directory: TroubledWire };
  server: ServerProcess;
  /** Starts the next server on the previous one's data. */
  restart(): Promise<void>;
  /** Where clients send their calls: to the server, unless something is in front of it. */
  url(): string;
  /** One more server on the same database. */
  startBeside(port: number): Promise<ServerProcess>;
  tokenOf(person: string): string;
  random(): number;
  close(): Promise<void>;
}

export interface StageOptions {
  databaseUrl: string;
  seed: number;
  /** The servers' log level; `error` if absent, for errors only. */
  logLevel?: string;
  config?: Partial<Config>;
  /** Instead of none. */
  limits?: Partial<Limits>;
  /** Instead of the usual ones. @param counter the target of their calls */
  flows?(counter: string): ChaosFlow[];
}

export async function setStage({
  databaseUrl,
  seed,
  logLevel = 'error',
  config: more = {},
  limits = {},
  flows: flowsOf = chaosFlows,
}: StageOptions): Promise<Stage> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'handback-chaos-'));
  const sandbox = await startSandbox({ portBase: 0, ...TOKENS });
  const counter = await startCallCounter();
  const environment = {
    PORT: String(await freePort()),
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: logLevel,
    HANDBACK_KEY: '0'.repeat(64),
  };
  const wires = {
    mail: await startWire(addressOf(sandbox.config.smtpUrl!)),
    directory: await startWire(addressOf(sandbox.identity.url)),
  };
  const config: Config = {
    ...readConfig(environment, 'sandbox'),
    ...sandbox.config,
    smtpUrl: `smtp://127.0.0.1:${wires.mail.port}`,
    originMap: {
      ...sandbox.config.originMap,
      'https://graph.microsoft.com': `http://127.0.0.1:${wires.directory.port}`,
    },
    allowedPrivateHosts: [counter.host],
    ...more,
  };
  const options = { leaseMs: LEASE_MS, limits: { ...NO_LIMITS, ...limits } };
  const bearers = new Map<string, string>();
  const signIn = async () => {
    for (const { userPrincipalName, mail } of sandbox.tenant.people) {
      const bearer = await sandbox.tokenFor(userPrincipalName);
      for (const address of [userPrincipalName, mail ?? userPrincipalName]) bearers.set(address, bearer);
    }
  };

  let spare: PreparedServer = prepareServer();
  const random = randomNumbers(seed);
  const flows = flowsOf(counter.url);
  const stage = { sandbox, counter, flows, config, databaseUrl, wires, random } as Stage;
  stage.restart = async () => {
    counter.nextLife();
    await signIn();
    stage.server = await spare.start(config, options);
    spare = prepareServer();
  };
  stage.url = () => stage.server.url;
  stage.tokenOf = (person) => bearers.get(person)!;
  stage.startBeside = async (port) => {
    const starting = spare;
    spare = prepareServer();
    return starting.start({ ...config, port }, options);
  };
  stage.close = async () => {
    await Promise.all([stage.server?.kill(), spare.kill(), counter.close(), sandbox.close()]);
    await Promise.all(Object.values(wires).map((wire) => wire.close()));
    await rm(folder, { recursive: true, force: true });
  };
  await stage.restart();
  stage.acknowledged = createAcknowledged();
  stage.links = [];
  stage.clients = createClients({
    url: () => stage.url(),
    bearerOf: stage.tokenOf,
    starter: STARTER,
    random,
  });
  stage.chatId = await prepareChat(stage);
  stage.load = createLoad(stage);
  return stage;
}

function addressOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

/** The flows, and the chat from which their executions are started. */
async function prepareChat({ clients, flows }: Stage): Promise<string> {
  for (const { definition } of flows) {
    const saved = await clients.call(STARTER, 'POST', '/flows', definition);
    if (saved?.status !== 201) throw new Error(`a flow was not saved: ${JSON.stringify(saved)}`);
  }
  const chat = await clients.call(STARTER, 'POST', '/chats', { name: 'Chaos' });
  return (chat!.body as { id: string }).id;
}
