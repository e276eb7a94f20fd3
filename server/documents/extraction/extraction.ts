import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { IndexFault } from '../../../contract/indexing.ts';
import { isFromOutside, kill } from '../../foundation/childProcess.ts';

/** A file's content as plain text. */
export interface Extracted {
  text: string;
  /** Why there is no text; null: the text is complete, up to the index's limit. */
  fault: IndexFault | null;
}

export interface ExtractOrder {
  name: string;
  bytes: Uint8Array;
}

/** The server is stopping; the work will be done again later. */
export class Stopping extends Error {
  constructor() {
    super('The server stops.');
    this.name = 'Stopping';
  }
}

/** Extracts a file's text. Never throws for bad content. @param name its extension decides the format @throws Stopping */
export type Extract = (name: string, bytes: Uint8Array) => Promise<Extracted>;

export interface Extraction {
  extract: Extract;
  /** Ends the process; work in progress rejects with `Stopping`. */
  close(): Promise<void>;
}

interface Options {
  /** Per file. */
  timeoutMs?: number;
  /** Until a new process can take a file. */
  startMs?: number;
  memoryMb?: number;
}

const TIMEOUT_MS = 30_000;
const START_MS = 60_000;
const MEMORY_MB = 256;
/** After these, the process still computes, or was killed; then its channel closes before we hear of its exit. */
const IS_UNFIT_AFTER: ReadonlySet<IndexFault | null> = new Set(['tooSlow', 'contentUnread']);
const WORKER = fileURLToPath(new URL('./extractWorker.ts', import.meta.url));
/** The built one is JavaScript. From source it needs tsx, as this process does. */
const LOADER = WORKER.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];

/**
 * Extracts files one after another in a separate process, so that none can block or crash the server (behaviour 5.6).
 * If a file takes too long or too much memory, the process ends, and the next file gets a new one. A thread would not
 * do: running out of memory there ends the whole server.
 */
export function createExtraction({
  timeoutMs = TIMEOUT_MS,
  startMs = START_MS,
  memoryMb = MEMORY_MB,
}: Options = {}): Extraction {
  let running: ChildProcess | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function launch(): Promise<ChildProcess> {
    const child = fork(WORKER, [], {
      env: {},
      execArgv: [...LOADER, `--max-old-space-size=${memoryMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'], // libraries write warnings about files to the other streams
    });
    running = child; // before it is ready, so that `drop` can end it
    const forget = () => void (running === child && (running = null));
    child.once('exit', forget).once('error', forget); // a process that could not be spawned never exits
    await isReady(child, startMs);
    return child;
  }

  function notStarted(error: unknown): never {
    throw isClosed ? new Stopping() : error;
  }

  async function drop(): Promise<void> {
    const dropped = running;
    running = null;
    if (dropped) await kill(dropped);
  }

  async function perform(order: ExtractOrder): Promise<Extracted> {
    if (isClosed) throw new Stopping();
    const child = running ?? (await launch().catch(notStarted));
    const found = await answerOf(child, order, timeoutMs);
    if (isClosed) throw new Stopping();
    if (IS_UNFIT_AFTER.has(found.fault)) await drop();
    return found;
  }

  return {
    extract(name, bytes) {
      const found = last.then(() => perform({ name, bytes }));
      last = found.catch(() => {});
      return found;
    },
    async close() {
      isClosed = true;
      await drop();
    },
  };
}

/**
 * Afterwards the child keeps the server alive only during a call.
 * @throws Error if it ends before it is ready, or is not ready in time
 */
const isReady = (child: ChildProcess, withinMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
    const refuse = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    child.once('message', () => {
      clearTimeout(timer);
      child.unref();
      child.channel?.unref();
      resolve();
    });
    child.on('error', refuse);
    child.once('exit', () => refuse(new Error('The process that reads files does not start.')));
  });

/** If the process ends by itself, it ran out of memory. If it was killed, that says nothing about the file. */
function answerOf(child: ChildProcess, order: ExtractOrder, timeoutMs: number): Promise<Extracted> {
  return new Promise((resolve) => {
    const settle = (extracted: Extracted): void => {
      clearTimeout(timer);
      child.channel?.unref();
      child.off('message', answered).off('exit', ended);
      resolve(extracted);
    };
    const answered = (extracted: unknown): void => settle(extracted as Extracted);
    const ended = (_code: number | null, signal: NodeJS.Signals | null): void =>
      settle({ text: '', fault: isFromOutside(signal) ? 'contentUnread' : 'expandsTooFar' });
    const timer = setTimeout(() => settle({ text: '', fault: 'tooSlow' }), timeoutMs);
    child.on('message', answered).on('exit', ended);
    child.channel?.ref();
    child.send(order, (error) => void (error && settle({ text: '', fault: 'contentUnread' })));
  });
}
