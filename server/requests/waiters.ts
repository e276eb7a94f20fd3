/**
 * The in-memory waits of this server: which execution continues when a request closes. They only affect speed, and are
 * not rebuilt at start (behaviour 4.2).
 */
export interface Waiters {
  add(requestId: string, executionId: string): void;
  drop(requestId: string): void;
  has(requestId: string): boolean;
  /** Whether any request of this execution is awaited here. */
  hasExecution(executionId: string): boolean;
  /** Ends these waits; returns their executions. */
  release(requestIds: string[]): string[];
  readonly size: number;
}

export function createWaiters(): Waiters {
  const executionOf = new Map<string, string>();
  const counts = new Map<string, number>();

  function drop(requestId: string): string | undefined {
    const executionId = executionOf.get(requestId);
    if (executionId === undefined) return undefined;
    executionOf.delete(requestId);
    const left = counts.get(executionId)! - 1;
    if (left === 0) counts.delete(executionId);
    else counts.set(executionId, left);
    return executionId;
  }

  return {
    add(requestId, executionId) {
      drop(requestId);
      executionOf.set(requestId, executionId);
      counts.set(executionId, (counts.get(executionId) ?? 0) + 1);
    },
    drop: (requestId) => void drop(requestId),
    has: (requestId) => executionOf.has(requestId),
    hasExecution: (executionId) => counts.has(executionId),
    release: (requestIds) => [...new Set(requestIds.flatMap((id) => drop(id) ?? []))],
    get size() {
      return executionOf.size;
    },
  };
}
