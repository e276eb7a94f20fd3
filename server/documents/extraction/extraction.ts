import { Worker } from 'node:worker_threads';
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
  /** Ends the thread; what is under way there ends with `Stopping`. */
  close(): Promise<void>;
}

interface Options {
  /** For one file. */
  timeoutMs?: number;
  memoryMb?: number;
}

const TIMEOUT_MS = 30_000;
const MEMORY_MB = 256;
const WORKER = new URL('./extractWorker.mjs', import.meta.url);

/**
 * Reads files one after the other in a thread of its own, so that none can block the server or take it down (behaviour
 * 5.6). A file that takes too long or needs too much memory takes its thread with it, and the next one gets another.
 */
export function createExtraction({ timeoutMs = TIMEOUT_MS, memoryMb = MEMORY_MB }: Options = {}): Extraction {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function launch(): Promise<Worker> {
    const launched = new Worker(WORKER, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      env: {},
      stdout: true, // libraries tell there what they think of a file
      stderr: true,
    });
    launched.unref();
    launched.stdout.resume();
    launched.stderr.resume();
    worker = launched; // so that it can be ended before it is ready
    launched.once('exit', () => void (worker === launched && (worker = null)));
    await isReady(launched);
    return launched;
  }

  function notStarted(error: unknown): never {
    throw isClosed ? new Stopping() : error;
  }

  async function drop(): Promise<void> {
    const dropped = worker;
    worker = null;
    await dropped?.terminate();
  }

  async function perform(order: ExtractOrder): Promise<Extracted> {
    if (isClosed) throw new Stopping();
    const thread = worker ?? (await launch().catch(notStarted));
    const found = await answerOf(thread, order, timeoutMs);
    if (isClosed) throw new Stopping();
    if (found.fault === 'tooSlow' || found.fault === 'expandsTooFar') await drop();
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

/** @throws Error when it ends before */
const isReady = (worker: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    let why: unknown;
    worker.once('message', () => resolve());
    worker.on('error', (error) => (why = error)); // which `exit` follows
    worker.once('exit', () => reject(new Error('The thread that reads files does not start.', { cause: why })));
  });

/** A thread that ends has had too little memory, as nothing else ends it. */
function answerOf(worker: Worker, order: ExtractOrder, timeoutMs: number): Promise<Extracted> {
  return new Promise((resolve) => {
    const settle = (extracted: Extracted): void => {
      clearTimeout(timer);
      worker.off('message', settle).off('error', ended).off('exit', ended);
      resolve(extracted);
    };
    const ended = (): void => settle({ text: '', fault: 'expandsTooFar' });
    const timer = setTimeout(() => settle({ text: '', fault: 'tooSlow' }), timeoutMs);
    worker.on('message', settle).on('error', ended).on('exit', ended);
    worker.postMessage(order);
  });
}
