import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { FlowDefinition } from '../../contract/flows.ts';
import type { Step } from '../../server/flow/branchRules.ts';
import type { Unit } from '../../server/foundation/database/unitOfWork.ts';
import type { Action } from './actions.ts';
import { LEASE_MS, type EngineStage } from './engineStage.ts';
import { MortalServer } from './mortalServer.ts';
import type { Question, QuestionBoard } from './questionBoard.ts';

const HOUR_MS = 3_600_000;
/** No drawn flow needs as many. */
const MOST_ROUNDS = 80;

interface Parts {
  stage: EngineStage;
  board: QuestionBoard;
  definition: FlowDefinition;
  variables: Record<string, unknown>;
}

type ActionTo<Name extends Action['kind']> = Extract<Action, { kind: Name }>;

/** Executions of one flow on two servers, and what happens to them. */
export class World {
  readonly executionIds: string[] = [];
  /** Questions whose answers were stored, as their senders were told. */
  readonly acknowledged = new Set<string>();
  /** Those that were retried, or may have been. */
  readonly retried = new Set<string>();
  /** No server was silent, so no node ran a second time. */
  isCalm = true;
  readonly log: string[] = [];
  private readonly servers: MortalServer[];
  private readonly known = new Map<string, Step[]>();
  private readonly underWay = new Set<Promise<unknown>>();
  private failure: unknown = null;
  private steady = 1_000_000;

  constructor(private readonly parts: Parts) {
    this.servers = [new MortalServer(parts.stage), new MortalServer(parts.stage)];
    parts.board.runs.clear();
  }

  /** Starts the first execution. */
  async begin(): Promise<void> {
    const { stage, definition, variables } = this.parts;
    this.executionIds.push(await stage.start(this.servers[0]!.engine, definition, variables));
  }

  async do(action: Action): Promise<void> {
    this.log.push(JSON.stringify(action));
    await this.perform(action);
    await this.look();
  }

  /** Lets all executions come to their end. */
  async end(): Promise<void> {
    const { stage, board } = this.parts;
    board.isHolding = false;
    for (let round = 0; ; round++) {
      board.releaseAll();
      for (const { engine } of this.servers) await engine.settled();
      await Promise.all(this.underWay);
      await this.look();
      const executions = await Promise.all(this.executionIds.map((id) => stage.execution(id)));
      if (executions.every(({ endedAt }) => endedAt !== null)) return;
      expect(round, 'rounds').to.be.below(MOST_ROUNDS);
      for (const [n, question] of (await this.openQuestions()).entries())
        await this.answer(question, { server: (round + n) % 2, unit: n % 2 ? 'takesIn' : 'plain' });
      this.advance(round < 5 ? LEASE_MS : 2 * HOUR_MS);
      for (const server of this.servers) await server.tick(stage.now(), this.steady);
      await this.close(await board.expired(stage.store.db.reader, stage.now()), 0, 'late');
    }
  }

  /** Ends its servers, whatever they are doing. */
  async leave(): Promise<void> {
    const { board, stage } = this.parts;
    board.isHolding = false;
    board.releaseAll();
    for (const server of this.servers) {
      await Promise.race([server.engine.settled(), patience(500)]);
      server.kill();
    }
    await board.clear(stage.store.db.writer);
  }

  private perform(action: Action): Promise<void> | void {
    const { stage, board } = this.parts;
    switch (action.kind) {
      case 'answer':
        return this.toQuestion(action.which, (question) =>
          this.during(this.answer(question, action), action.isAwaited),
        );
      case 'withdraw':
        return this.toQuestion(action.which, ({ id }) => this.close([id], action.server, 'withdrawn'));
      case 'expire':
        return this.expire(action.server);
      case 'advance':
        this.isCalm = false; // one server may find the other silent
        return this.advance(action.ms);
      case 'tick':
        return this.during(this.servers[action.server]!.tick(stage.now(), this.steady), action.isAwaited);
      case 'hold':
        board.isHolding = true;
        return;
      case 'release':
        return board.release(action.which);
      case 'turns':
        return turns(action.count);
      case 'rest':
        return this.rest();
      case 'lapse':
        return this.lapse(action.server);
      case 'kill':
      case 'stop':
        return this.replace(action);
      case 'cancel':
      case 'retry':
        return this.during(this.change(action), action.isAwaited);
      case 'start':
        return this.during(this.startMore(action), true);
    }
  }

  private advance(ms: number): void {
    this.parts.stage.advance(ms);
    if (ms > 0) this.steady += ms;
  }

  private async startMore({ server, count }: ActionTo<'start'>): Promise<void> {
    const { stage, definition, variables } = this.parts;
    const at = this.servers[server]!;
    const order = { ...stage.orderOf(definition), variables };
    const begun = await Promise.all(Array.from({ length: count }, () => at.ifAlive(at.engine.start(order))));
    this.executionIds.push(...begun.filter((id) => id !== null));
  }

  private replace({ kind, server }: ActionTo<'kill' | 'stop'>): Promise<void> | void {
    const { stage } = this.parts;
    const old = this.servers[server]!;
    this.servers[server] = new MortalServer(stage);
    this.isCalm = false;
    if (kind === 'kill') return old.kill();
    stage.abandon(old.engine);
    return this.during(old.engine.close(), false);
  }

  /** The other server notices that this one is silent. It is not dead, and comes back. */
  private async lapse(server: number): Promise<void> {
    const other = this.servers[1 - server]!;
    this.isCalm = false;
    await this.during(other.tick(this.parts.stage.now(), this.steady), true);
    this.advance(LEASE_MS);
    await this.during(other.tick(this.parts.stage.now(), this.steady), true);
  }

  private async change({ kind, server, which }: ActionTo<'cancel' | 'retry'>): Promise<void> {
    const id = this.executionIds[which % this.executionIds.length]!;
    const at = this.servers[server]!;
    const work = (unit: Unit) => (kind === 'cancel' ? at.engine.cancel(unit, id, 'Ada') : at.engine.retry(unit, id));
    const isDone = await at.ifAlive(at.run(work));
    this.log.push(`${kind} ${id}: ${String(isDone)}`);
    if (kind === 'retry' && isDone !== false) this.retried.add(id);
  }

  /** Waits a while at most: a node may hold it up. */
  private async during(work: Promise<unknown>, isAwaited: boolean): Promise<void> {
    const watched = work
      .catch((error: unknown) => void (this.failure ??= error))
      .finally(() => this.underWay.delete(watched));
    this.underWay.add(watched);
    if (isAwaited) await Promise.race([watched, this.patience()]);
  }

  private patience(): Promise<void> {
    return patience(this.parts.board.isHolding ? 15 : 1000);
  }

  private async rest(): Promise<void> {
    const settled = Promise.all(this.servers.map(({ engine }) => engine.settled()));
    await Promise.race([settled, this.patience()]);
  }

  private async openQuestions(): Promise<Question[]> {
    const { stage, board } = this.parts;
    return (await board.all(stage.store.db.reader)).filter(({ state }) => state === 'open');
  }

  private async toQuestion(which: number, work: (question: Question) => Promise<void>): Promise<void> {
    const open = await this.openQuestions();
    if (open.length > 0) await work(open[which % open.length]!);
  }

  private async answer(
    question: Question,
    { server, unit }: Pick<ActionTo<'answer'>, 'server' | 'unit'>,
  ): Promise<void> {
    const { stage, board } = this.parts;
    const at = this.servers[server]!;
    const answering = at.run(async (work) => {
      const isStored = await board.answer(work, at.engine, question, { at: stage.now(), takesIn: unit !== 'plain' });
      if (unit === 'rolledBack') throw new RolledBack();
      return isStored;
    });
    const isStored = await at.ifAlive(answering).catch((error: unknown) => {
      if (error instanceof RolledBack) return false;
      throw error;
    });
    this.log.push(`answered ${question.id}: ${String(isStored)}`);
    if (isStored) this.acknowledged.add(question.id);
  }

  private async expire(server: number): Promise<void> {
    const { stage, board } = this.parts;
    await this.close(await board.expired(stage.store.db.reader, stage.now()), server, 'late');
  }

  private async close(ids: string[], server: number, state: 'late' | 'withdrawn'): Promise<void> {
    const { stage, board } = this.parts;
    const at = this.servers[server]!;
    await at.ifAlive(at.run((unit) => board.close(unit, at.engine, ids, { state, at: stage.now() })));
  }

  /** What is stored never changes: steps are only added. */
  private async look(): Promise<void> {
    if (this.failure) throw this.failure as Error;
    for (const id of this.executionIds) {
      const steps = await this.parts.stage.steps(id);
      const before = this.known.get(id) ?? [];
      expect(steps.slice(0, before.length), 'the history so far').to.deep.equal(before);
      this.known.set(id, steps);
    }
  }
}

class RolledBack extends Error {}

/** Does not keep the process alive. */
const patience = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false });

async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise(setImmediate);
}
