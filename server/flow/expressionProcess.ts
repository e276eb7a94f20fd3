import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isFromOutside, kill } from '../foundation/childProcess.ts';
import { ProblemError } from '../foundation/errors.ts';
import { expressionFailure } from './expressionFailure.ts';
import { NodeError } from './nodeType.ts';

/** The system cannot start a process now, or has killed it; this says nothing about the expression. */
export class NoProcess extends ProblemError {
  constructor() {
    super('unavailable', 'Expressions cannot be evaluated right now.', { retryAfterSeconds: 2 });
    this.name = 'NoProcess';
  }
}

export interface ProcessLimits {
  /** How long one expression may compute, in ms of processor time. */
  timeoutMs: number;
  memoryMb: number;
}

export interface Task {
  expressions: string[];
  /** JSON */
  context: string;
  /** Values of variables (names without `$`), besides the context. */
  bindings?: Readonly<Record<string, string>> | undefined;
}

export interface Job extends Task {
  /** @param results at least the first; the process was given back before the others were evaluated */
  resolve(results: string[]): void;
  reject(error: Error): void;
  /** Called with the cost in ms of processor time, before the job is settled. */
  charge(cpuMs: number): void;
}

/** One process and its current job. */
export interface ExpressionProcess {
  isIdle(): boolean;
  /** Only call it while the process is idle. */
  take(job: Job): void;
  /** Rejects its job and resolves when the process has ended. */
  stop(reason: Error): Promise<void>;
}

interface Failure {
  isTimeout: boolean;
  expression: string;
  reason: string;
}

type Result = { cpuMs: number } & ({ results: string[] } | { failure: Failure });
type Reply = { isReady: true } | Result;

const WORKER = fileURLToPath(new URL('./expressionWorker.mjs', import.meta.url));
/**
 * The process enforces its limit itself, by the processor time that it used: on a busy machine it may wait for a
 * processor for seconds. If it is silent for so many limits, something holds it up, and it gets killed.
 */
const LIMITS_UNTIL_KILLED = 300;

/**
 * A process, because a thread that runs out of memory in one large allocation takes the whole server down. It starts
 * with an empty environment and does not keep the server alive while idle.
 * @param onIdle called after each job
 * @param onGone called when the process ends or is given up, before its job is rejected
 */
export function startExpressionProcess(
  { timeoutMs, memoryMb }: ProcessLimits,
  { onIdle, onGone }: { onIdle(): void; onGone(): void },
): ExpressionProcess {
  const child = launch(timeoutMs, memoryMb);
  let isReady = false;
  let isGone = false;
  let job: Job | null = null;
  let sentAt: number | null = null;
  let deadline: NodeJS.Timeout | undefined;

  /** @param cpuMs cost as reported by the process; null if it reported none: then all the elapsed time counts */
  function settle(cpuMs: number | null, use: (job: Job) => void): void {
    const settled = job;
    clearTimeout(deadline);
    if (settled && sentAt !== null) settled.charge(cpuMs ?? performance.now() - sentAt);
    job = null;
    sentAt = null;
    child.channel?.unref();
    if (settled) use(settled);
    onIdle();
  }

  function send({ expressions, context, bindings }: Task): void {
    sentAt = performance.now();
    deadline = setTimeout(() => afterMailbox(job!, () => giveUp(tooLong(timeoutMs))), timeoutMs * LIMITS_UNTIL_KILLED);
    // if the process was killed while it was idle, this fails before we hear of its exit
    child.send({ expressions, context, bindings } satisfies Task, (error) => error && giveUp(new NoProcess()));
  }

  /** If the server itself was held up, the reply may be waiting in its queue: read it before judging the process. */
  function afterMailbox(judged: Job, judge: () => void): void {
    setImmediate(() => setImmediate(() => job === judged && judge()));
  }

  function giveUp(reason: Error): void {
    child.kill('SIGKILL');
    gone(reason);
  }

  function gone(reason: Error): void {
    if (isGone) return;
    isGone = true;
    onGone();
    settle(null, ({ reject }) => reject(reason));
  }

  child.on('message', (reply: Reply) => {
    if (!('isReady' in reply)) return settle(reply.cpuMs, (each) => answer(each, reply, timeoutMs));
    isReady = true;
    if (job) send(job);
  });
  child.once('error', () => gone(new NoProcess()));
  child.once('exit', (_code, signal) => {
    gone(isReady ? endOf(signal, sentAt, { timeoutMs, memoryMb }) : new NoProcess());
  });

  return {
    isIdle: () => job === null,
    take(taken) {
      job = taken;
      child.channel?.ref();
      if (isReady) send(taken);
    },
    stop(reason) {
      gone(reason);
      return kill(child);
    },
  };
}

function launch(timeoutMs: number, memoryMb: number): ChildProcess {
  const child = fork(WORKER, [String(timeoutMs), String(process.pid)], {
    env: {},
    execArgv: [`--max-old-space-size=${memoryMb}`, '--disallow-code-generation-from-strings'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  return child;
}

function answer({ resolve, reject }: Job, reply: Result, timeoutMs: number): void {
  if ('results' in reply) return resolve(reply.results);
  const { isTimeout, expression, reason } = reply.failure;
  reject(isTimeout ? tooLong(timeoutMs) : expressionFailure(expression, reason));
}

const tooLong = (timeoutMs: number): NodeError =>
  new NodeError('expression_timeout', `The expression took longer than ${timeoutMs} ms.`);

/** The watchdog kills the process only after several limits: if it is killed sooner, it was not the watchdog. */
function endOf(signal: NodeJS.Signals | null, sentAt: number | null, { timeoutMs, memoryMb }: ProcessLimits): Error {
  const isTooSoon = sentAt === null || performance.now() - sentAt < timeoutMs;
  if (isFromOutside(signal)) return isTooSoon ? new NoProcess() : tooLong(timeoutMs);
  return new NodeError('expression_timeout', `The expression needs more than ${memoryMb} MB.`);
}
