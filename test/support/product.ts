// cspell:ignore botframework
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import type { ExecutionView } from '../../contract/executions.ts';
import type { UserNotification } from '../../contract/notifications.ts';
import { loadSamples } from '../../sandbox/samples.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.ts';
import { readConfig, type Config } from '../../server/foundation/config.ts';
import { freePort } from './freePort.ts';
import { keepConfigured, lookAtDatabase, watchedLog } from './leaks/watchProduct.ts';
import { NO_LIMITS } from './limits.ts';
import { copyMigrated } from './template.ts';
import { start, type Product, type StartOptions } from '../../server/main.ts';

export interface Answered<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Calls the API as one person. */
export interface Client {
  call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answered<Body>>;
}

export interface TestProduct {
  url: string;
  product: Product;
  sandbox: Sandbox;
  config: Config;
  as(email: string): Promise<Client>;
  /** Starts a flow and resolves with the execution's id. */
  run(client: Client, flowId: string, variables?: Record<string, unknown>): Promise<string>;
  execution(client: Client, id: string): Promise<ExecutionView>;
  /** Resolves when the execution has reached one of these states. */
  reached(client: Client, id: string, ...statuses: ExecutionView['status'][]): Promise<ExecutionView>;
  inbox(client: Client): Promise<UserNotification[]>;
  close(): Promise<void>;
}

export interface TestProductOptions extends StartOptions {
  /** Also asks people in Teams and Slack, as the sandbox does; otherwise only by web client and e-mail. */
  chats?: boolean;
  /** Saves the sample flows and chats. */
  samples?: boolean;
  databaseUrl?: string;
  /** Replaces `databaseUrl`: called before the start, and may prepare an earlier version's data. */
  openUrl?(): Promise<string>;
  /** A running one, for several servers on it. */
  sandbox?: Sandbox;
  sandboxOptions?: SandboxOptions;
  config?: Partial<Config>;
}

/** People are asked only by web client and e-mail. */
export const NO_CHATS: Partial<Config> = {
  teamsAppId: null,
  teamsAppPassword: null,
  teamsTenantId: null,
  slackBotToken: null,
  slackSigningSecret: null,
};
const GIVE_UP_MS = 30_000;
const LOOK_EVERY_MS = 10;

/**
 * The library that verifies Teams caches an address's keys for the life of its process, and tests give an address to
 * several sandboxes.
 */
function forgetTeamsKeys(): void {
  const ofBot = createRequire(createRequire(import.meta.url).resolve('botbuilder'));
  const { JwtTokenExtractor } = ofBot('botframework-connector/lib/auth/jwtTokenExtractor') as {
    JwtTokenExtractor: { openIdMetadataCache: Map<string, unknown> };
  };
  JwtTokenExtractor.openIdMetadataCache.clear();
}

/** The real product on the real sandbox, with its own database, on a free port. */
export async function startProduct(options: TestProductOptions = {}): Promise<TestProduct> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'handback-'));
  const sandbox = options.sandbox ?? (await startSandbox({ portBase: 0, ...options.sandboxOptions }));
  const port = await freePort();
  const DATABASE_URL = options.databaseUrl ?? (await options.openUrl?.());
  if (!DATABASE_URL) await copyMigrated(path.join(folder, 'sandbox.db'));
  const surroundings = readConfig(
    { PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'debug', DATABASE_URL },
    'sandbox',
  );
  const chats = options.chats ? {} : NO_CHATS;
  const config: Config = { ...surroundings, ...sandbox.config, ...chats, ...options.config };
  if (options.chats) forgetTeamsKeys();
  keepConfigured(config, sandbox);
  const logTo = watchedLog(options.logTo);
  const product = await start(config, {
    profilesEveryMs: 1e9,
    ...options,
    logTo,
    limits: { ...NO_LIMITS, ...options.limits },
  });
  if (options.samples) await loadSamples(product.services, sandbox.tenant.people[0]!);

  const as = async (email: string): Promise<Client> => clientOf(product.url, await sandbox.tokenFor(email));
  const execution = async (client: Client, id: string) =>
    (await client.call<ExecutionView>('GET', `/executions/${id}`)).body;

  return {
    url: product.url,
    product,
    sandbox,
    config,
    as,
    execution,
    async run(client, flowId, variables = {}) {
      const { status, body } = await client.call<{ executionId: string }>('POST', `/flows/${flowId}/executions`, {
        variables,
      });
      if (status !== 201) throw new Error(`the flow did not start: ${JSON.stringify(body)}`);
      return body.executionId;
    },
    reached: (client, id, ...statuses) =>
      eventually(async () => {
        const view = await execution(client, id);
        return statuses.includes(view.status) ? view : undefined;
      }),
    inbox: async (client) => (await client.call<UserNotification[]>('GET', '/user/notifications')).body,
    async close() {
      await lookAtDatabase(product.services.ground.database).catch(() => {}); // their test has already removed some
      await product.close();
      if (!options.sandbox) await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Calls a server, wherever it runs, with a bearer token. */
export const clientOf = (url: string, token: string): Client => ({
  call: (method, to, body, headers) => callApi(url, token, method, to, body, headers),
});

async function callApi<Body>(
  url: string,
  token: string,
  method: string,
  to: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answered<Body>> {
  const response = await fetch(`${url}/api${to}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as Body };
}

/** Polls until there is a result, for the work of other processes. */
export async function eventually<T>(look: () => Promise<T | undefined>, giveUpMs = GIVE_UP_MS): Promise<T> {
  const giveUpAt = Date.now() + giveUpMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > giveUpAt) throw new Error(`it did not happen within ${giveUpMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
