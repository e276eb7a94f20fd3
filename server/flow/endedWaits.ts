import type { Unit } from '../foundation/database/unitOfWork.ts';
import type { Branch, Step } from './branchRules.ts';
import type { Checkpoint } from './executionStore.ts';
import type { Asleep } from './historyCache.ts';
import type { NodeType } from './nodeType.ts';
import { resumeVisits } from './resumeVisits.ts';

interface Parts {
  nodeTypes: ReadonlyMap<string, NodeType>;
  now(): number;
}

/**
 * The checkpoints with the answers that the runs did not get before their executions failed. Call it when the open
 * questions of these executions are closed.
 */
export async function withLastAnswers(
  unit: Unit,
  checkpoints: Checkpoint[],
  { nodeTypes, now }: Parts,
): Promise<Checkpoint[]> {
  const ended = checkpoints.map(({ id, waits = [] }) => ({ id, branches: waits, history: { steps: [], size: 0 } }));
  const answers = await answersTo(unit, ended, nodeTypes, now());
  return checkpoints.map((checkpoint) => withAnswers(checkpoint, answers.get(checkpoint.id) ?? []));
}

/** A wait that was not answered starts over when the execution is retried, however it ended. */
async function answersTo(
  unit: Unit,
  ended: (Asleep & { id: string })[],
  nodeTypes: Parts['nodeTypes'],
  now: number,
): Promise<Map<string, Step[]>> {
  const results = await resumeVisits(unit, ended, nodeTypes, now);
  return new Map([...results].map(([id, steps]) => [id, steps.filter(({ status }) => status === 'completed')]));
}

/** The branches keep the visits that are answered: a retry continues from them. */
function withAnswers(checkpoint: Checkpoint, answers: Step[]): Checkpoint {
  if (answers.length === 0) return checkpoint;
  const { waits = [], steps } = checkpoint;
  const byKey = new Map(answers.map((step) => [step.visitKey, step]));
  const done = new Map(waits.filter(({ visitKey }) => byKey.has(visitKey!)).map(({ id, visitKey }) => [id, visitKey]));
  const branches = (JSON.parse(checkpoint.branches) as Branch[]).map((branch) =>
    done.has(branch.id) ? { ...branch, visitKey: done.get(branch.id) } : branch,
  );
  return {
    ...checkpoint,
    branches: JSON.stringify(branches),
    steps: steps.map(({ seq, step }) => ({ seq, step: byKey.get(step.visitKey) ?? step })),
  };
}

/** The steps of visits under way in a cancelled execution: cancelled, except where an answer is stored already. */
export async function lastSteps(
  unit: Unit,
  ended: Asleep & { id: string },
  { nodeTypes, now }: Parts,
): Promise<Step[]> {
  const at = now();
  const answers = (await answersTo(unit, [ended], nodeTypes, at)).get(ended.id) ?? [];
  const done = new Set([...ended.history.steps, ...answers].map(({ visitKey }) => visitKey));
  const cancelled = ended.branches.flatMap(({ visitKey, nodeId, enteredAt }): Step[] => {
    if (visitKey === null || done.has(visitKey)) return [];
    const nothing = { output: null, assigned: null, summary: null, error: null };
    return [{ visitKey, nodeId, status: 'cancelled', ...nothing, startedAt: enteredAt, endedAt: at }];
  });
  return [...answers, ...cancelled];
}
