import type { Sandbox } from '../../sandbox/sandbox.ts';
import { readConfig, type Config } from '../../server/foundation/config.ts';
import { freePort } from './freePort.ts';

const UNSET = {
  tenantId: null,
  clientId: null,
  directoryClientId: null,
  directoryClientSecret: null,
  given: [],
} satisfies Partial<Config>;

/** The address and code of the set-up, from the line that a server logs at its start; null for other lines. */
export function announcedSetup(line: string): { url: string; code: string } | null {
  const [, url, code] = /Open (\S+)\/#\/setup and enter this code: (\S+)$/.exec(line) ?? [];
  return url && code ? { url, code } : null;
}

/** The config of a server that knows nothing of its tenant yet; the sandbox stands in for Microsoft. */
export async function unsetConfig(sandbox: Sandbox, folder: string, databaseUrl: string): Promise<Config> {
  const port = await freePort();
  const surroundings = { PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl };
  const { originMap, authorityMetadata } = sandbox.config;
  return {
    ...readConfig(surroundings),
    ...UNSET,
    host: '127.0.0.1',
    key: 'ab'.repeat(32),
    drainMs: 0,
    originMap,
    authorityMetadata: authorityMetadata!,
  };
}
