import type { ExpressionBudget } from './budgetRules.ts';
import { startExpressionProcess, type ExpressionProcess, type ProcessLimits, type Task } from './expressionProcess.ts';
import { createSpending } from './expressionSpending.ts';
import { createFairQueue, type Turn } from './fairQueueRules.ts';

export interface WorkerSettings extends ProcessLimits {
  /** Maximum number of processes. */
  count: number;
  budget: ExpressionBudget;
}

/** The result is no longer needed, or the server is stopping: the calling node has neither completed nor failed. */
export class ExpressionInterrupted extends Error {
  constructor() {
    super('The result of this expression is no longer needed.');
    this.name = 'ExpressionInterrupted';
  }
}

export interface Terms {
  /** False: no budget, as when people trigger it one by one. Fair queuing applies anyway. */
  isBudgeted?: boolean;
}

export interface ExpressionWorkers {
  of(turn: Turn, terms?: Terms): ExpressionRunner;
  /** Ends the processes and rejects waiting jobs. */
  close(): Promise<void>;
}

/** Submits the jobs of one execution. */
export interface ExpressionRunner {
  /**
   * The results of all expressions as JSON texts.
   * @throws NodeError `expression_timeout`, `expression_failed`, `expression_budget`
   * @throws ExpressionInterrupted
   */
  run(task: Task): Promise<string[]>;
  /** Rejects waiting and running jobs and all later ones. A running expression continues until its time limit. */
  interrupt(): void;
}

interface Job extends Task, Turn {
  isBudgeted: boolean;
  /** Of the expressions that have had their turn. */
  results: string[];
  isWithdrawn: boolean;
  resolve(results: string[]): void;
  reject(error: Error): void;
}

/** Starts processes on demand; one that ended is replaced for the next task. */
export function createExpressionWorkers({ count, budget, ...limits }: WorkerSettings): ExpressionWorkers {
  const workers = new Set<ExpressionProcess>();
  const queue = createFairQueue<Job>();
  const spending = createSpending(budget, () => performance.now());
  let isClosed = false;

  function start(): ExpressionProcess {
    const worker = startExpressionProcess(limits, { onIdle: next, onGone: () => workers.delete(worker) });
    workers.add(worker);
    return worker;
  }

  function next(): void {
    while (queue.size > 0 && !isClosed) {
      const idle = [...workers].find((worker) => worker.isIdle());
      if (!idle && workers.size >= count) return;
      const job = queue.next()!;
      const { isBudgeted, execution } = job;
      const refusal = isBudgeted ? spending.refusal(execution) : null;
      if (refusal) job.reject(refusal);
      else
        (idle ?? start()).take({
          ...job,
          resolve: (results) => goOn(job, results),
          charge: (cpuMs) => isBudgeted && spending.charge(execution, cpuMs),
        });
    }
  }

  /** Expressions that take long together take several turns. */
  function goOn(job: Job, results: string[]): void {
    job.results.push(...results);
    job.expressions = job.expressions.slice(results.length);
    if (job.expressions.length === 0) job.resolve(job.results);
    else if (!job.isWithdrawn) submit(job);
  }

  function submit(job: Job): void {
    if (isClosed) return job.reject(closed());
    queue.add(job);
    next();
  }

  return {
    of: (turn, { isBudgeted = true } = {}) =>
      createRunner((order) => ({ ...order, ...turn, isBudgeted, results: [], isWithdrawn: false }), {
        submit,
        withdraw(job) {
          job.isWithdrawn = true;
          queue.remove(job);
        },
      }),
    async close() {
      isClosed = true;
      for (let job = queue.next(); job; job = queue.next()) job.reject(closed());
      await Promise.all([...workers].map((worker) => worker.stop(closed())));
    },
  };
}

type Order = Pick<Job, 'expressions' | 'context' | 'resolve' | 'reject'>;

/** Tracks the unfinished jobs of one execution. */
function createRunner(
  toJob: (order: Order) => Job,
  { submit, withdraw }: Record<'submit' | 'withdraw', (job: Job) => void>,
): ExpressionRunner {
  const open = new Set<Job>();
  let isInterrupted = false;
  return {
    run: (task) =>
      new Promise<string[]>((resolve, reject) => {
        if (isInterrupted) return reject(new ExpressionInterrupted());
        const job = toJob({
          ...task,
          resolve: (results) => (open.delete(job), resolve(results)),
          reject: (error) => (open.delete(job), reject(error)),
        });
        open.add(job);
        submit(job);
      }),
    interrupt() {
      isInterrupted = true;
      for (const job of open) {
        withdraw(job);
        job.reject(new ExpressionInterrupted());
      }
    },
  };
}

const closed = (): Error => new Error('Expressions are closed.');
