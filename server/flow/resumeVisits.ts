import type { Unit } from '../foundation/database/unitOfWork.ts';
import type { Branch, Step } from './branchRules.ts';
import type { Asleep } from './historyCache.ts';
import type { NodeType, Resumed, Visit } from './nodeType.ts';

interface Sleeper {
  executionId: string;
  branch: Branch;
}

/** Asks the node types of all waiting visits how they continue. Returns the steps of those that do, by execution. */
export async function resumeVisits(
  unit: Unit,
  asleep: (Asleep & { id: string })[],
  nodeTypes: ReadonlyMap<string, NodeType>,
  now: number,
): Promise<Map<string, Step[]>> {
  const steps = new Map<string, Step[]>();
  for (const [type, sleepers] of byType(sleepersOf(asleep))) {
    const results = await resumeType(unit, nodeTypes.get(type)!, sleepers, now);
    sleepers.forEach(({ executionId, branch }, n) => {
      const resumed = results[n];
      if (!resumed) return;
      const list = steps.get(executionId) ?? [];
      steps.set(executionId, list);
      list.push(toStep(branch, resumed, now));
    });
  }
  return steps;
}

function sleepersOf(asleep: (Asleep & { id: string })[]): Sleeper[] {
  return asleep.flatMap(({ id, branches, history }) => {
    const waiting = branches.filter(({ state }) => state === 'waiting');
    if (waiting.length === 0) return [];
    const done = new Set(history.steps.map(({ visitKey }) => visitKey));
    return waiting.filter(({ visitKey }) => !done.has(visitKey!)).map((branch) => ({ executionId: id, branch }));
  });
}

function byType(sleepers: Sleeper[]): Map<string, Sleeper[]> {
  const groups = new Map<string, Sleeper[]>();
  for (const sleeper of sleepers) {
    const group = groups.get(sleeper.branch.type) ?? [];
    groups.set(sleeper.branch.type, group);
    group.push(sleeper);
  }
  return groups;
}

/** A type without `resume` waits for time only. */
async function resumeType(unit: Unit, type: NodeType, sleepers: Sleeper[], now: number): Promise<Resumed[]> {
  if (!type.resume)
    return sleepers.map(({ branch }) =>
      branch.wakeAt !== undefined && branch.wakeAt <= now ? { output: null } : null,
    );
  const visits: Visit[] = sleepers.map(({ executionId, branch }) => ({
    executionId,
    visitKey: branch.visitKey!,
    nodeId: branch.nodeId,
  }));
  return type.resume(unit, visits, now);
}

function toStep(branch: Branch, resumed: NonNullable<Resumed>, now: number): Step {
  const common = { visitKey: branch.visitKey!, nodeId: branch.nodeId, startedAt: branch.enteredAt, endedAt: now };
  if ('error' in resumed)
    return { ...common, status: 'failed', output: null, assigned: null, summary: null, error: resumed.error };
  const { output, assign, summary } = resumed;
  return { ...common, status: 'completed', output, assigned: assign ?? null, summary: summary ?? null, error: null };
}
