import { z } from 'zod';
import type { Log } from './ports.ts';
import { originOf } from './servers.ts';

/** The organisation's policy for everybody on this machine. People choose what it leaves open. */
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

/** Paths that only administrators can write. */
export const POLICY_FILES: Partial<Record<NodeJS.Platform, string>> = {
  linux: '/etc/handback/policy.json',
  darwin: '/Library/Application Support/Handback/policy.json',
};
export const POLICY_KEY = 'HKLM\\SOFTWARE\\Policies\\Handback';

export interface PolicyParts {
  platform: NodeJS.Platform;
  /** @throws if it does not exist, like `readFileSync` */
  readFile(file: string): string;
  /** The output of `reg query`. @throws if the key does not exist */
  queryRegistry(key: string): string;
  log: Log;
}

/**
 * Reads this machine's policy. An invalid one is logged and ignored as a whole, because nobody decided on half a
 * policy.
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

/** Parses `reg query` output: name, type and content, each after four spaces. */
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
