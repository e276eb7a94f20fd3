import {
  startExpressionProcess,
  type ExpressionProcess,
  type Job,
  type ProcessLimits,
  type Task,
} from './expressionProcess.ts';

export interface WorkerSettings extends ProcessLimits {
  /** How many processes there are at most. */
  count: number;
}

export interface ExpressionWorkers {
  /** The results of all expressions as JSON texts. @throws NodeError `expression_timeout`, `expression_failed` */
  run(task: Task): Promise<string[]>;
  /** Ends the processes; whatever still waits is rejected. */
  close(): Promise<void>;
}

/** Processes are started when they are first needed; one that ended is replaced when the next task asks for it. */
export function createExpressionWorkers({ count, ...limits }: WorkerSettings): ExpressionWorkers {
  const workers = new Set<ExpressionProcess>();
  const queue: Job[] = [];
  let isClosed = false;

  function start(): ExpressionProcess {
    const worker = startExpressionProcess(limits, { onIdle: next, onGone: () => workers.delete(worker) });
    workers.add(worker);
    return worker;
  }

  function next(): void {
    while (queue.length > 0 && !isClosed) {
      const idle = [...workers].find((worker) => worker.isIdle());
      if (!idle && workers.size >= count) return;
      (idle ?? start()).take(queue.shift()!);
    }
  }

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(closed());
        queue.push({ ...task, resolve, reject });
        next();
      }),
    async close() {
      isClosed = true;
      for (const { reject } of queue.splice(0)) reject(closed());
      await Promise.all([...workers].map((worker) => worker.stop(closed())));
    },
  };
}

const closed = (): Error => new Error('Expressions are closed.');
