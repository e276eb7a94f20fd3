import type { ExecutionError } from '../../contract/executions.ts';
import { failure } from '../../contract/failures.ts';
import { isFaultOfDatabase } from '../foundation/database/faults.ts';
import type { Branch } from './branchRules.ts';
import type { CompiledNode } from './definition.ts';
import { NoProcess } from './expressionProcess.ts';
import { ExpressionInterrupted } from './expressionWorkers.ts';
import type { HeldExecution } from './leaseStore.ts';
import { NodeError, toExecutionError, type NodeContext, type RunResult } from './nodeType.ts';
import { storable } from './storable.ts';

/** The node itself failed: an edge may lead on from it. */
export interface Failed {
  kind: 'error';
  error: ExecutionError;
}

interface Visit extends Pick<
  NodeContext<unknown>,
  'flowName' | 'definition' | 'context' | 'storedContext' | 'expressions' | 'now' | 'signal' | 'begin'
> {
  branch: Branch;
  held: HeldExecution;
  report(error: unknown): void;
}

/**
 * Runs a node for a branch that has a visit key. Rejects for errors that are not the node's: the next holder of the
 * execution visits it again.
 */
export async function visitNode({ node, type, config }: CompiledNode, visit: Visit): Promise<RunResult | Failed> {
  const { branch, held, report } = visit;
  try {
    // listed one by one: spreading takes V8 longer than most nodes take to run
    const result = await type.run({
      flowName: visit.flowName,
      definition: visit.definition,
      context: visit.context,
      storedContext: visit.storedContext,
      expressions: visit.expressions,
      now: visit.now,
      signal: visit.signal,
      begin: visit.begin,
      executionId: held.id,
      flowId: held.flowId,
      flowVersion: held.flowVersion,
      nodeId: node.id,
      nodeName: node.name ?? node.id,
      visitKey: branch.visitKey!,
      branchId: branch.id,
      config,
      startedBy: held.starter,
      chatId: held.chatId,
      logId: held.logId,
    });
    return result.kind === 'wait' ? result : storable(result);
  } catch (error) {
    const saysNothing =
      error instanceof ExpressionInterrupted || error instanceof NoProcess || isFaultOfDatabase(error);
    if (saysNothing) throw error;
    if (error instanceof NodeError) return { kind: 'error', error: storable(toExecutionError(error)) };
    report(error);
    return { kind: 'error', error: failure('node_failed') };
  }
}
