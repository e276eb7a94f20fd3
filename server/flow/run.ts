import type { ExecutionError } from '../../contract/executions.ts';
import {
  addToContext,
  childIds,
  countVisits,
  familyOf,
  foldContext,
  nextWakeAt,
  parentId,
  toRetry,
  visitKeyOf,
  type Branch,
  type Step,
} from './branchRules.ts';
import { chooseEdge, type CompiledFlow, type CompiledNode } from './definition.ts';
import type { Checkpoint, CheckpointResult, HeldExecution, History } from './executionStore.ts';
import { NodeError, type Expressions, type RunResult, type WaitRecord } from './nodeType.ts';

/** 10,000 steps and 1 MB of context per execution: what an execution of sane size never reaches. */
export const RUN_LIMITS = { steps: 10_000, contextSize: 1_000_000 };

/** What a node that waits wants stored with the checkpoint. */
export interface Write {
  type: string;
  record: WaitRecord;
  weight: number;
  onCommit?(): void;
  onRollback?(): void;
}

export interface RunParts {
  flow: CompiledFlow;
  expressions: Expressions;
  now(): number;
  leaseMs: number;
  save(checkpoint: Checkpoint, writes: Write[]): Promise<CheckpointResult>;
  /** Takes up what woke the branches that wait; null when the execution is not held any more. */
  resume(held: HeldExecution, nextSeq: number): Promise<Step[] | null>;
  report(error: unknown, executionId: string): void;
}

/**
 * Carries one held execution forward until every branch sleeps or has ended. All its state is in memory; a checkpoint
 * stores it after each node with an effect, and at the end. When a checkpoint is refused, somebody else holds the
 * execution: the run forgets everything.
 */
export class Run {
  private readonly branches: Map<string, Branch>;
  private readonly context: Record<string, unknown>;
  private readonly visits: Map<string, number>;
  private readonly abort = new AbortController();
  private seq: number;
  private size: number;
  private unsaved: Step[] = [];
  private writes: Write[] = [];
  private saving: Promise<unknown> = Promise.resolve();
  private walking = 0;
  private onIdle: () => void = () => {};
  private failure: ExecutionError | null = null;
  private isLost = false;

  constructor(
    private readonly held: HeldExecution,
    private readonly history: History,
    private readonly parts: RunParts,
  ) {
    this.branches = new Map(held.branches.map((branch) => [branch.id, branch]));
    this.context = foldContext(held.variables, history.steps);
    this.visits = countVisits(history.steps, held.branches);
    this.seq = history.steps.length;
    this.size = history.size;
  }

  /** Resolves when the execution sleeps, has ended or is lost. True: it was woken meanwhile, take it again. */
  async go(): Promise<boolean> {
    const idle = new Promise<void>((resolve) => (this.onIdle = resolve));
    const done = new Map(this.history.steps.map((step) => [step.visitKey, step]));
    this.walking++; // so that the first branch does not end the run before the last has begun
    for (const branch of [...this.branches.values()]) this.takeUp(branch, done.get(branch.visitKey ?? ''));
    this.stopWalking();
    await idle;
    if (this.isLost) return false;
    return (await this.save('final')).isWoken;
  }

  /** Takes up branches that were woken while others still run. False: the run is about to end, which finds the wake itself. */
  async absorbWake(): Promise<boolean> {
    if (this.walking === 0 || this.isOver) return false;
    await this.walkWhile(async () => {
      const steps = await this.inTurn(() =>
        this.parts.resume({ ...this.held, branches: this.snapshot() }, this.seq + 1),
      );
      if (!steps) return this.lose();
      this.seq += steps.length;
      for (const step of steps) {
        addToContext(this.context, step);
        const branch = [...this.branches.values()].find(({ visitKey }) => visitKey === step.visitKey);
        if (branch) this.walk(branch, step);
      }
    });
    return true;
  }

  /** The execution was ended from outside. */
  lose(): void {
    this.isLost = true;
    this.abort.abort();
  }

  private get isOver(): boolean {
    return this.isLost || this.failure !== null;
  }

  /** Where a branch stands after its execution was claimed: a visit with a step is done, a visit that began and may not repeat is in doubt. */
  private takeUp(branch: Branch, step: Step | undefined): void {
    if (step) return this.walk(branch, step);
    if (branch.state === 'ready') return this.walk(branch);
    if (branch.state !== 'started') return;
    const error = {
      code: 'outcome_unknown',
      message: 'the server stopped while this node ran, and it must not run twice',
    };
    this.walk(branch, this.record(branch, { status: 'failed', error }));
  }

  private walk(branch: Branch, step?: Step): void {
    void this.walkWhile(async () => {
      let next: Branch | null = step ? await this.leave(branch, step) : branch;
      while (next && !this.isOver) next = await this.advance(next);
    });
  }

  private async walkWhile(work: () => Promise<void>): Promise<void> {
    this.walking++;
    try {
      await work();
    } catch (error) {
      if (!this.isLost) this.parts.report(error, this.held.id);
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
    if (compiled.type.type === 'join') return this.arrive(branch);
    branch.visitKey ??= this.nextVisitKey(branch.nodeId);
    branch.enteredAt = this.parts.now();
    if (compiled.type.effect === 'once') {
      branch.state = 'started';
      await this.save();
    }
    const result = await this.runNode(branch, compiled);
    if (this.isOver) return null;
    switch (result.kind) {
      case 'output':
        if (result.write !== undefined) this.write(branch, result.write);
        return this.leave(branch, this.record(branch, { status: 'completed', ...result }));
      case 'error':
        return this.leave(branch, this.record(branch, { status: 'failed', error: result.error }));
      case 'wait':
        return this.sleep(branch, result);
      case 'fork':
        return this.fork(branch);
      case 'join':
        return this.arrive(branch);
      case 'end':
        this.record(branch, { status: 'completed', ...result });
        this.branches.delete(branch.id);
        return this.settleFamily(parentId(branch.id));
    }
  }

  private async runNode(
    branch: Branch,
    { node, type, config }: CompiledNode,
  ): Promise<RunResult | { kind: 'error'; error: ExecutionError }> {
    const { id: executionId, flowId, flowVersion, starter, chatId } = this.held;
    try {
      return await type.run({
        executionId,
        flowId,
        flowVersion,
        nodeId: node.id,
        nodeName: node.name ?? node.id,
        visitKey: branch.visitKey!,
        branchId: branch.id,
        config,
        context: this.context,
        startedBy: starter,
        chatId,
        flowName: this.parts.flow.definition.name,
        expressions: this.parts.expressions,
        now: this.parts.now(),
        signal: this.abort.signal,
      });
    } catch (error) {
      return { kind: 'error', error: this.toExecutionError(error) };
    }
  }

  private toExecutionError(error: unknown): ExecutionError {
    if (error instanceof NodeError) return { code: error.code, message: error.message };
    this.parts.report(error, this.held.id);
    return { code: 'node_failed', message: 'the node failed for a reason that was reported to the operators' };
  }

  /** Along the edge that fits what the visit came to. */
  private async leave(branch: Branch, step: Step): Promise<Branch | null> {
    try {
      const edge = await chooseEdge(this.parts.flow, step, this.context, this.parts.expressions);
      if (!edge) {
        this.fail(step.error ?? { code: 'node_failed', message: 'the node failed' }, step.visitKey);
        return null;
      }
      const isInstant = this.node(step.nodeId).type.isInstant;
      this.moveTo(branch, edge.to);
      if (!isInstant) await this.save();
      return branch;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      this.fail({ code: error.code, message: error.message }, step.visitKey);
      return null;
    }
  }

  private async sleep(
    branch: Branch,
    { record, wakeAt, weight, onCommit, onRollback }: RunResult & { kind: 'wait' },
  ): Promise<null> {
    branch.state = 'waiting';
    branch.wakeAt = wakeAt;
    this.write(branch, record, { weight, onCommit, onRollback });
    if (this.walking > 1) await this.save(); // nobody is kept from being asked by another branch that takes its time
    return null;
  }

  private write(
    branch: Branch,
    record: unknown,
    more: Partial<Pick<Write, 'weight' | 'onCommit' | 'onRollback'>> = {},
  ): void {
    const written = { executionId: this.held.id, visitKey: branch.visitKey!, record };
    this.writes.push({ type: branch.type, record: written, ...more, weight: more.weight ?? 1 });
  }

  private fork(branch: Branch): null {
    this.record(branch, { status: 'completed', output: null });
    branch.state = 'forked';
    branch.visitKey = null;
    const edges = this.parts.flow.edgesFrom.get(branch.nodeId)!;
    childIds(branch.id, edges.length).forEach((id, n) => {
      const child = this.moveTo({ id, enteredAt: this.parts.now() } as Branch, edges[n]!.to);
      this.branches.set(id, child);
      this.walk(child);
    });
    return null;
  }

  private arrive(branch: Branch): Promise<Branch | null> {
    branch.state = 'arrived';
    branch.visitKey = null;
    return this.settleFamily(parentId(branch.id));
  }

  /** The last of the children to arrive or to end lets the parent go on. */
  private async settleFamily(id: string | null): Promise<Branch | null> {
    if (id === null) return null;
    const family = familyOf(id, this.branches.values());
    const parent = this.branches.get(id)!;
    switch (family.kind) {
      case 'not_yet':
        return null;
      case 'scattered':
        this.fail(
          {
            code: 'branches_scattered',
            message: `branches of one fork wait at different joins: ${family.nodeIds.join(', ')}`,
          },
          parent.nodeId,
        );
        return null;
      case 'ended':
        this.branches.delete(id);
        return this.settleFamily(parentId(id));
      case 'joined': {
        for (const child of [...this.branches.keys()]) if (parentId(child) === id) this.branches.delete(child);
        this.moveTo(parent, family.nodeId);
        parent.visitKey = this.nextVisitKey(family.nodeId);
        return this.leave(parent, this.record(parent, { status: 'completed', output: null }));
      }
    }
  }

  private moveTo(branch: Branch, nodeId: string): Branch {
    const { type } = this.node(nodeId).type;
    return Object.assign(branch, {
      nodeId,
      type,
      state: 'ready',
      visitKey: null,
      enteredAt: this.parts.now(),
      wakeAt: undefined,
    });
  }

  private record(
    branch: Branch,
    {
      status,
      output,
      assign,
      summary,
      error,
    }: {
      status: Step['status'];
      output?: unknown;
      assign?: Record<string, unknown>;
      summary?: string;
      error?: ExecutionError;
    },
  ): Step {
    const step: Step = {
      visitKey: branch.visitKey!,
      nodeId: branch.nodeId,
      status,
      output: output ?? null,
      assigned: assign ?? null,
      summary: summary ?? null,
      error: error ?? null,
      startedAt: branch.enteredAt,
      endedAt: this.parts.now(),
    };
    this.unsaved.push(step);
    addToContext(this.context, step);
    this.checkLimits(step);
    return step;
  }

  private checkLimits({ output, assigned, visitKey }: Step): void {
    this.size += JSON.stringify(output).length + (assigned ? JSON.stringify(assigned).length : 0);
    if (this.size > RUN_LIMITS.contextSize)
      this.fail(
        { code: 'context_too_large', message: 'the outputs of this execution are larger than 1 MB together' },
        visitKey,
      );
    if (this.seq + this.unsaved.length >= RUN_LIMITS.steps)
      this.fail({ code: 'too_many_steps', message: `an execution takes at most ${RUN_LIMITS.steps} steps` }, visitKey);
  }

  private fail(error: ExecutionError, visitKey: string): void {
    this.failure ??= { ...error, nodeId: visitKey };
    this.abort.abort();
  }

  private nextVisitKey(nodeId: string): string {
    const visit = (this.visits.get(nodeId) ?? 0) + 1;
    this.visits.set(nodeId, visit);
    return visitKeyOf(nodeId, visit);
  }

  private node(id: string): CompiledNode {
    return this.parts.flow.nodes.get(id)!;
  }

  private snapshot(): Branch[] {
    return structuredClone([...this.branches.values()]);
  }

  /** Saves and resumes of one run are one after another. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.saving.then(work);
    this.saving = result.catch(() => {});
    return result;
  }

  private save(kind: 'final' | 'between' = 'between'): Promise<CheckpointResult> {
    return this.inTurn(async () => {
      const checkpoint = kind === 'final' ? this.lastCheckpoint() : this.checkpoint();
      const { writes } = this;
      this.unsaved = [];
      this.writes = [];
      try {
        const result = await this.parts.save(checkpoint, writes);
        if (!result.stored) this.lose();
        else this.seq += checkpoint.steps.length;
        for (const write of writes) (result.stored ? write.onCommit : write.onRollback)?.();
        return result;
      } catch (error) {
        for (const write of writes) write.onRollback?.();
        this.lose();
        throw error;
      }
    });
  }

  private checkpoint(): Checkpoint {
    const { id, epoch } = this.held;
    const steps = this.unsaved.map((step, n) => ({ seq: this.seq + n + 1, step }));
    const leaseUntil = this.parts.now() + this.parts.leaseMs;
    return {
      id,
      epoch,
      status: 'running',
      branches: this.snapshot(),
      wakeAt: null,
      endedAt: null,
      error: null,
      leaseUntil,
      steps,
    };
  }

  /** What was to be asked with the last checkpoint is asked no more; what was said stays said. */
  private dropWaits(): void {
    const waiting = new Set(
      [...this.branches.values()].flatMap(({ state, visitKey }) => (state === 'waiting' ? [visitKey] : [])),
    );
    const isDropped = ({ record }: Write) => waiting.has(record.visitKey);
    for (const write of this.writes.filter(isDropped)) write.onRollback?.();
    this.writes = this.writes.filter((write) => !isDropped(write));
    for (const branch of this.branches.values())
      if (branch.state === 'waiting') this.record(branch, { status: 'cancelled' });
  }

  /** Gives the execution back: asleep, completed, or failed with everything that still waited cancelled. */
  private lastCheckpoint(): Checkpoint {
    if (this.failure) {
      this.dropWaits();
      const branches = toRetry(this.branches.values());
      return {
        ...this.checkpoint(),
        status: 'failed',
        branches,
        endedAt: this.parts.now(),
        error: this.failure,
        leaseUntil: null,
      };
    }
    const checkpoint = { ...this.checkpoint(), leaseUntil: null };
    if (this.branches.size === 0) return { ...checkpoint, status: 'completed', endedAt: this.parts.now() };
    return { ...checkpoint, status: 'waiting', wakeAt: nextWakeAt(this.branches.values()) };
  }
}
