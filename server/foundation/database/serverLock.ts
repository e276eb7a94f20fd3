import { randomBytes } from 'node:crypto';
import { link, readFile, readlink, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../config.ts';

/** Says which server a SQLite file belongs to: a file beside it, with its owner in it, and as old as the owner was last seen. */
export interface ServerLock {
  /** Shows that this server is alive; a timer does it too, until the release: also while a server that stops still writes. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

interface Owner {
  id: string;
  pid: number;
  /** When the process began, as its system counts: the same number may belong to another process by now. */
  began: string | null;
  host: string;
  /** Where the number of a process means the same: a machine since it was started, and the container in it. */
  place: string;
  since: string;
}

interface Settings {
  /** Somebody else has taken the file over, because this server was silent for too long. */
  onLost(): void;
  /** What is said where somebody else has it. @param who which process, where, since when */
  refuse?(who: string): string;
  /** How long an owner whose process cannot be looked for may be silent, in ms. */
  silenceMs?: number;
  /** Who takes it; tests play others. */
  self?: Partial<Omit<Owner, 'id'>>;
}

const RENEW_EVERY_MS = 5000;
const SILENCE_MS = 3 * RENEW_EVERY_MS;
const LOOK_EVERY_MS = 500;

/**
 * Makes this the one server of a SQLite file. The lock of an owner that is dead is taken over: at once when its process can
 * be looked for, else when nothing was seen of it for a while.
 * @throws ConfigError with the owner, when it is alive
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
    if (!last) continue; // it went this moment
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
  /** What cannot be read says nothing: there may be no more file descriptors for now, or a network without answer. */
  async function renew(): Promise<void> {
    const isOurs = await read(file).then(
      (found) => found?.id === owner.id,
      () => null,
    );
    if (isOurs === false) return lose();
    const now = new Date();
    const fault = await utimes(file, now, now).then(() => null, codeOf);
    if (fault === null) shownAt = performance.now();
    else if (isGone(fault) || performance.now() - shownAt >= silenceMs) lose(); // others hold us for dead by now
  }
  const timer = setInterval(() => void renew(), RENEW_EVERY_MS).unref();
  return {
    renew,
    async release() {
      clearInterval(timer);
      const wasHeld = isHeld;
      isHeld = false; // a look that is under way must not take the end for a loss
      if (wasHeld) await remove(file, owner);
    },
  };
}

/** Complete before it has its name, and the name is given once: of two that race one wins. */
async function create(file: string, owner: Owner): Promise<boolean> {
  const draft = `${file}.${owner.id}`;
  await writeFile(draft, `${JSON.stringify(owner)}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft);
  }
}

/** A file that says who the owner is. */
interface Holding {
  file: string;
  owner: Owner;
}

/**
 * The lock file, and behind it those who are taking the lock over, or were killed while they did. The last one has the
 * lock. Empty when there is no lock.
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

/** The file that says who takes over from this owner. Only one can create it. */
const behind = ({ file, owner }: Holding): string => `${file}.after-${owner.id}`;

/**
 * Takes the lock over from the last of a line, who is dead. The lock file is there all the time: somebody who found none
 * would take the lock too.
 * @returns false when somebody else was faster
 */
async function takeOver(line: Holding[], owner: Owner): Promise<boolean> {
  const { file, owner: first } = line[0]!;
  const mine = behind(line.at(-1)!);
  if (!(await create(mine, owner))) return false;
  if ((await read(file))?.id !== first.id) {
    await unlink(mine); // somebody else has it by now
    return false;
  }
  await rename(mine, file);
  await Promise.all(line.slice(1).map((each) => rm(each.file, { force: true })));
  return true;
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';
const isGone = (code: string): boolean => code === 'ENOENT' || code === 'ENOTDIR';

/** Null when there is none. What makes no sense was not written by us whole: nobody owns it. @throws where it cannot be read */
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

/** Removes our own lock, unless somebody has taken it over or is doing so. While the file behind it is ours, nobody can. */
async function remove(file: string, owner: Owner): Promise<void> {
  const mine = behind({ file, owner });
  try {
    await link(file, mine); // writes nothing: the disk may be full
  } catch {
    return; // somebody takes it over, or it is gone
  }
  if ((await read(mine).catch(() => null))?.id === owner.id) await rm(file, { force: true });
  await rm(mine, { force: true });
}

async function isAlive({ file, owner }: Holding, place: string, silenceMs: number): Promise<boolean> {
  if (owner.place === place) return isRunning(owner);
  const seenAt = await ageOf(file);
  for (let waitedMs = 0; waitedMs < silenceMs; waitedMs += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS); // not the clock of another machine: whether anything changes while we look
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

/** Null where the system does not say, and for a process that has ended and was not looked after yet. */
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
