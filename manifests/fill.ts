import { z } from 'zod';

/** The apps that an administrator registers. */
export const APPS = ['teams', 'slack'] as const;
export type App = (typeof APPS)[number];
/** The apps, plus the registrations in Microsoft Entra ID, which come first. */
export type Kit = App | 'entra';

/** Lists everything that is missing or wrong at once. */
export class ManifestError extends Error {
  constructor(readonly problems: string[]) {
    super(`The manifests were not written:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ManifestError';
  }
}

interface Needed {
  schema: z.ZodType<string>;
  /** The message for a missing or invalid value. */
  expected: string;
  apps: readonly Kit[];
  /** The default, if the value is optional. */
  otherwise?(values: Record<string, string>): string;
}

/** In lower case, like Microsoft's ids, with which these are compared. */
const guid = z.guid().toLowerCase();
/** Platforms only call https; a localhost address is allowed for trying out the manifest. */
const address = z.url({ protocol: /^https?$/, abort: true }).refine((text) => {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
});

/** Whether webhook and redirect URLs can start with this address. The server refuses the same ones. */
function canBeginOthers(text: string): boolean {
  const { username, pathname } = new URL(text);
  return !/[?#]/.test(text) && username === '' && /^\/*$/.test(pathname);
}

/** The expected values, by their name in the environment and the templates. */
const NEEDED: Record<string, Needed> = {
  PUBLIC_URL: {
    schema: address.refine(canBeginOthers).transform((text) => new URL(text).origin),
    expected:
      'the https address at which people and platforms reach Handback (http only for localhost), without a path, a query or a name in it',
    apps: [...APPS, 'entra'],
  },
  TENANT_ID: {
    schema: guid,
    expected: 'the id of your directory’s tenant, a GUID',
    apps: ['entra'],
    otherwise: () => '',
  },
  REGISTRATION_NAME: {
    schema: z.string().regex(/^[\p{L}\p{N}][^\p{C}]{0,99}$/u),
    expected: 'a name that begins with a letter or a digit, in one line of at most 100 characters',
    apps: ['entra'],
    otherwise: () => 'Handback',
  },
  SEARCH_RESOURCE: {
    schema: z.union([guid, z.url({ protocol: /^(https|api)$/ })]),
    expected: 'the application id or the https address of the search service',
    apps: ['entra'],
    otherwise: () => '',
  },
  DIRECTORY_AUTH_TYPE: {
    schema: z.enum(['clientCredentials', 'managedSystemIdentity']),
    expected: 'clientCredentials or managedSystemIdentity',
    apps: ['entra'],
    otherwise: () => 'clientCredentials',
  },
  TEAMS_APP_ID: { schema: guid, expected: 'the application id of the bot’s registration, a GUID', apps: ['teams'] },
  DIRECTORY_CLIENT_ID: {
    schema: guid,
    expected: 'the application id of the server registration, a GUID',
    apps: ['teams'],
  },
  DEVELOPER_NAME: {
    schema: z.string().max(32),
    expected: 'the name of who runs this installation, at most 32 characters',
    apps: ['teams'],
    otherwise: () => 'Handback',
  },
  SLACK_NATIVE_PICKERS: {
    schema: z.enum(['true', 'false']),
    expected: 'true or false',
    apps: ['slack'],
    otherwise: () => 'false',
  },
  PRIVACY_URL: {
    schema: address,
    expected: 'the https address of your privacy statement',
    apps: ['teams'],
    otherwise: ({ PUBLIC_URL }) => PUBLIC_URL!,
  },
  TERMS_URL: {
    schema: address,
    expected: 'the https address of your terms of use',
    apps: ['teams'],
    otherwise: ({ PUBLIC_URL }) => PUBLIC_URL!,
  },
};

/**
 * Reads the values for the templates of these apps.
 * @throws ManifestError
 */
export function readValues(env: NodeJS.ProcessEnv, apps: readonly Kit[], version: string): Record<string, string> {
  const values: Record<string, string> = { VERSION: version };
  const problems: string[] = [];
  for (const [name, { schema, expected, apps: users, otherwise }] of Object.entries(NEEDED)) {
    if (!users.some((app) => apps.includes(app))) continue;
    const given = env[name]?.trim();
    const result = schema.safeParse(given);
    if (result.success) values[name] = result.data;
    else if (given) problems.push(`${name} must be ${expected}`);
    else if (otherwise) values[name] = otherwise(values);
    else problems.push(`${name} is missing: ${expected}`);
  }
  if (problems.length > 0) throw new ManifestError(problems);
  return { ...values, PUBLIC_HOST: new URL(values['PUBLIC_URL']!).hostname };
}

interface SlackManifest {
  oauth_config: { scopes: { bot: string[] } };
}

/** Adds the scope for files: with native pickers people choose files in Slack, and the app downloads them. */
export function withScopes(manifest: SlackManifest, { SLACK_NATIVE_PICKERS }: Record<string, string>): SlackManifest {
  const { bot } = manifest.oauth_config.scopes;
  const needed = SLACK_NATIVE_PICKERS === 'true' ? [...bot, 'files:read'] : bot;
  return { ...manifest, oauth_config: { ...manifest.oauth_config, scopes: { bot: needed } } };
}

/**
 * Fills `{{NAME}}` in the strings of a template, so that a value can only become part of a string.
 * @throws Error for a name without a value
 */
export function fill(template: unknown, values: Record<string, string>): unknown {
  if (typeof template === 'string')
    return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`The template asks for ${name}, which nobody gives.`);
      return value;
    });
  if (Array.isArray(template)) return template.map((each) => fill(each, values));
  if (template === null || typeof template !== 'object') return template;
  return Object.fromEntries(Object.entries(template).map(([name, each]) => [name, fill(each, values)]));
}
