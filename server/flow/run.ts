import type { ExecutionError } from '../../contract/executions.ts';
import { failure } from '../../contract/failures.ts';
import { nextWakeAt, type Branch, type Step } from './branchRules.ts';
import { Branches, type ForkOutcome } from './branches.ts';
import { Checkpoints, type CheckpointParts } from './checkpoints.ts';
import { chooseEdge, type CompiledFlow, type CompiledNode } from './definition.ts';
import type { Asleep } from './historyCache.ts';
import type { HeldExecution } from './leaseStore.ts';
import type { History } from './stepStore.ts';
import { Ledger } from './ledger.ts';
import { ExpressionInterrupted } from './expressionWorkers.ts';
import type { ExpressionService, OwnExpressions } from './expressions.ts';
import { NodeError, toExecutionError, type RunResult } from './nodeType.ts';
import { withoutReferences } from './secretReferences.ts';
import { visitNode, type Failed } from './visitNode.ts';
import { Walkers } from './walkers.ts';

export interface RunParts extends CheckpointParts {
  flow: CompiledFlow;
  expressions: Pick<ExpressionService, 'of'>;
  /** True if the execution has been stored at all. */
  hasBegun(): boolean;
  /** The steps of the waiting branches that were woken; null if this server no longer holds the execution. */
  resume(held: HeldExecution, nextSeq: number): Promise<Step[] | null>;
  report(error: unknown, executionId: string): void;
}

/**
 * Runs one held execution until every branch sleeps or has ended. A checkpoint stores it after each node with an effect,
 * and at the end. If a checkpoint is refused, another server holds the execution, and the run discards its state.
 */
export class Run {
  private readonly ledger: Ledger;
  private readonly moves: Branches;
  private readonly checkpoints: Checkpoints;
  private readonly expressions: OwnExpressions;
  private readonly abort = new AbortController();
  private readonly walkers = new Walkers((error) => this.stumble(error));
  private failure: ExecutionError | null = null;
  private isLost = false;
  private isHandedOver = false;

  constructor(
    private readonly held: HeldExecution,
    private readonly history: History,
    private readonly parts: RunParts,
  ) {
    this.ledger = new Ledger(held, history, parts.now);
    this.moves = new Branches(this.ledger.branches, { typeOf: (id) => this.node(id).type.type, now: parts.now });
    this.checkpoints = new Checkpoints(this.ledger, parts, {
      onRefused: () => this.lose(),
      hasFailed: () => this.failure !== null,
    });
    const { author, definition } = parts.flow;
    this.expressions = parts.expressions.of({ author: author ?? definition.id, execution: held.id });
  }

  /**
   * Resolves when the execution sleeps (`asleep` is its state then), has ended or is lost. `isWoken`: it was woken
   * meanwhile, claim it again. `isLeft`: it is stored and still held, but another server has to continue it.
   */
  async go(): Promise<{ isWoken: boolean; asleep: Asleep | null; isLeft: boolean }> {
    const done = new Map(this.history.steps.map((step) => [step.visitKey, step]));
    void this.walkers.walk(async () => {
      // as one walk, so that the first branch does not end the run before the last has started
      for (const branch of [...this.branches.values()]) this.takeUp(branch, done.get(branch.visitKey ?? ''));
    });
    await this.walkers.idle;
    if (this.isLost) {
      this.checkpoints.forget();
      return { isWoken: false, asleep: null, isLeft: false };
    }
    if (this.couldGoOn()) {
      await this.checkpoints.between();
      return { isWoken: false, asleep: null, isLeft: true };
    }
    const { stored, isWoken } = await this.checkpoints.last(this.failure);
    const isAsleep = stored && this.failure === null && this.branches.size > 0;
    return { isWoken, asleep: isAsleep ? this.ledger.asleep : null, isLeft: false };
  }

  /** Resumes branches that were woken while others still run. False: the run is about to end, and its end sees the wake. */
  async absorbWake(): Promise<boolean> {
    if (this.walkers.count === 0 || this.isOver) return false;
    await this.walkers.walk(async () => {
      const steps = await this.checkpoints.inTurn(() => this.resume());
      for (const step of steps) {
        const branch = [...this.branches.values()].find(({ visitKey }) => visitKey === step.visitKey);
        if (branch) this.walk(branch, step);
      }
    });
    return true;
  }

  /** True if a branch is due while others still run. */
  isDue(now: number): boolean {
    const wakeAt = nextWakeAt(this.branches.values());
    return wakeAt !== null && wakeAt <= now;
  }

  /** The server stops: each branch stops after its current node, and another server continues from there. */
  handOver(): void {
    this.isHandedOver = true;
  }

  private couldGoOn(): boolean {
    return this.isHandedOver && !this.failure && [...this.branches.values()].some(({ state }) => state === 'ready');
  }

  /** The execution was ended from outside. */
  lose(): void {
    this.isLost = true;
    this.stopWork();
  }

  /** The server stops: interrupts branches that compute. The execution is then lost to this server. */
  interrupt(): void {
    this.expressions.interrupt();
  }

  private stopWork(): void {
    this.abort.abort();
    this.interrupt();
  }

  private get branches(): Map<string, Branch> {
    return this.ledger.branches;
  }

  /** The context without passwords, for expressions. */
  private get context(): Readonly<Record<string, unknown>> {
    const { context } = this.ledger;
    return this.parts.flow.asksForPasswords ? withoutReferences(context) : context;
  }

  private get isOver(): boolean {
    return this.isLost || this.failure !== null;
  }

  private async resume(): Promise<Step[]> {
    const steps = await this.parts.resume({ ...this.held, branches: [...this.branches.values()] }, this.ledger.nextSeq);
    if (!steps) this.lose();
    this.ledger.addStored(steps ?? []);
    return steps ?? [];
  }

  /** Continues a branch after a claim. A visit with a step is done; one that started and may not be repeated has an unknown outcome. */
  private takeUp(branch: Branch, step: Step | undefined): void {
    if (step) return this.walk(branch, step);
    if (branch.state === 'ready') return this.walk(branch);
    if (branch.state === 'forked') return this.walkFrom(() => this.meet(this.moves.childrenOf(branch)));
    if (branch.state !== 'started') return;
    this.walk(branch, this.ledger.record(branch, { status: 'failed', error: failure('outcome_unknown') }));
  }

  private walk(branch: Branch, step?: Step): void {
    if (step) this.walkFrom(() => this.leave(branch, step));
    else void this.walkers.walk(() => this.advanceFrom(branch));
  }

  private walkFrom(first: () => Promise<Branch | null>): void {
    void this.walkers.walk(async () => this.advanceFrom(await first()));
  }

  private async advanceFrom(branch: Branch | null): Promise<void> {
    let next = branch;
    while (next && !this.isOver && !this.isHandedOver) next = await this.advance(next);
  }

  /** The run cannot continue after an error that is not the node's. */
  private stumble(error: unknown): void {
    const isInterrupted = error instanceof ExpressionInterrupted;
    if (isInterrupted && this.isOver) return; // another branch has ended the execution
    if (!isInterrupted && !this.isLost) this.parts.report(error, this.held.id);
    this.lose(); // the next server continues from the last checkpoint
  }

  /** Makes one visit. Returns the branch that continues, if one does. */
  private async advance(branch: Branch): Promise<Branch | null> {
    const compiled = this.node(branch.nodeId);
    if (compiled.type.type === 'join') return this.meet(this.moves.arrive(branch));
    branch.visitKey ??= this.ledger.nextVisitKey(branch.nodeId);
    branch.enteredAt = this.parts.now();
    if (this.mustBeStoredBefore(compiled)) {
      await this.checkpoints.between();
      if (this.isOver) return null;
    }
    const result = await this.visit(branch, compiled);
    if (!this.isOver) return this.take(branch, result);
    if (result.kind === 'wait') result.onRollback?.(); // nothing will store it
    return null;
  }

  private mustBeStoredBefore({ type }: CompiledNode): boolean {
    const doesMoreThanCompute = !type.isInstant && !this.parts.hasBegun();
    return doesMoreThanCompute || (type.looksBack === true && this.ledger.owesWrites);
  }

  /** Stores that a visit is under way which must not run twice. */
  private async begin(branch: Branch): Promise<void> {
    branch.state = 'started';
    await this.checkpoints.between();
    if (this.isOver) throw new ExpressionInterrupted();
  }

  private take(branch: Branch, result: RunResult | Failed): Promise<Branch | null> | null {
    switch (result.kind) {
      case 'output':
        if (result.write !== undefined) this.ledger.write(branch, result.write);
        return this.leave(branch, this.ledger.record(branch, { status: 'completed', ...result }));
      case 'error':
        return this.leave(branch, this.ledger.record(branch, { status: 'failed', error: result.error }));
      case 'wait':
        return this.sleep(branch, result);
      case 'fork':
        return this.fork(branch);
      case 'join':
        return this.meet(this.moves.arrive(branch));
      case 'end':
        this.ledger.record(branch, { status: 'completed', ...result });
        return this.meet(this.moves.end(branch));
    }
  }

  private visit(branch: Branch, compiled: CompiledNode): Promise<RunResult | Failed> {
    const { id } = this.held;
    const { definition } = this.parts.flow;
    return visitNode(compiled, {
      branch,
      held: this.held,
      flowName: definition.name,
      definition,
      context: this.context,
      storedContext: this.ledger.context,
      expressions: this.expressions,
      now: this.parts.now(),
      signal: this.abort.signal,
      begin: () => this.begin(branch),
      report: (error) => this.parts.report(error, id),
    });
  }

  /** Follows the edge that fits the result of the visit. */
  private async leave(branch: Branch, step: Step): Promise<Branch | null> {
    const { excess } = this.ledger;
    branch.state = 'ready'; // the visit is over, even if the branch goes nowhere
    if (excess) return this.fail(excess, step.visitKey);
    try {
      const edge = await chooseEdge(this.parts.flow, step, this.context, this.expressions);
      if (!edge) {
        this.moves.moveTo(branch, step.nodeId); // a retry visits it again
        return this.fail(step.error ?? failure('node_failed'), step.visitKey);
      }
      const { isInstant } = this.node(step.nodeId).type;
      this.moves.moveTo(branch, edge.to);
      if (!isInstant) await this.checkpoints.between();
      return branch;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      return this.fail(toExecutionError(error), step.visitKey);
    }
  }

  private async sleep(branch: Branch, { record, wakeAt, ...more }: RunResult & { kind: 'wait' }): Promise<null> {
    branch.state = 'waiting';
    branch.wakeAt = wakeAt;
    this.ledger.write(branch, record, more);
    if (this.walkers.count > 1) await this.checkpoints.between(); // ask now, not after the other branches
    return null;
  }

  private fork(branch: Branch): null {
    this.ledger.record(branch, { status: 'completed' });
    const edges = this.parts.flow.edgesFrom.get(branch.nodeId)!;
    const children = this.moves.fork(branch, edges);
    for (const child of children) this.walk(child);
    return null;
  }

  /** The last child to arrive or to end lets the parent continue. */
  private async meet(met: ForkOutcome): Promise<Branch | null> {
    switch (met.kind) {
      case 'nothing':
        return null;
      case 'scattered':
        return this.fail(failure('branches_scattered', { nodes: met.nodeIds.join(', ') }), met.parent.nodeId);
      case 'joined': {
        const { parent } = met;
        parent.visitKey = this.ledger.nextVisitKey(parent.nodeId);
        return this.leave(parent, this.ledger.record(parent, { status: 'completed' }));
      }
    }
  }

  private fail(error: ExecutionError, visitKey: string): null {
    this.failure ??= { ...error, nodeId: visitKey };
    this.stopWork();
    return null;
  }

  private node(id: string): CompiledNode {
    return this.parts.flow.nodes.get(id)!;
  }
}
