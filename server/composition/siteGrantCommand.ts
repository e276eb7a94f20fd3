import { z } from 'zod';
import { API_KEY_SCHEME, SiteGrantList, SiteGrantView } from '../../contract/documents.ts';
import type { Fetch } from '../foundation/http/outbound.ts';
import { adviceOnKept } from '../foundation/npmOptions.ts';

/** The environment of a command. */
export interface CommandParts {
  /** After the name of the command. */
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  fetch: Fetch;
}

export interface CommandResult {
  /** The exit code. */
  code: 0 | 1;
  /** For standard output if `code` is 0, otherwise for standard error. */
  text: string;
}

const USAGE =
  'npm run grant-site -- <address or id of a site> [--show|--revoke]\n' +
  'The server is at PUBLIC_URL, and DOCSITE_ADMIN_API_KEY is the key that the page "Access to libraries" has made.';
const FLAGS = { '--show': 'GET', '--revoke': 'DELETE' } as const;

const failure = (text: string): CommandResult => ({ code: 1, text });

interface Wanted {
  site: string;
  method: 'GET' | 'POST' | 'DELETE';
}

/** @returns what is wrong with invalid arguments */
function readArgs(args: readonly string[]): Wanted | string {
  const flags = args.filter((each) => each.startsWith('-'));
  const [site, ...more] = args.filter((each) => !each.startsWith('-'));
  const unknown = flags.find((each) => !Object.hasOwn(FLAGS, each));
  if (unknown !== undefined) return `Unknown option '${unknown}'.`;
  if (site === undefined) return 'It has to say which site.';
  if (more.length > 0) return `One site at a time, not also ${more.join(', ')}.`;
  if (flags.length > 1) return 'It shows the access to a site or revokes it, not both.';
  const [flag] = flags;
  return { site, method: flag === undefined ? 'POST' : FLAGS[flag as keyof typeof FLAGS] };
}

const Refusal = z.object({
  title: z.string(),
  detail: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});

/** A problem as text: the fault of each field, or else the server's title and detail. */
function wordsOf(status: number, body: unknown): string {
  const refusal = Refusal.safeParse(body).data;
  if (!refusal) return `The server answered with ${status}, and gave no reason. Is PUBLIC_URL its address?`;
  const fields = Object.entries(refusal.fields ?? {}).map(([name, words]) => `${name}: ${words}`);
  return fields.length > 0 ? fields.join('\n') : `${refusal.title}. ${refusal.detail}`;
}

const told = ({ name, address, roles }: SiteGrantView): string =>
  `${name} (${address}): ${roles.length === 0 ? 'no access' : roles.join(', ')}`;

/**
 * `npm run grant-site`: asks the server to grant the document-site registration access to a site, to show its access,
 * or to revoke it (behaviour 5.3 C). The key comes from the environment and is never printed.
 */
export async function grantSite({ args, env, fetch }: CommandParts): Promise<CommandResult> {
  const wanted = readArgs(args);
  const kept = adviceOnKept(env, ['show', 'revoke']);
  if (kept !== null) return failure(kept);
  if (args.some((each) => each === '--help' || each === '-h')) return { code: 0, text: USAGE };
  if (typeof wanted === 'string') return failure(`${wanted}\n${USAGE}`);
  const key = env['DOCSITE_ADMIN_API_KEY'];
  if (!key) return failure(`DOCSITE_ADMIN_API_KEY is not set.\n${USAGE}`);
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) return failure('DOCSITE_ADMIN_API_KEY is not a valid key.');
  const server = env['PUBLIC_URL'] || 'http://localhost:3000'; // empty values count as absent
  if (!URL.canParse(server)) return failure('PUBLIC_URL is not an address.');
  const url = new URL(`${server.replace(/\/+$/, '')}/api/admin/documents/grants`);
  const headers: Record<string, string> = { authorization: `${API_KEY_SCHEME} ${key}` };
  if (wanted.method !== 'POST') url.searchParams.set('site', wanted.site);
  else headers['content-type'] = 'application/json';
  const body = wanted.method === 'POST' ? JSON.stringify({ site: wanted.site }) : null;

  const response = await fetch(url, { method: wanted.method, headers, body }).catch(() => null);
  if (response === null)
    return failure(`Nobody answers at ${url.origin}. Does the server run, and is that PUBLIC_URL?`);
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) return failure(wordsOf(response.status, answer));
  const shown = wanted.method === 'GET' ? SiteGrantList.safeParse(answer).data?.items[0] : undefined;
  const grant = shown ?? SiteGrantView.safeParse(answer).data;
  return grant ? { code: 0, text: told(grant) } : failure(wordsOf(response.status, answer));
}
