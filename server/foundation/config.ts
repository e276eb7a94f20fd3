import path from 'node:path';
import { z } from 'zod';
import { zoneOf } from '../../contract/answers.ts';
import { Guid } from '../../contract/ids.ts';
import {
  aSwitch,
  bytes,
  limits,
  mailFrom,
  metricsToken,
  networks,
  number,
  port,
  publicUrl,
  seconds,
  smtpUrl,
} from './configForms.ts';
import type { Limits } from './limits.ts';

/** Everything the product reads from its environment, once, at start. */
export interface Config {
  mode: 'sandbox' | 'tenant';
  port: number;
  host: string;
  /** An origin, as browsers write it: in lower case, without a default port and a slash at the end. */
  publicUrl: string;
  /** Proxies whose forwarded headers are trusted. */
  trustedProxies: string[];
  /** How long a stopping server reports not ready but keeps serving, so that proxies notice. */
  drainMs: number;
  /** Overrides of the default limits. */
  limits: Partial<Limits>;
  databaseUrl: string;
  dataDir: string;
  /** 32 bytes that encrypt settings; generated into `dataDir` if absent. */
  key: string | null;
  /** The former key; decrypts data encrypted before a key change. */
  previousKey: string | null;
  logLevel: string;
  /** The time zone for dates and times whose author's zone is unknown. */
  timeZone: string;
  /** A separate port for metrics; null: they are on the main port, if anywhere. */
  metricsPort: number | null;
  metricsHost: string;
  /** The bearer token for reading metrics; null: none is needed, and metrics are available only on a separate port. */
  metricsToken: string | null;
  /** Bytes of files one person may upload in 24 hours. */
  uploadBytesPerDay: number;
  /** Bytes of disk space that uploads must leave free. */
  keepFreeBytes: number;
  clientId: string | null;
  tenantId: string | null;
  directoryClientId: string | null;
  directoryClientSecret: string | null;
  directoryAuthType: 'clientCredentials' | 'managedSystemIdentity';
  docSiteClientId: string | null;
  docSiteClientSecret: string | null;
  smtpUrl: string | null;
  /** Maximum number of open connections to the mail server. */
  smtpConnections: number;
  mailFrom: string | null;
  /** The bot's app registration. */
  teamsAppId: string | null;
  teamsAppPassword: string | null;
  /** The tenant whose people the bot serves; defaults to the product's. */
  teamsTenantId: string | null;
  /** Whether Teams cards use native pickers; null: a stored setting decides. */
  teamsNativePickers: boolean | null;
  slackBotToken: string | null;
  slackSigningSecret: string | null;
  /** Whether Slack forms use native pickers; null: a stored setting decides. */
  slackNativePickers: boolean | null;
  /** Processor time that the expressions of one execution may use, in ms. */
  expressionBudget: { perMinuteMs: number; totalMs: number };
  /** The language model for `llm` nodes and assistants; null: none. */
  llm: LlmConfig | null;
  /** Maps a platform's origin to the origin that stands in for it; empty outside the sandbox. */
  originMap: Record<string, string>;
  /** Discovery document for clients that cannot ask the authority themselves; null outside the sandbox. */
  authorityMetadata: string | null;
  /** Where the sandbox shows sent mail; null outside the sandbox. */
  mailboxUrl: string | null;
  /** Hosts that `guardedFetch` may reach although they are on this machine; empty outside the sandbox and tests. */
  allowedPrivateHosts: string[];
  /** Variables set in the environment: these override stored settings; our defaults do not. */
  given: readonly string[];
}

/** An endpoint that speaks the chat-completions protocol. */
export interface LlmConfig {
  /** Such as `https://…/v1`, to which `/chat/completions` is appended. Without a trailing slash. */
  baseUrl: string;
  model: string;
  apiKey: string | null;
}

const MIB = 1024 * 1024;
/** Two checks of a proxy that checks every two seconds. */
const DRAIN_MS = 5000;
/** Microsoft 365 accepts three concurrent connections per sender. */
const SMTP_CONNECTIONS = 3;

/** Invalid configuration; the server does not start. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`Not configured:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Environment variable to its schema, and the text shown when the value is wrong. */
const VARIABLES = {
  PORT: [port, 'a port number'],
  HOST: [z.string().min(1), 'an address to listen on'],
  PUBLIC_URL: [publicUrl, 'the http(s) address people use, without a path, a query or a name in it'],
  TRUSTED_PROXIES: [networks, 'addresses or networks (10.0.0.0/8), separated by commas'],
  DRAIN_MS: [number.pipe(z.int().min(0).max(15_000)), 'milliseconds, 15000 at most'],
  LIMITS: [
    limits,
    'name=number (1 or more) or name=none, each name once, separated by commas; docs/operators.md lists the names',
  ],
  DATABASE_URL: [z.string().regex(/^(sqlite:(?!:memory:).+|postgres(ql)?:\/\/.+)$/), 'sqlite:<file> or postgres://…'],
  DATA_DIR: [z.string().min(1), 'a folder'],
  HANDBACK_KEY: [z.string().regex(/^[0-9a-f]{64}$/i), '64 hexadecimal digits (32 random bytes)'],
  HANDBACK_KEY_PREVIOUS: [z.string().regex(/^[0-9a-f]{64}$/i), '64 hexadecimal digits, while keys are being changed'],
  LOG_LEVEL: [
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'fatal, error, warn, info, debug, trace or silent',
  ],
  TIME_ZONE: [
    z.string().refine((name) => zoneOf(name) !== undefined),
    'the name of a time zone, such as Europe/Berlin',
  ],
  METRICS_PORT: [port, 'a port number'],
  METRICS_HOST: [z.string().min(1), 'an address to listen on'],
  METRICS_TOKEN: [metricsToken, 'at least 32 characters, without spaces'],
  UPLOAD_BYTES_PER_DAY: [bytes, 'a number of bytes'],
  KEEP_FREE_BYTES: [bytes, 'a number of bytes'],
  CLIENT_ID: [Guid, 'a GUID'],
  TENANT_ID: [Guid, 'a GUID'],
  DIRECTORY_CLIENT_ID: [Guid, 'a GUID'],
  DIRECTORY_CLIENT_SECRET: [z.string().min(1), 'a client secret'],
  DIRECTORY_AUTH_TYPE: [
    z.enum(['clientCredentials', 'managedSystemIdentity']),
    'clientCredentials or managedSystemIdentity',
  ],
  DOCSITE_CLIENT_ID: [Guid, 'a GUID'],
  DOCSITE_CLIENT_SECRET: [z.string().min(1), 'a client secret'],
  SMTP_URL: [smtpUrl, 'smtp://host:port or smtps://host:port, with a name and password before the host if needed'],
  SMTP_CONNECTIONS: [number.pipe(z.int().min(1).max(32)), 'a number of connections from 1 to 32'],
  MAIL_FROM: [mailFrom, 'an e-mail address, with a name before it if you like'],
  TEAMS_APP_ID: [Guid, 'a GUID'],
  TEAMS_APP_PASSWORD: [z.string().min(1), 'a client secret'],
  TEAMS_TENANT_ID: [Guid, 'a GUID'],
  TEAMS_NATIVE_PICKERS: [aSwitch, 'true or false'],
  SLACK_BOT_TOKEN: [z.string().regex(/^xoxb-\S+$/), 'a bot token that begins with xoxb-'],
  SLACK_SIGNING_SECRET: [z.string().min(8), 'the signing secret of the Slack app'],
  SLACK_NATIVE_PICKERS: [aSwitch, 'true or false'],
  EXPRESSION_SECONDS_PER_MINUTE: [seconds, 'a number of seconds above 0, 86400 at most'],
  EXPRESSION_SECONDS_TOTAL: [seconds, 'a number of seconds above 0, 86400 at most'],
  LLM_BASE_URL: [z.url({ protocol: /^https?$/ }), 'the http(s) address below which /chat/completions lies'],
  LLM_API_KEY: [z.string().regex(/^[\x21-\x7e]+$/), 'a key without spaces'],
  LLM_MODEL: [z.string().min(1).max(200), 'the name of a model'],
} as const satisfies Record<string, [z.ZodType, string]>;

type Name = keyof typeof VARIABLES;
export const VARIABLE_NAMES: readonly string[] = Object.keys(VARIABLES);
type Values = { [K in Name]?: z.infer<(typeof VARIABLES)[K][0]> };

/**
 * Empty values count as absent, and white space around a value is not part of it: files of variables often leave a space
 * or the CR of a line. @throws ConfigError that names every wrong value and what was expected
 */
function parseEnvironment(env: NodeJS.ProcessEnv): Values {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, [schema, expected]] of Object.entries(VARIABLES)) {
    const text = env[name];
    if (!text) continue;
    const result = schema.safeParse(text.trim());
    if (result.success) values[name] = result.data;
    else problems.push(`${name} must be ${expected}`); // never the value: it may be a secret
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values;
}

/** @throws ConfigError when only some of the required variables are set */
function llmOf({ LLM_BASE_URL: baseUrl, LLM_MODEL: model, LLM_API_KEY: apiKey }: Values): LlmConfig | null {
  if (baseUrl !== undefined && model !== undefined)
    return { baseUrl: baseUrl.replace(/\/+$/, ''), model, apiKey: apiKey ?? null };
  if (baseUrl === undefined && model === undefined && apiKey === undefined) return null;
  const missing = Object.entries({ LLM_BASE_URL: baseUrl, LLM_MODEL: model }).filter(
    ([, value]) => value === undefined,
  );
  throw new ConfigError(missing.map(([name]) => `${name} must be given too, or none of the LLM variables`));
}

/** @throws ConfigError if METRICS_PORT equals PORT, or if METRICS_HOST is set without a port */
function metricsOf(values: Values, portNumber: number): Pick<Config, 'metricsPort' | 'metricsHost' | 'metricsToken'> {
  const { METRICS_PORT: ownPort, METRICS_HOST: host, METRICS_TOKEN: token } = values;
  if (ownPort !== undefined && ownPort === portNumber && ownPort !== 0)
    throw new ConfigError(['METRICS_PORT must differ from PORT; METRICS_TOKEN alone shows metrics on PORT']);
  if (ownPort === undefined && host !== undefined)
    throw new ConfigError(['METRICS_PORT must be given too, or no METRICS_HOST']);
  return { metricsPort: ownPort ?? null, metricsHost: host ?? '127.0.0.1', metricsToken: token ?? null };
}

/** @throws ConfigError for a former key without a current one: it would never be used */
function keysOf({
  HANDBACK_KEY: key,
  HANDBACK_KEY_PREVIOUS: previousKey,
}: Values): Pick<Config, 'key' | 'previousKey'> {
  if (previousKey !== undefined && key === undefined)
    throw new ConfigError(['HANDBACK_KEY must be given too, or no HANDBACK_KEY_PREVIOUS']);
  return { key: key ?? null, previousKey: previousKey ?? null };
}

/** The SQLite file of an installation that names no database. */
export const ownFileOf = (dataDir: string, mode: Config['mode']): string => path.join(dataDir, `${mode}.db`);

/** @throws ConfigError */
export function readConfig(env: NodeJS.ProcessEnv, mode: Config['mode'] = 'tenant'): Config {
  const values = parseEnvironment(env);
  const dataDir = path.resolve(values.DATA_DIR ?? '.data');
  const portNumber = values.PORT ?? 3000;
  return {
    mode,
    port: portNumber,
    host: values.HOST ?? (mode === 'sandbox' ? '127.0.0.1' : '0.0.0.0'),
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${portNumber}`,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    drainMs: values.DRAIN_MS ?? (mode === 'sandbox' ? 0 : DRAIN_MS),
    limits: values.LIMITS ?? {},
    databaseUrl: values.DATABASE_URL ?? `sqlite:${ownFileOf(dataDir, mode)}`,
    dataDir,
    ...keysOf(values),
    logLevel: values.LOG_LEVEL ?? 'info',
    timeZone: values.TIME_ZONE ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...metricsOf(values, portNumber),
    uploadBytesPerDay: values.UPLOAD_BYTES_PER_DAY ?? 1024 * MIB,
    keepFreeBytes: values.KEEP_FREE_BYTES ?? 512 * MIB,
    clientId: values.CLIENT_ID ?? null,
    tenantId: values.TENANT_ID ?? null,
    directoryClientId: values.DIRECTORY_CLIENT_ID ?? null,
    directoryClientSecret: values.DIRECTORY_CLIENT_SECRET ?? null,
    directoryAuthType: values.DIRECTORY_AUTH_TYPE ?? 'clientCredentials',
    docSiteClientId: values.DOCSITE_CLIENT_ID ?? null,
    docSiteClientSecret: values.DOCSITE_CLIENT_SECRET ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    smtpConnections: values.SMTP_CONNECTIONS ?? SMTP_CONNECTIONS,
    mailFrom: values.MAIL_FROM ?? null,
    teamsAppId: values.TEAMS_APP_ID ?? null,
    teamsAppPassword: values.TEAMS_APP_PASSWORD ?? null,
    teamsTenantId: values.TEAMS_TENANT_ID ?? null,
    teamsNativePickers: values.TEAMS_NATIVE_PICKERS ?? null,
    slackBotToken: values.SLACK_BOT_TOKEN ?? null,
    slackSigningSecret: values.SLACK_SIGNING_SECRET ?? null,
    slackNativePickers: values.SLACK_NATIVE_PICKERS ?? null,
    expressionBudget: {
      perMinuteMs: (values.EXPRESSION_SECONDS_PER_MINUTE ?? 2) * 1000,
      totalMs: (values.EXPRESSION_SECONDS_TOTAL ?? 60) * 1000,
    },
    llm: llmOf(values),
    originMap: {},
    authorityMetadata: null,
    mailboxUrl: null,
    allowedPrivateHosts: [],
    given: Object.keys(values),
  };
}

/** Whether metrics can be read at all. */
export const showsMetrics = ({ metricsPort, metricsToken }: Pick<Config, 'metricsPort' | 'metricsToken'>): boolean =>
  metricsPort !== null || metricsToken !== null;

export const isPostgres = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): boolean =>
  /^postgres(ql)?:/.test(databaseUrl);
