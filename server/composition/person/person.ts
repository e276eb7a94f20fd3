/**
 * `npm run person -- export <who>`: everything stored about a person, as JSON on standard output or in a new file
 * (`--to`); with `--files`, also the content of their files, into a folder. `<who>` is an object id, an e-mail address
 * or a user principal name. `npm run person -- erase <who>` says what erasing them would change, and with `--yes` does
 * it. `--sandbox` uses the sandbox's database. Exit code 1 if the person is unknown or has something open, 2 on
 * failure; an interrupted erasure has to be called again.
 */
import { mkdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Guid } from '../../../contract/ids.ts';
import { createChainSeal } from '../../foundation/audit/chainSeal.ts';
import { readOptions, wrongArgument } from '../../foundation/commandOptions.ts';
import { ConfigError, type Config } from '../../foundation/config.ts';
import { ownConfig } from '../../foundation/ownConfig.ts';
import type { Database } from '../../foundation/database/connection.ts';
import { findKeys } from '../../foundation/settings/key.ts';
import { explained } from '../../foundation/refusedStart.ts';
import { refuseKept } from '../../foundation/npmOptions.ts';
import { createUnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { openInstallation } from '../openInstallation.ts';
import { countTheirs, erasePerson } from './erasePerson.ts';
import { exportPerson } from './exportPerson.ts';
import { findAsked } from './knownPerson.ts';
import { obstaclesTo } from './obstacles.ts';
import { copying, openStorage, writeNew } from './personFiles.ts';
import type { PersonIdentifiers } from './personRules.ts';

const USAGE = `npm run person -- export <who> [--to FILE] [--files FOLDER] [--sandbox]
npm run person -- erase <who> [--yes] [--sandbox]
<who> is an object id, an e-mail address or a user principal name. Without --yes, erase only says what it would change.`;
/** The options of one command. With the other they would do nothing, where somebody relies on a file or a trial. */
const BELONGS = { to: 'export', files: 'export', yes: 'erase' } as const;
const OWN_FOLDER = 0o700;

const OPTIONS = {
  to: { type: 'string' },
  files: { type: 'string' },
  sandbox: { type: 'boolean' },
  yes: { type: 'boolean' },
} as const;

interface Asked {
  command: string;
  who: string;
  to?: string;
  files?: string;
  sandbox?: boolean;
  yes?: boolean;
}

/** @throws Error for arguments that this command does not take */
function readArguments(): Asked {
  const { values, positionals } = readOptions(USAGE, OPTIONS, true);
  refuseKept('sandbox', 'to', 'token_description', 'files');
  const [command = '', given = '', ...more] = positionals;
  const who = given.trim();
  const wrong = wrongWith({ command, who, more }, values);
  if (wrong !== null) throw wrongArgument(wrong, USAGE);
  return { command, who: asStored(who), ...values };
}

interface Words {
  command: string;
  who: string;
  more: string[];
}

/** @returns what is wrong with the arguments; null if nothing is */
function wrongWith({ command, who, more }: Words, values: Omit<Asked, 'command' | 'who'>): string | null {
  if (command !== 'export' && command !== 'erase') return 'It is export or erase';
  if (who === '') return 'It has to say whose data';
  if (more.length > 0) return `One person at a time, not also ${more.join(', ')}`;
  for (const [name, itsCommand] of Object.entries(BELONGS)) {
    const value = values[name as keyof typeof BELONGS];
    if (value !== undefined && itsCommand !== command) return `--${name} belongs to ${itsCommand}`;
    if (value === '') return `--${name} is empty`;
  }
  return null;
}

/** Addresses are found in any case, ids as they are stored. */
const asStored = (who: string): string => Guid.safeParse(who).data ?? who;

/** Profiles and chat messages hold only a person's id. */
const hintFor = (who: string): string =>
  Guid.safeParse(who).success
    ? ''
    : ' Some data may be stored under the object ID alone: call this again with that ID.';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** The whole command: without `--`, npm keeps `--yes` for itself, and nothing is erased. */
const commandToErase = ({ who, sandbox }: Asked): string =>
  `npm run person -- erase ${/^[\w@.+-]+$/.test(who) ? who : JSON.stringify(who)} ${sandbox ? '--sandbox ' : ''}--yes`;

/** From here on some of the person's data may be gone. */
let hasBegun = false;

/** @returns whether nothing is left to do */
async function erase(
  config: Config,
  { reader, writer }: Database,
  known: PersonIdentifiers,
  asked: Asked,
): Promise<boolean> {
  const obstacles = await obstaclesTo(reader, known);
  obstacles.forEach(say);
  if (obstacles.length > 0) return false;
  if (!asked.yes) {
    for (const { table, rows, go } of await countTheirs(reader, known))
      say(`${table}: ${rows} ${rows === 1 ? 'row' : 'rows'} ${go ? 'to delete' : 'to rewrite with a pseudonym'}`);
    say(`Nothing was changed. To erase, which cannot be undone, call: ${commandToErase(asked)}`);
    return true;
  }
  const keys = await findKeys(config);
  if (!keys)
    throw new ConfigError(['This needs the key of the installation: HANDBACK_KEY, or handback.key in DATA_DIR']);
  const parts = { units: createUnitOfWork(writer), reader, storage: await openStorage(config) };
  hasBegun = true;
  const pseudonym = await erasePerson({ ...parts, seal: createChainSeal(keys.opening) }, known);
  say(`Erased. Other people’s data now contains ${pseudonym} instead.`);
  return true;
}

async function exportTo(
  config: Config,
  { reader }: Database,
  known: PersonIdentifiers,
  { to, files }: Asked,
): Promise<void> {
  if (files) await mkdir(files, { recursive: true, mode: OWN_FOLDER });
  const onFile = files === undefined ? undefined : copying(reader, await openStorage(config), files);
  const document = Readable.from(exportPerson(reader, known, Date.now(), onFile));
  if (to === undefined) await printAll(document);
  else await writeNew(to, document);
}

/** A closed pipe has the same code as a lost connection, and would be blamed on the database. */
async function printAll(document: Readable): Promise<void> {
  let isClosed = false;
  process.stdout.once('error', () => (isClosed = true));
  await pipeline(document, process.stdout, { end: false }).catch((error: unknown) => {
    throw isClosed ? new Error('Standard output was closed before everything was written.') : error;
  });
}

async function main(): Promise<number> {
  const asked = readArguments();
  const config = ownConfig(asked.sandbox ? 'sandbox' : 'tenant');
  const database = await openInstallation(config);
  try {
    const known = await findAsked(database.reader, asked.who);
    if (!known) {
      process.stderr.write(`Nobody is known as ${asked.who}.${hintFor(asked.who)}\n`);
      return 1;
    }
    if (asked.command === 'erase') return (await erase(config, database, known, asked)) ? 0 : 1;
    await exportTo(config, database, known, asked);
    return 0;
  } finally {
    await database.close();
  }
}

process.exitCode = await main().catch((error: Error) => {
  const what = hasBegun ? 'The erasure is not complete; call again to continue it' : 'Not done';
  process.stderr.write(`${what}: ${explained(error).message}\n`);
  return 2;
});
