import { z } from 'zod';
import type { Log } from './ports.ts';
import { originOf } from './servers.ts';

/** What the organisation has decided for everybody on this machine. What it says nothing of, people choose. */
const Policy = z.strictObject({
  /** The only server. */
  server: z
    .string()
    .refine((address) => originOf(address) !== null)
    .optional(),
  /** False: the app never updates itself. */
  updates: z.boolean().optional(),
  openAtLogin: z.boolean().optional(),
  hidePreviews: z.boolean().optional(),
});
export type Policy = z.infer<typeof Policy>;

/** Where systems keep what only administrators can write. */
export const POLICY_FILES: Partial<Record<NodeJS.Platform, string>> = {
  linux: '/etc/handback/policy.json',
  darwin: '/Library/Application Support/Handback/policy.json',
};
export const POLICY_KEY = 'HKLM\\SOFTWARE\\Policies\\Handback';

export interface PolicyParts {
  platform: NodeJS.Platform;
  /** @throws where there is none, as `readFileSync` does */
  readFile(file: string): string;
  /** What `reg query` prints. @throws where there is no such key */
  queryRegistry(key: string): string;
  log: Log;
}

/**
 * Reads the policy of this machine. One that is wrong anywhere is ignored as a whole, and said so in the log: half a
 * policy is none that somebody has decided.
 */
export function readPolicy({ platform, readFile, queryRegistry, log }: PolicyParts): Policy {
  const file = POLICY_FILES[platform];
  let raw: unknown;
  try {
    if (platform === 'win32') raw = valuesOf(queryRegistry(POLICY_KEY));
    else if (file) raw = JSON.parse(readFile(file));
    else return {};
  } catch (error) {
    const isAbsent = platform === 'win32' || (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isAbsent) log.warn('policy ignored', { reason: 'unreadable' });
    return {};
  }
  const { data, error } = Policy.safeParse(raw);
  if (data) log.info('policy', { names: Object.keys(data).join(' ') });
  else
    log.warn('policy ignored', {
      reason: error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', '),
    });
  return data ?? {};
}

/** Values of a key as `reg query` prints them: name, type and content, with four spaces before each. */
function valuesOf(printed: string): Record<string, unknown> {
  const lines = [...printed.matchAll(/^ {4}(\S+) {4}(REG_\w+)(?: {4}(.*?))?\r?$/gm)];
  return Object.fromEntries(
    lines.map(([, name, type, content = '']) => [
      name![0]!.toLowerCase() + name!.slice(1),
      type === 'REG_DWORD' ? flagOf(content) : content,
    ]),
  );
}

const flagOf = (content: string): unknown => ({ '0x0': false, '0x1': true })[content] ?? content;
