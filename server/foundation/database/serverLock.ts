import { randomBytes } from 'node:crypto';
import { link, readFile, readlink, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../config.ts';

/**
 * Records which server owns a SQLite file: a lock file beside it names the owner, and its mtime says when the owner was
 * last alive.
 */
export interface ServerLock {
  /** Shows that this server is alive. A timer calls it too, until the release: a stopping server may still write. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

interface Owner {
  id: string;
  pid: number;
  /** When the process started, in the system's own units: its pid may have been reused since. */
  began: string | null;
  host: string;
  /** Where pids are comparable: one boot of a machine, and one pid namespace on it. */
  place: string;
  since: string;
}

interface Settings {
  /** Called when another server has taken the file over, because this one was silent for too long. */
  onLost(): void;
  /** The error text if the file is taken. @param who the owner: process, host, since when */
  refuse?(who: string): string;
  /** How long an owner whose process cannot be checked may be silent, in ms. */
  silenceMs?: number;
  /** Overrides our identity; tests pose as other servers. */
  self?: Partial<Omit<Owner, 'id'>>;
}

const RENEW_EVERY_MS = 5000;
const SILENCE_MS = 3 * RENEW_EVERY_MS;
const LOOK_EVERY_MS = 500;

/**
 * Makes this the only server of a SQLite file. A dead owner's lock is taken over: at once if its process can be
 * checked, otherwise after some silence.
 *
 * @throws ConfigError naming the owner, if it is alive
 */
export async function takeServerLock(
  database: string,
  { onLost, refuse = ofServers(database), silenceMs = SILENCE_MS, self }: Settings,
): Promise<ServerLock> {
  const file = `${database}.lock`;
  const owner: Owner = {
    id: randomBytes(8).toString('hex'),
    pid: process.pid,
    began: await beganAt(process.pid),
    host: os.hostname(),
    place: await placeOf(),
    since: new Date().toISOString(),
    ...self,
  };
  while (!(await create(file, owner))) {
    const line = await lineOf(file);
    const last = line.at(-1);
    if (!last) continue; // it was released just now
    if (await isAlive(last, owner.place, silenceMs)) throw new ConfigError([refuse(await tell(last))]);
    if (await takeOver(line, owner)) break;
  }
  let isHeld = true;
  function lose(): void {
    if (!isHeld) return;
    isHeld = false;
    onLost();
  }
  let shownAt = performance.now();
  /** A failed read proves nothing: the process may be out of file descriptors, or a network drive may not respond. */
  async function renew(): Promise<void> {
    const isOurs = await read(file).then(
      (found) => found?.id === owner.id,
      () => null,
    );
    if (isOurs === false) return lose();
    const now = new Date();
    const fault = await utimes(file, now, now).then(() => null, codeOf);
    if (fault === null) shownAt = performance.now();
    else if (isGone(fault) || performance.now() - shownAt >= silenceMs) lose(); // others take us for dead by now
  }
  const timer = setInterval(() => void renew(), RENEW_EVERY_MS).unref();
  return {
    renew,
    async release() {
      clearInterval(timer);
      const wasHeld = isHeld;
      isHeld = false; // a renewal under way must not take the release for a loss
      if (wasHeld) await remove(file, owner);
    },
  };
}

/**
 * Writes the file under a draft name, then links it: it is complete when it appears, and only one of several racers
 * wins.
 */
async function create(file: string, owner: Owner): Promise<boolean> {
  const draft = `${file}.${owner.id}`;
  try {
    await writeFile(draft, `${JSON.stringify(owner)}\n`, { mode: 0o600, flag: 'wx' });
    await link(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true }); // also of a full disk: a supervisor starts the server again and again
  }
}

/** A file that names an owner. */
interface Holding {
  file: string;
  owner: Owner;
}

/**
 * The lock file, followed by the files of servers that are taking the lock over or were killed doing so. The last one
 * holds the lock. Empty if there is no lock.
 */
async function lineOf(file: string): Promise<Holding[]> {
  const line: Holding[] = [];
  for (let owner = await read(file); owner; owner = await read(file)) {
    const holding = { file, owner };
    line.push(holding);
    file = behind(holding);
  }
  return line;
}

/** The file that names who takes over from this owner. Only one server can create it. */
const behind = ({ file, owner }: Holding): string => `${file}.after-${owner.id}`;

/**
 * Takes the lock over from the last of a line, who is dead. The lock file exists throughout: a server that found none
 * would take the lock as well.
 *
 * @returns false if another server was faster
 */
async function takeOver(line: Holding[], owner: Owner): Promise<boolean> {
  const { file, owner: first } = line[0]!;
  const mine = behind(line.at(-1)!);
  if (!(await create(mine, owner))) return false;
  if ((await read(file))?.id !== first.id) {
    await unlink(mine); // another server has it by now
    return false;
  }
  await rename(mine, file);
  await Promise.all(line.slice(1).map((each) => rm(each.file, { force: true })));
  return true;
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';
const isGone = (code: string): boolean => code === 'ENOENT' || code === 'ENOTDIR';

/**
 * Null if there is none. A malformed file was never completely written by us: it has no owner. @throws if it cannot be
 * read
 */
async function read(file: string): Promise<Owner | null> {
  try {
    const text = await readFile(file, 'utf8');
    const owner = { ...UNKNOWN, ...(JSON.parse(text) as Owner) };
    return /^[0-9a-f]{16}$/.test(owner.id) ? owner : UNKNOWN;
  } catch (error) {
    if (error instanceof SyntaxError) return UNKNOWN;
    if (isGone(codeOf(error))) return null;
    throw error;
  }
}

const UNKNOWN: Owner = { id: '', pid: 0, began: null, host: 'an unknown host', place: '', since: 'an unknown moment' };

/** Removes our own lock, unless another server is taking it over. While the file behind it is ours, nobody can. */
async function remove(file: string, owner: Owner): Promise<void> {
  const mine = behind({ file, owner });
  try {
    await link(file, mine); // needs no disk space: the disk may be full
  } catch {
    return; // another server takes it over, or it is gone
  }
  if ((await read(mine).catch(() => null))?.id === owner.id) await rm(file, { force: true });
  await rm(mine, { force: true });
}

async function isAlive({ file, owner }: Holding, place: string, silenceMs: number): Promise<boolean> {
  if (owner.place === place) return isRunning(owner);
  const seenAt = await ageOf(file);
  for (let waitedMs = 0; waitedMs < silenceMs; waitedMs += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS); // the other machine's clock may differ: only a change while we watch proves life
    const now = await ageOf(file);
    if (now !== null && now !== seenAt) return true;
  }
  return false;
}

const ageOf = async (file: string): Promise<number | null> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );

async function isRunning({ pid, began }: Owner): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return began === null || (await beganAt(pid)) === began;
}

/** Null if the system does not say, or for a zombie process. */
async function beganAt(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  const [state, ...fields] = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? [];
  return state === undefined || state === 'Z' ? null : fields[18]!;
}

async function placeOf(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const processes = await readlink('/proc/self/ns/pid').catch(() => '');
  return [os.hostname(), boot.trim(), processes].join(' ');
}

async function tell({ file, owner: { pid, host, since } }: Holding): Promise<string> {
  const seenAt = await ageOf(file);
  const seen = seenAt === null ? '' : `, last seen ${Math.max(0, Math.round((Date.now() - seenAt) / 1000))} s ago`;
  return `process ${pid} on ${host}, since ${since}${seen}`;
}

const ofServers = (database: string) => (who: string) =>
  `DATABASE_URL: another server uses ${database} (${who}). ` +
  'A SQLite file has one server: stop that one, or give several a PostgreSQL';
