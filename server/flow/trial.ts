import type { ExecutionError } from '../../contract/executions.ts';
import { failure } from '../../contract/failures.ts';
import type { Person } from '../../contract/people.ts';
import type { GivenToTrial, TriedFlow, TriedStep, TrialNeed } from '../../contract/trials.ts';
import { addToContext, ROOT, visitKeyOf, type Branch } from './branchRules.ts';
import { Branches, type ForkOutcome } from './branches.ts';
import { chooseEdge, type CompiledFlow, type CompiledNode } from './definition.ts';
import { RUN_LIMITS } from './ledger.ts';
import { NodeError, toExecutionError, type Expressions, type NodeContext } from './nodeType.ts';
import { asksForSecret } from './secretCalls.ts';

/** Longest trial, in steps: limits loops. */
export const MOST_TRIED_STEPS = 200;

export interface Trial {
  flow: CompiledFlow;
  variables: Record<string, unknown>;
  /** By visit key. */
  given: Readonly<Record<string, GivenToTrial>>;
  by: Person;
  expressions: Expressions;
  now: number;
  signal: AbortSignal;
}

/** The result of a visit: an output, a failure, or input that the author has to give first. */
type VisitResult =
  | { kind: 'output'; output: unknown; assign?: Record<string, unknown>; isEnd?: boolean; isFork?: boolean }
  | { kind: 'failure'; error: ExecutionError }
  | { kind: 'need'; need: TrialNeed };

/**
 * Walks a flow from its start like an execution, and stores nothing. Nodes that only compute are run; for questions and
 * calls the author gives the results. The trial ends at the first missing result and says what it needs.
 */
export async function tryFlow(trial: Trial): Promise<TriedFlow> {
  const walk = new TrialWalk(trial);
  return walk.go();
}

class TrialWalk {
  private readonly branches = new Map<string, Branch>();
  private readonly moves: Branches;
  private readonly context: Record<string, unknown>;
  private readonly steps: TriedStep[] = [];
  private readonly needs: TrialNeed[] = [];
  private readonly visits = new Map<string, number>();
  private size = 0;
  private error: ExecutionError | null = null;

  constructor(private readonly trial: Trial) {
    this.context = { ...trial.variables };
    const { flow, now } = trial;
    this.moves = new Branches(this.branches, { typeOf: (id) => flow.nodes.get(id)!.type.type, now: () => now });
    this.branches.set(ROOT, this.moves.moveTo({ id: ROOT } as Branch, flow.startNodeId));
  }

  async go(): Promise<TriedFlow> {
    for (let branch = this.next(); branch && !this.error; branch = this.next()) {
      this.trial.signal.throwIfAborted();
      if (this.steps.length < MOST_TRIED_STEPS) await this.advance(branch);
      else this.error = { ...failure('too_many_steps', { count: MOST_TRIED_STEPS }), nodeId: branch.nodeId };
    }
    const status = this.error ? 'failed' : this.needs.length > 0 ? 'needs' : 'completed';
    return {
      status,
      steps: this.steps,
      needs: this.error ? [] : this.needs,
      error: this.error,
      context: this.context,
    };
  }

  private next(): Branch | undefined {
    return [...this.branches.values()].find(({ state }) => state === 'ready');
  }

  private async advance(branch: Branch): Promise<void> {
    const compiled = this.trial.flow.nodes.get(branch.nodeId)!;
    if (compiled.type.type === 'join') return this.meet(this.moves.arrive(branch));
    const visitKey = this.keyFor(branch.nodeId);
    const visit = this.contextFor(compiled, branch, visitKey);
    const would = await this.wouldDo(compiled, visit);
    const came = await visitOf(compiled, visit, this.trial.given[visitKey], would);
    if (came.kind === 'need') {
      this.needs.push(came.need);
      branch.state = 'waiting';
    } else if (came.kind === 'failure') {
      this.record(branch, visitKey, { status: 'failed', output: null, error: came.error, would });
      await this.leave(branch, 'failed', came.error);
    } else {
      this.record(
        branch,
        visitKey,
        { status: 'completed', output: came.output ?? null, error: null, would },
        came.assign,
      );
      if (came.isEnd) await this.meet(this.moves.end(branch));
      else if (came.isFork) this.fork(branch);
      else await this.leave(branch, 'completed', null);
    }
  }

  private keyFor(nodeId: string): string {
    const visit = (this.visits.get(nodeId) ?? 0) + 1;
    this.visits.set(nodeId, visit);
    return visitKeyOf(nodeId, visit);
  }

  private contextFor({ node, config }: CompiledNode, branch: Branch, visitKey: string): NodeContext<unknown> {
    const { flow, by, expressions, now, signal } = this.trial;
    return {
      executionId: 'TRIAL',
      flowId: flow.definition.id,
      flowVersion: 0,
      flowName: flow.definition.name,
      definition: flow.definition,
      nodeId: node.id,
      nodeName: node.name ?? node.id,
      visitKey,
      branchId: branch.id,
      config,
      context: this.context,
      storedContext: this.context,
      startedBy: by,
      chatId: null,
      logId: null,
      expressions,
      now,
      signal,
      begin: () => Promise.resolve(),
    };
  }

  /**
   * The rendered templates of a node that sends or calls. One that cannot be rendered is shown as is: it fails the
   * visit itself.
   */
  private async wouldDo({ type, config }: CompiledNode, visit: NodeContext<unknown>) {
    const { context, expressions } = visit;
    const texts = (type.expressionsIn?.(config) ?? []).filter(({ kind, text }) => kind === 'template' && text !== '');
    const address = await type.addressOf?.(visit).catch(() => null);
    return Promise.all(
      texts.map(async ({ field, text }) => {
        if (address?.field === field) return address;
        const shown = asksForSecret(text, 'template')
          ? text
          : await expressions.render(text, context).catch(() => text);
        return { field, text: shown };
      }),
    );
  }

  private record(
    branch: Branch,
    visitKey: string,
    step: Omit<TriedStep, 'visitKey' | 'nodeId' | 'output'> & { output: unknown },
    assign: Record<string, unknown> | null = null,
  ): void {
    const { nodeId } = branch;
    this.steps.push({ ...step, output: step.output, visitKey, nodeId });
    this.size += JSON.stringify([step.output, assign]).length;
    if (this.size > RUN_LIMITS.contextSize) this.error = { ...failure('context_too_large'), nodeId };
    addToContext(this.context, {
      ...step,
      visitKey,
      nodeId,
      assigned: assign,
      summary: null,
      startedAt: this.trial.now,
      endedAt: this.trial.now,
    });
  }

  private async leave(branch: Branch, status: 'completed' | 'failed', error: ExecutionError | null): Promise<void> {
    try {
      const { flow, expressions } = this.trial;
      const edge = await chooseEdge(flow, { nodeId: branch.nodeId, status, error }, this.context, expressions);
      if (edge) this.moves.moveTo(branch, edge.to);
      else this.error = { ...(error ?? failure('node_failed')), nodeId: branch.nodeId };
    } catch (caught) {
      if (!(caught instanceof NodeError)) throw caught;
      this.error = { ...toExecutionError(caught), nodeId: branch.nodeId };
    }
  }

  private fork(branch: Branch): void {
    const edges = this.trial.flow.edgesFrom.get(branch.nodeId)!;
    this.moves.fork(branch, edges);
  }

  private async meet(met: ForkOutcome): Promise<void> {
    if (met.kind === 'scattered') {
      const scattered = failure('branches_scattered', { nodes: met.nodeIds.join(', ') });
      this.error = { ...scattered, nodeId: met.parent.nodeId };
    } else if (met.kind === 'joined') {
      const { parent } = met;
      const step = { status: 'completed' as const, output: null, error: null, would: [] };
      this.record(parent, this.keyFor(parent.nodeId), step);
      await this.leave(parent, 'completed', null);
    }
  }
}

async function visitOf(
  compiled: CompiledNode,
  visit: NodeContext<unknown>,
  given: GivenToTrial | undefined,
  would: TriedStep['would'],
): Promise<VisitResult> {
  const { node, type } = compiled;
  const { visitKey } = visit;
  const need = (kind: TrialNeed['kind'], asks: TrialNeed['asks']): VisitResult => ({
    kind: 'need',
    need: { visitKey, nodeId: node.id, kind, asks, would, timesOut: type.timesOut ?? false },
  });
  try {
    if (given?.kind === 'failure')
      return { kind: 'failure', error: { code: given.code, message: failureWords(given.code) } };
    if (type.rehearsal) {
      const asks = await type.rehearsal.ask(visit);
      if (given?.kind !== 'answer') return need('answer', asks);
      return { kind: 'output', ...(await type.rehearsal.answer(visit, given)) };
    }
    if (!type.onlyComputes && (!type.isInstant || type.waits)) {
      await computeAll(compiled, visit);
      if (given?.kind !== 'output') return need('output', null);
      const { outputVariable } = visit.config as { outputVariable?: string };
      const { output } = given;
      return { kind: 'output', output, ...(outputVariable !== undefined && { assign: { [outputVariable]: output } }) };
    }
    const result = await type.run(visit);
    if (result.kind === 'output') return { kind: 'output', output: result.output, assign: result.assign };
    if (result.kind === 'end') return { kind: 'output', output: result.output, isEnd: true };
    return { kind: 'output', output: null, isFork: result.kind === 'fork' };
  } catch (error) {
    if (error instanceof NodeError) return { kind: 'failure', error: toExecutionError(error) };
    throw error;
  }
}

/** Computes all expressions: if one fails, the call is never made. Secrets are not opened here. @throws NodeError */
async function computeAll({ type, config }: CompiledNode, visit: NodeContext<unknown>): Promise<void> {
  const { context, expressions } = visit;
  for (const { text, kind } of type.expressionsIn?.(config) ?? []) {
    if (asksForSecret(text, kind)) continue;
    if (kind === 'template') await expressions.render(text, context);
    else await expressions.evaluate(text, context);
  }
  await type.addressOf?.(visit);
}

/** The catalogue's text, if it has the code. */
const failureWords = (code: string): string => (code === 'human_input_timeout' ? failure(code).message : code);
