/** Whom a computation is queued for. */
export interface Turn {
  /** The author of the flow. */
  author: string;
  /** The execution, or the question whose options are computed. */
  execution: string;
}

/**
 * Round robin over authors, and for each author over executions. However many jobs one of them queues, another waits
 * for at most one job of each.
 */
export interface FairQueue<Job extends Turn> {
  readonly size: number;
  add(job: Job): void;
  /** Removes and returns the next job; null if none waits. */
  next(): Job | null;
  /** Removes a waiting job; false if it does not wait. */
  remove(job: Job): boolean;
}

type Jobs<Job> = Set<Job>;
type Executions<Job> = Map<string, Jobs<Job>>;

export function createFairQueue<Job extends Turn>(): FairQueue<Job> {
  const authors = new Map<string, Executions<Job>>();
  let size = 0;

  /** A map keeps insertion order: reinserting an entry moves it to the end. */
  function putBack(job: Job, executions: Executions<Job>, jobs: Jobs<Job>): void {
    executions.delete(job.execution);
    authors.delete(job.author);
    if (jobs.size > 0) executions.set(job.execution, jobs);
    if (executions.size > 0) authors.set(job.author, executions);
  }

  return {
    get size() {
      return size;
    },
    add(job) {
      const executions = authors.get(job.author) ?? new Map<string, Jobs<Job>>();
      const jobs = executions.get(job.execution) ?? new Set<Job>();
      authors.set(job.author, executions);
      executions.set(job.execution, jobs.add(job));
      size++;
    },
    next() {
      for (const executions of authors.values())
        for (const jobs of executions.values())
          for (const job of jobs) {
            jobs.delete(job);
            size--;
            putBack(job, executions, jobs);
            return job;
          }
      return null;
    },
    remove(job) {
      const executions = authors.get(job.author);
      const jobs = executions?.get(job.execution);
      if (!executions || !jobs?.delete(job)) return false;
      size--;
      if (jobs.size === 0) executions.delete(job.execution);
      if (executions.size === 0) authors.delete(job.author);
      return true;
    },
  };
}
