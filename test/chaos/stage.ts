import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { readConfig, type Config } from '../../server/foundation/config.ts';
import { freePort } from '../support/product.ts';
import { randomNumbers } from '../support/random.ts';
import { createAcknowledged, type Acknowledged } from './acknowledged.ts';
import { startCallCounter, type CallCounter } from './callCounter.ts';
import { createClients, type Clients } from './clients.ts';
import { chaosFlows, STARTER, type ChaosFlow } from './flows.ts';
import { createLoad, type Link, type Load } from './load.ts';
import { prepareServer, type PreparedServer, type ServerProcess } from './serverProcess.ts';

const LEASE_MS = 2000;

/** What stays while servers come and go. */
export interface Stage {
  sandbox: Sandbox;
  counter: CallCounter;
  flows: ChaosFlow[];
  acknowledged: Acknowledged;
  clients: Clients;
  links: Link[];
  load: Load;
  config: Config;
  server: ServerProcess;
  /** Starts the next server on what the last one left. */
  restart(): Promise<void>;
  random(): number;
  close(): Promise<void>;
}

export async function setStage({ databaseUrl, seed }: { databaseUrl: string; seed: number }): Promise<Stage> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'handback-chaos-'));
  const sandbox = await startSandbox({ portBase: 0 });
  const counter = await startCallCounter();
  const environment = {
    PORT: String(await freePort()),
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'error',
    HANDBACK_KEY: '0'.repeat(64),
  };
  const config = { ...readConfig(environment, 'sandbox'), ...sandbox.config, allowedPrivateHosts: [counter.host] };
  const options = { leaseMs: LEASE_MS, limits: { requestsPerMinute: 1e9 }, responseLimits: { postsPerMinute: 1e9 } };
  const bearers = new Map<string, string>();
  const signIn = async () => {
    for (const { userPrincipalName, mail } of sandbox.tenant.people) {
      const bearer = await sandbox.tokenFor(userPrincipalName);
      for (const address of [userPrincipalName, mail ?? userPrincipalName]) bearers.set(address, bearer);
    }
  };

  let spare: PreparedServer = prepareServer();
  const stage = { sandbox, counter, flows: chaosFlows(counter.url), config, random: randomNumbers(seed) } as Stage;
  stage.restart = async () => {
    counter.nextLife();
    await signIn();
    stage.server = await spare.start(config, options);
    spare = prepareServer();
  };
  stage.close = async () => {
    await Promise.all([stage.server?.kill(), spare.kill(), counter.close(), sandbox.close()]);
    await rm(folder, { recursive: true, force: true });
  };
  await stage.restart();
  stage.acknowledged = createAcknowledged();
  stage.links = [];
  stage.clients = createClients(
    () => stage.server.url,
    (person) => bearers.get(person)!,
    STARTER,
  );
  stage.load = createLoad({ ...stage, chatId: await prepareChat(stage) });
  return stage;
}

/** The flows, and the chat that their executions are started from. */
async function prepareChat({ clients, flows }: Stage): Promise<string> {
  for (const { definition } of flows) {
    const saved = await clients.call(STARTER, 'POST', '/flows', definition);
    if (saved?.status !== 201) throw new Error(`a flow was not saved: ${JSON.stringify(saved)}`);
  }
  const chat = await clients.call(STARTER, 'POST', '/chats', { name: 'Chaos' });
  return (chat!.body as { id: string }).id;
}
