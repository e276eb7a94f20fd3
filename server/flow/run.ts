import type { ExecutionError } from '../../contract/executions.ts';
import { failure } from '../../contract/failures.ts';
import { nextWakeAt, type Branch, type Step } from './branchRules.ts';
import { Branches, type Met } from './branches.ts';
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

export interface RunParts extends CheckpointParts {
  flow: CompiledFlow;
  expressions: Pick<ExpressionService, 'of'>;
  /** Whether the execution is stored, in whatever state. */
  hasBegun(): boolean;
  /** Takes up what woke the branches that wait; null when the execution is not held any more. */
  resume(held: HeldExecution, nextSeq: number): Promise<Step[] | null>;
  report(error: unknown, executionId: string): void;
}

/**
 * Carries one held execution forward until every branch sleeps or has ended. A checkpoint stores it after each node with
 * an effect, and at the end. When a checkpoint is refused, somebody else holds the execution: the run forgets everything.
 */
export class Run {
  private readonly ledger: Ledger;
  private readonly moves: Branches;
  private readonly checkpoints: Checkpoints;
  private readonly expressions: OwnExpressions;
  private readonly abort = new AbortController();
  private walking = 0;
  private onIdle: () => void = () => {};
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
    this.checkpoints = new Checkpoints(this.ledger, parts, () => this.lose());
    const { author, definition } = parts.flow;
    this.expressions = parts.expressions.of({ author: author ?? definition.id, execution: held.id });
  }

  /**
   * Resolves when the execution sleeps (`asleep` says how), has ended or is lost. `isWoken`: it was woken meanwhile, take it
   * again. `isLeft`: it is stored as far as it came, still held, and for another server.
   */
  async go(): Promise<{ isWoken: boolean; asleep: Asleep | null; isLeft: boolean }> {
    const idle = new Promise<void>((resolve) => (this.onIdle = resolve));
    const done = new Map(this.history.steps.map((step) => [step.visitKey, step]));
    this.walking++; // so that the first branch does not end the run before the last has begun
    for (const branch of [...this.branches.values()]) this.takeUp(branch, done.get(branch.visitKey ?? ''));
    this.stopWalking();
    await idle;
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

  /** Takes up branches that were woken while others still run. False: the run is about to end, which finds the wake itself. */
  async absorbWake(): Promise<boolean> {
    if (this.walking === 0 || this.isOver) return false;
    await this.walkWhile(async () => {
      const steps = await this.checkpoints.inTurn(() => this.resume());
      for (const step of steps) {
        const branch = [...this.branches.values()].find(({ visitKey }) => visitKey === step.visitKey);
        if (branch) this.walk(branch, step);
      }
    });
    return true;
  }

  /** Whether time has woken a branch while others still run. */
  isDue(now: number): boolean {
    const wakeAt = nextWakeAt(this.branches.values());
    return wakeAt !== null && wakeAt <= now;
  }

  /** The server stops: each branch ends with the node it is at, and another server goes on from there. */
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

  /** The server stops: branches that compute do not go on, and then the execution is lost to this server. */
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

  /** What expressions see: everything but passwords. */
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

  /** Where a branch stands after its execution was claimed: a visit with a step is done, one that began and may not repeat is in doubt. */
  private takeUp(branch: Branch, step: Step | undefined): void {
    if (step) return this.walk(branch, step);
    if (branch.state === 'ready') return this.walk(branch);
    if (branch.state !== 'started') return;
    this.walk(branch, this.ledger.record(branch, { status: 'failed', error: failure('outcome_unknown') }));
  }

  private walk(branch: Branch, step?: Step): void {
    void this.walkWhile(async () => {
      let next: Branch | null = step ? await this.leave(branch, step) : branch;
      while (next && !this.isOver && !this.isHandedOver) next = await this.advance(next);
    });
  }

  private async walkWhile(work: () => Promise<void>): Promise<void> {
    this.walking++;
    try {
      await work();
    } catch (error) {
      const isInterrupted = error instanceof ExpressionInterrupted;
      if (isInterrupted && this.isOver) return; // the others have ended the execution: there is nothing to lose
      if (!isInterrupted && !this.isLost) this.parts.report(error, this.held.id);
      this.lose(); // whoever takes it over goes on from the last checkpoint
    } finally {
      this.stopWalking();
    }
  }

  private stopWalking(): void {
    if (--this.walking === 0) this.onIdle();
  }

  /** One visit. Returns the branch that goes on, if one does. */
  private async advance(branch: Branch): Promise<Branch | null> {
    const compiled = this.node(branch.nodeId);
    if (compiled.type.type === 'join') return this.meet(this.moves.arrive(branch));
    branch.visitKey ??= this.ledger.nextVisitKey(branch.nodeId);
    branch.enteredAt = this.parts.now();
    if (compiled.type.effect === 'once') branch.state = 'started';
    if (this.mustBeStoredBefore(compiled, branch)) {
      await this.checkpoints.between();
      if (this.isOver) return null;
    }
    const result = await this.visit(branch, compiled);
    if (!this.isOver) return this.take(branch, result);
    if (result.kind === 'wait') result.onRollback?.(); // nobody stores it any more
    return null;
  }

  private mustBeStoredBefore({ type }: CompiledNode, branch: Branch): boolean {
    const doesMoreThanCompute = !type.isInstant && !this.parts.hasBegun();
    return doesMoreThanCompute || branch.state === 'started' || (type.looksBack === true && this.ledger.owesWrites);
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
      report: (error) => this.parts.report(error, id),
    });
  }

  /** Along the edge that fits what the visit came to. */
  private async leave(branch: Branch, step: Step): Promise<Branch | null> {
    const { excess } = this.ledger;
    branch.state = 'ready'; // the visit is over, whatever becomes of the branch
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
    if (this.walking > 1) await this.checkpoints.between(); // nobody waits to be asked until another branch is done
    return null;
  }

  private fork(branch: Branch): null {
    this.ledger.record(branch, { status: 'completed' });
    const edges = this.parts.flow.edgesFrom.get(branch.nodeId)!;
    const children = this.moves.fork(branch, edges);
    for (const child of children) this.walk(child);
    return null;
  }

  /** The last of the children to arrive or to end lets the parent go on. */
  private async meet(met: Met): Promise<Branch | null> {
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
