/** In whose name something is computed. */
export interface Turn {
  /** Who wrote it. */
  author: string;
  /** What it is computed for: an execution, or the options of one question. */
  execution: string;
}

/**
 * Gives turns: authors one after the other, and for each author the executions one after the other. However much one of
 * them queues, another waits for one job of each at most.
 */
export interface FairQueue<Job extends Turn> {
  readonly size: number;
  add(job: Job): void;
  /** Takes the job whose turn it is; null when none waits. */
  next(): Job | null;
  /** Takes a job out of its turn; false when it does not wait. */
  remove(job: Job): boolean;
}

type Jobs<Job> = Set<Job>;
type Executions<Job> = Map<string, Jobs<Job>>;

export function createFairQueue<Job extends Turn>(): FairQueue<Job> {
  const authors = new Map<string, Executions<Job>>();
  let size = 0;

  /** A map keeps the order in which its names came: whoever is put back stands last. */
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
