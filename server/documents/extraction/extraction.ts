import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { IndexFault } from '../../../contract/indexing.ts';

/** What a file says, as plain text. */
export interface Extracted {
  text: string;
  /** Why there is no text; null: what there is, is all of it that is found by. */
  fault: IndexFault | null;
}

export interface ExtractOrder {
  name: string;
  bytes: Uint8Array;
}

/** The server stops: what was begun is done again by whoever comes next. */
export class Stopping extends Error {
  constructor() {
    super('The server stops.');
    this.name = 'Stopping';
  }
}

/** Reads what a file says. Never throws for what a file holds. @param name whose ending tells what it is @throws Stopping */
export type Extract = (name: string, bytes: Uint8Array) => Promise<Extracted>;

export interface Extraction {
  extract: Extract;
  /** Ends the process; what is under way there ends with `Stopping`. */
  close(): Promise<void>;
}

interface Options {
  /** For one file. */
  timeoutMs?: number;
  memoryMb?: number;
}

const TIMEOUT_MS = 30_000;
const MEMORY_MB = 256;
const WORKER = fileURLToPath(new URL('./extractWorker.mjs', import.meta.url));

/**
 * Reads files one after the other in a process of its own, so that none can block the server or take it down (behaviour
 * 5.6). A file that takes too long or needs too much memory takes its process with it, and the next one gets another. It
 * is no thread: one that asks for more memory than V8 has would end the server.
 */
export function createExtraction({ timeoutMs = TIMEOUT_MS, memoryMb = MEMORY_MB }: Options = {}): Extraction {
  let running: ChildProcess | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function launch(): Promise<ChildProcess> {
    const child = fork(WORKER, [], {
      env: {},
      execArgv: [`--max-old-space-size=${memoryMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'], // libraries tell there what they think of a file
    });
    running = child; // so that it can be ended before it is ready
    const forget = () => void (running === child && (running = null));
    child.once('exit', forget).once('error', forget); // the system may have no room for it: it never exits then
    await isReady(child);
    return child;
  }

  function notStarted(error: unknown): never {
    throw isClosed ? new Stopping() : error;
  }

  async function drop(): Promise<void> {
    const dropped = running;
    running = null;
    if (dropped && dropped.exitCode === null && dropped.signalCode === null)
      await new Promise((resolve) => {
        dropped.ref();
        dropped.once('exit', resolve);
        dropped.kill('SIGKILL');
      });
  }

  async function perform(order: ExtractOrder): Promise<Extracted> {
    if (isClosed) throw new Stopping();
    const child = running ?? (await launch().catch(notStarted));
    const found = await answerOf(child, order, timeoutMs);
    if (isClosed) throw new Stopping();
    if (found.fault === 'tooSlow') await drop();
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

/** It holds up the end of its parent while it is asked only. @throws Error when it ends before */
const isReady = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once('message', () => {
      child.unref();
      child.channel?.unref();
      resolve();
    });
    child.on('error', reject);
    child.once('exit', () => reject(new Error('The process that reads files does not start.')));
  });

/** What another one may have sent, as a system does that is short of memory itself; V8 aborts where it is the file's fault. */
const FROM_OUTSIDE: readonly (NodeJS.Signals | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];

/** A process that ends by itself has had too little memory. One that was ended says nothing about the file. */
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
      settle({ text: '', fault: FROM_OUTSIDE.includes(signal) ? 'contentUnread' : 'expandsTooFar' });
    const timer = setTimeout(() => settle({ text: '', fault: 'tooSlow' }), timeoutMs);
    child.on('message', answered).on('exit', ended);
    child.channel?.ref();
    child.send(order, (error) => void (error && settle({ text: '', fault: 'contentUnread' })));
  });
}
