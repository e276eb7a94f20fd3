import { LRUCache } from 'lru-cache';
import { spend, usedUp, type ExpressionBudget, type SpentTime } from './budgetRules.ts';
import { nodeFailure, type NodeError } from './nodeType.ts';

/** What expressions cost per execution, as far as this server has seen. */
export interface ExpressionSpending {
  charge(execution: string, cpuMs: number): void;
  /** Why an execution may not compute any more for now; null if it may. */
  refusal(execution: string): NodeError | null;
}

/** How many executions are remembered: those that computed last. */
const MOST_COUNTED = 10_000;

/** @param clock steady, in ms */
export function createSpending(budget: ExpressionBudget, clock: () => number): ExpressionSpending {
  const spent = new LRUCache<string, SpentTime>({ max: MOST_COUNTED });
  return {
    charge(execution, cpuMs) {
      spent.set(execution, spend(spent.get(execution), cpuMs, clock()));
    },
    refusal(execution) {
      const period = usedUp(spent.peek(execution), budget, clock());
      if (!period) return null;
      const ms = period === 'minute' ? budget.perMinuteMs : budget.totalMs;
      return nodeFailure('expression_budget', { period, seconds: ms / 1000 });
    },
  };
}
