import { cleanDeep, withoutTurns } from '../../contract/cleanText.ts';
import type {
  ExecutionError,
  ExecutionSummary,
  ExecutionView,
  TimelineEntry,
  WaitingFor,
} from '../../contract/executions.ts';
import { failure } from '../../contract/failures.ts';
import { summaryInEnglish } from '../../contract/summaries.ts';
import { NOBODY_UNREACHED } from '../../contract/unreached.ts';
import { toIso, toIsoOrNull } from '../foundation/database/rows.ts';
import { foldContext, type Branch, type Step } from './branchRules.ts';
import type { CompiledFlow } from './definition.ts';
import type { StoredExecution } from './executionQueries.ts';
import { withoutReferences } from './secretReferences.ts';
import { saidOf } from './summaries.ts';

/** Whom a waiting visit waits for; supplied by the node type that waits. */
export type WaitDetails = Omit<WaitingFor, 'nodeId' | 'type'>;

interface Parts {
  execution: StoredExecution;
  steps: Step[];
  flow: CompiledFlow;
  /** By visit key. */
  waits: ReadonlyMap<string, WaitDetails>;
  /** What the caller may do; outputs and the context are shown only to those who may retry. */
  may: ExecutionView['may'];
}

/** @param showsContext whether the reader may see the context */
export const toSummary = (execution: StoredExecution, showsContext: boolean): ExecutionSummary => ({
  id: execution.id,
  flowId: execution.flowId,
  flowName: execution.flowName,
  title: execution.title,
  flowVersion: execution.flowVersion,
  status: execution.status,
  startedBy: execution.starter,
  startedAt: toIso(execution.startedAt),
  endedAt: toIsoOrNull(execution.endedAt),
  chatId: execution.chatId,
  logId: execution.logId,
  error: shownError(execution.error, showsContext),
});

/** The error to show. An expression's message quotes its input, so it is for readers of the context only. */
export function shownError(error: ExecutionError | null, showsContext: boolean): ExecutionError | null {
  if (error?.code !== 'expression_failed' || showsContext) return cleanDeep(withoutReferences(error));
  const { nodeId } = error;
  return { ...failure('expression_failed'), ...(nodeId !== undefined && { nodeId }) };
}

export function toView({ execution, steps, flow, waits, may }: Parts): ExecutionView {
  const showsContext = may.retry;
  const done = new Set(steps.map(({ visitKey }) => visitKey));
  const isOver = execution.endedAt !== null;
  const underWay = isOver ? [] : execution.branches.filter(({ visitKey }) => visitKey !== null && !done.has(visitKey));
  return {
    ...toSummary(execution, showsContext),
    waitingFor: underWay
      .filter(({ state }) => state === 'waiting')
      .map((branch) => toWaitingFor(branch, waits.get(branch.visitKey!))),
    timeline: [
      ...steps.map((step) => fromStep(step, flow, showsContext)),
      ...underWay.map((branch) => fromBranch(branch, flow)),
    ],
    context: showsContext ? withoutReferences(foldContext(execution.variables, steps)) : undefined,
    may,
  };
}

const NOBODY: WaitDetails = {
  requestId: null,
  people: [],
  peopleCount: 0,
  answered: 0,
  unreached: NOBODY_UNREACHED,
  until: null,
};

const toWaitingFor = (branch: Branch, details: WaitDetails = NOBODY): WaitingFor => ({
  nodeId: branch.visitKey!,
  type: branch.type,
  ...details,
  until: details.until ?? toIsoOrNull(branch.wakeAt ?? null),
});

function fromStep(step: Step, flow: CompiledFlow, showsContext: boolean): TimelineEntry {
  return {
    nodeId: step.visitKey,
    ...nameOf(step.nodeId, flow),
    status: step.status,
    startedAt: toIso(step.startedAt),
    endedAt: toIso(step.endedAt),
    summary: step.summary && withoutTurns(summaryInEnglish(step.summary)),
    summarySaid: cleanDeep(saidOf(step.summary)),
    ...commentIn(step, flow),
    ...(showsContext && { output: withoutReferences(step.output) }),
    error: shownError(step.error, showsContext),
  };
}

/** Readers who see an answer in a summary may also see its comment. */
function commentIn({ nodeId, output }: Step, flow: CompiledFlow): { comment?: string } {
  const { comment } = (output ?? {}) as { comment?: unknown };
  const isAnswer = flow.nodes.get(nodeId)!.node.type === 'human' && typeof comment === 'string';
  return isAnswer ? { comment: withoutTurns(withoutReferences(comment)) } : {};
}

function fromBranch(branch: Branch, flow: CompiledFlow): TimelineEntry {
  const status = branch.state === 'waiting' ? 'waiting' : 'running';
  return {
    nodeId: branch.visitKey!,
    ...nameOf(branch.nodeId, flow),
    status,
    startedAt: toIso(branch.enteredAt),
    endedAt: null,
    summary: null,
    error: null,
  };
}

function nameOf(nodeId: string, flow: CompiledFlow): { name: string; type: string } {
  const { node } = flow.nodes.get(nodeId)!;
  return { name: withoutTurns(node.name ?? node.id), type: node.type };
}
