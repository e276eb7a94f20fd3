/**
 * `npm run rotate-key`: re-seals all stored secrets with a new key, in the product's database or with `--sandbox` in
 * the sandbox's. If the key is in a file, it makes the new one itself; otherwise HANDBACK_KEY is the new one and
 * HANDBACK_KEY_PREVIOUS the old one. Exit code 2 if it failed; then call it again.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readOptions } from '../foundation/commandOptions.ts';
import { ConfigError, ownFileOf, type Config } from '../foundation/config.ts';
import { ownConfig } from '../foundation/ownConfig.ts';
import { sqliteFileOf } from '../foundation/database/connection.ts';
import { takeServerLock, type ServerLock } from '../foundation/database/serverLock.ts';
import { UNIT_LIMITS } from '../foundation/database/unitOfWork.ts';
import { refuseKept } from '../foundation/npmOptions.ts';
import { explained } from '../foundation/refusedStart.ts';
import { KEY_BYTES } from '../foundation/settings/cipher.ts';
import { KEY_FILE_TTL_MS, keyFileOf, loadKeys, readKeys, writeKeys } from '../foundation/settings/key.ts';
import { openInstallation } from './openInstallation.ts';
import { rotate } from './rotation.ts';

const USAGE = `npm run rotate-key [-- --sandbox]
Seals all stored secrets with a new key: one that it makes, if the key is in a file, otherwise HANDBACK_KEY, with the old
key in HANDBACK_KEY_PREVIOUS. With --sandbox, the sandbox's. Exit code 2: it failed; then call it again.`;

const MODES: Config['mode'][] = ['tenant', 'sandbox'];
/** By then every server has re-read the file, and has stored what it sealed before. */
const SETTLE_MS = KEY_FILE_TTL_MS + 2 * UNIT_LIMITS.unitMs;

/** @throws ConfigError */
async function keysIn(file: string): Promise<Buffer[]> {
  const keys = await readKeys(file);
  if (!keys) throw new ConfigError([`There is no key yet: neither HANDBACK_KEY nor ${file}`]);
  return keys;
}

/**
 * Holds a lock on the key file: of two concurrent rotations, one would seal with a key that gets lost. @throws
 * ConfigError
 */
async function keepFile(file: string): Promise<ServerLock> {
  await keysIn(file);
  const refuse = (who: string) => `The key in ${file} is being changed already (${who}): wait until that is done`;
  return takeServerLock(file, { onLost: () => process.exit(2), refuse });
}

/** Puts a new key before the one in the file, unless an interrupted rotation has already done so. */
async function prepareFile(file: string): Promise<void> {
  const keys = await keysIn(file);
  if (keys.length === 1) await writeKeys(file, [randomBytes(KEY_BYTES), ...keys]);
}

/**
 * The sandbox and the product may have been started in the same folder, and then share the key: what the other one has
 * sealed would be lost with it.
 *
 * @throws ConfigError
 */
function expectAlone({ dataDir, databaseUrl }: Config, keyFile: string): void {
  const own = sqliteFileOf(databaseUrl);
  const others = MODES.map((mode) => ownFileOf(dataDir, mode)).filter(
    (file) => existsSync(file) && (own === null || path.resolve(own) !== file),
  );
  if (others.length > 0)
    throw new ConfigError([
      `${others.join(', ')}: sealed with the key in ${keyFile} too. Move the file to a folder of its own, with a copy of the key, or delete it`,
    ]);
}

async function prepare(config: Config): Promise<string | null> {
  if (!config.key) {
    const file = keyFileOf(config);
    expectAlone(config, file);
    await prepareFile(file);
    return file;
  }
  if (!config.previousKey || config.previousKey.toLowerCase() === config.key.toLowerCase())
    throw new ConfigError(['HANDBACK_KEY_PREVIOUS must be given: the key used until now; HANDBACK_KEY is the new one']);
  return null;
}

/** From here on an interrupted change has to be resumed. */
let hasBegun = false;

async function main(): Promise<void> {
  const { values } = readOptions(USAGE, { sandbox: { type: 'boolean' } });
  refuseKept('sandbox');
  const config = ownConfig(values.sandbox ? 'sandbox' : 'tenant');
  const database = await openInstallation(config);
  let lock: ServerLock | null = null;
  try {
    if (!config.key) lock = await keepFile(keyFileOf(config));
    const file = await prepare(config);
    hasBegun = true;
    const keys = await loadKeys(config);
    const { settings, secrets, delegations, answers } = await rotate({ database, keys, settleMs: SETTLE_MS });
    if (file) await writeKeys(file, [keys.sealing()]);
    const next = file ? `Only the new key is in ${file} now.` : 'HANDBACK_KEY_PREVIOUS is not needed any more.';
    process.stdout.write(
      `Re-sealed settings: ${settings}, secrets: ${secrets}, answers: ${answers}, people's tokens: ${delegations}, and the audit's ends. ${next}\n`,
    );
  } finally {
    await lock?.release();
    await database.close();
  }
}

await main().catch((error: Error) => {
  const what = hasBegun
    ? 'The key change is not complete; call again to resume it'
    : 'This call has not changed the key';
  process.stderr.write(`${what}: ${explained(error).message}\n`);
  process.exitCode = 2;
});
