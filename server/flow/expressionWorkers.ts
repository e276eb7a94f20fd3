import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { NodeError } from './nodeType.ts';

export interface WorkerSettings {
  count: number;
  /** How long one expression may compute. */
  timeoutMs: number;
  memoryMb: number;
}

interface Task {
  expressions: string[];
  /** JSON */
  context: string;
}

type Reply = { isReady: true } | { results: string[] } | { failure: { isTimeout: boolean; message: string } };

interface Job extends Task {
  resolve(results: string[]): void;
  reject(error: Error): void;
}

interface Worker {
  process: ChildProcess;
  isReady: boolean;
  job: Job | null;
  deadline: NodeJS.Timeout | null;
}

const WORKER = fileURLToPath(new URL('./expressionWorker.mjs', import.meta.url));
/** The worker minds the limit itself; one that is still silent after this many limits is stuck where it cannot. */
const LIMITS_UNTIL_KILLED = 5;

const tooLong = (timeoutMs: number) =>
  new NodeError('expression_timeout', `The expression took longer than ${timeoutMs} ms.`);

/**
 * Processes rather than threads: a thread that runs out of memory in one large allocation takes the whole server with
 * it. Started when first needed; an idle one does not keep the server alive, one that dies is replaced by the next task.
 */
export function createExpressionWorkers({ count, timeoutMs, memoryMb }: WorkerSettings) {
  const workers = new Set<Worker>();
  const queue: Job[] = [];
  let isClosed = false;

  function start(): Worker {
    const child = fork(WORKER, [String(timeoutMs)], {
      env: {},
      execArgv: [`--max-old-space-size=${memoryMb}`, '--disallow-code-generation-from-strings'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const worker: Worker = { process: child, isReady: false, job: null, deadline: null };
    workers.add(worker);
    child.unref();
    child.on('message', (reply: Reply) => receive(worker, reply));
    child.once('exit', () => ended(worker));
    child.once('error', () => ended(worker));
    return worker;
  }

  function receive(worker: Worker, reply: Reply): void {
    if ('isReady' in reply) {
      worker.isReady = true;
      send(worker);
    } else if ('results' in reply) finish(worker, (job) => job.resolve(reply.results));
    else {
      const { isTimeout, message } = reply.failure;
      finish(worker, (job) => job.reject(isTimeout ? tooLong(timeoutMs) : new NodeError('expression_failed', message)));
    }
  }

  function finish(worker: Worker, settle: (job: Job) => void): void {
    const { job } = worker;
    if (worker.deadline) clearTimeout(worker.deadline);
    worker.deadline = null;
    worker.job = null;
    worker.process.channel?.unref();
    if (job) settle(job);
    next();
  }

  function ended(worker: Worker): void {
    if (!workers.delete(worker)) return;
    const reason = worker.isReady
      ? new NodeError('expression_timeout', `The expression needs more than ${memoryMb} MB.`)
      : new Error('The process that evaluates expressions does not start.');
    finish(worker, (job) => job.reject(reason));
  }

  function send(worker: Worker): void {
    const { job } = worker;
    if (!job) return;
    worker.deadline = setTimeout(() => expire(worker, job), timeoutMs * LIMITS_UNTIL_KILLED);
    worker.process.send({ expressions: job.expressions, context: job.context } satisfies Task, (error) => {
      if (error) worker.process.kill('SIGKILL'); // its end settles the job
    });
  }

  /** When the server itself was held up, the reply may lie in the mailbox: it is read before the worker is judged. */
  function expire(worker: Worker, job: Job): void {
    setImmediate(() =>
      setImmediate(() => {
        if (worker.job !== job) return;
        workers.delete(worker);
        worker.process.kill('SIGKILL');
        finish(worker, () => job.reject(tooLong(timeoutMs)));
      }),
    );
  }

  function next(): void {
    while (queue.length > 0 && !isClosed) {
      const idle = [...workers].find((worker) => worker.job === null);
      if (!idle && workers.size >= count) return;
      const worker = idle ?? start();
      worker.job = queue.shift() as Job;
      worker.process.channel?.ref();
      if (worker.isReady) send(worker);
    }
  }

  return {
    /** The results of all expressions as JSON texts. @throws NodeError `expression_timeout`, `expression_failed` */
    run(task: Task): Promise<string[]> {
      if (isClosed) return Promise.reject(new Error('Expressions are closed.'));
      return new Promise((resolve, reject) => {
        queue.push({ ...task, resolve, reject });
        next();
      });
    },
    /** Ends the processes; what still waits is rejected. */
    async close(): Promise<void> {
      isClosed = true;
      const closed = new Error('Expressions are closed.');
      for (const job of queue.splice(0)) job.reject(closed);
      const running = [...workers];
      workers.clear();
      for (const worker of running) finish(worker, (job) => job.reject(closed));
      await Promise.all(running.map(({ process: child }) => endOf(child)));
    },
  };
}

function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.ref();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
