import { expect } from 'chai';
import type { Channel } from '../../contract/channel.ts';
import type { FlowNode } from '../../contract/flows.ts';
import { ProblemError } from '../../contract/problem.ts';
import type { ExpressionService } from '../../server/flow/expressions.ts';
import type { Request } from '../../server/requests/requestStore.ts';
import { CommitFailedError } from '../../server/foundation/database/unitOfWork.ts';
import { emptyTables, type TestStore } from '../support/openStore.ts';
import { createPlatform, type Platform } from './platform.ts';
import { giveAnswer, giveAtOnce } from './questionAnswers.ts';
import type { AQuestion, Command } from './questionCommands.ts';
import { callerOf, createServer, PEOPLE, STARTER, type Server, type Shared } from './questionServers.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const START = Date.parse('2026-03-01T12:00:00Z');
const OWN_CHANNELS: Record<string, Pick<Channel, 'canRewrite' | 'tokenPolicy'>> = {
  chat: { canRewrite: true, tokenPolicy: 'before_answer' },
  mail: { canRewrite: false, tokenPolicy: 'with_answer' },
};

/** A row of `requests`, as far as it is needed here. */
export interface RequestRow {
  status: Request['status'];
  strategy: Request['strategy'];
  expires_at: number;
  assignee_count: number;
  answered_count: number;
}

export const executionOf = (requestId: string): string => requestId.slice(0, -'-ask'.length);

/** Null if the server could not say whether it was stored. */
export const orLost = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof CommitFailedError) return null;
    throw error;
  });

type Disturbance = Extract<
  Command,
  { do: 'tick' | 'wait' | 'back' | 'trouble' | 'letGo' | 'switch' | 'hear' | 'die' | 'lose' }
>;

/** Two servers on one database, the platforms that they deliver to, and people who answer. */
export class World {
  readonly platform: Platform = createPlatform();
  readonly ids: string[] = [];
  readonly shared: Shared;
  private readonly all: Server[] = [];
  private readonly open: Map<string, Channel>;
  private readonly channels: Map<string, Channel>;
  /** The key of the last answer to a question by a person. */
  readonly keys = new Map<string, string>();
  private count = 0;
  private hasLost = false;

  private constructor(store: TestStore, expressions: ExpressionService) {
    this.channels = new Map(
      Object.entries(OWN_CHANNELS).map(([name, facts]) => [name, this.platform.channel(name, facts)]),
    );
    this.open = new Map(this.channels);
    const clocks = { wall: START, steady: START };
    const state = { flows: new Map(), servers: [], isDeaf: false, reported: [] };
    this.shared = { store, clocks, channels: this.open, expressions, ...state };
    for (const place of [0, 1]) this.add(place);
  }

  /** An empty one. */
  static async begin(store: TestStore, expressions: ExpressionService): Promise<World> {
    await emptyTables(store.db);
    return new World(store, expressions);
  }

  get now(): number {
    return this.shared.clocks.wall;
  }

  /** The server at a place; a dead one has been replaced. */
  at(place: number): Server {
    const one = this.shared.servers[place]!;
    return one.isDead() ? this.add(place) : one;
  }

  private add(place: number): Server {
    const one = createServer(this.shared);
    this.all.push(one);
    this.shared.servers[place] = one;
    return one;
  }

  /** Whether a server may have lost what it had done. */
  get isForgetful(): boolean {
    return this.all.length > 2 || this.hasLost;
  }

  async close(): Promise<void> {
    for (const { app } of this.all) await app.close();
  }

  wait(ms: number): void {
    this.shared.clocks.wall += ms;
    this.shared.clocks.steady += ms;
  }

  /** Everything works again, and no server dies any more. */
  calm(): void {
    this.platform.troubles.length = 0;
    this.platform.letGo();
    for (const [name, channel] of this.channels) this.open.set(name, channel);
    this.shared.isDeaf = false;
    for (const place of [0, 1]) {
      this.at(place).dieIn(Infinity, true);
      this.at(place).loseIn(Infinity, true);
    }
  }

  /** Lets both servers do what is due, again and again. */
  async pass(ms: number, times: number): Promise<void> {
    for (let n = 0; n < times; n++) {
      for (const place of [0, 1]) await this.at(place).tick();
      this.wait(ms);
    }
  }

  newName(prefix: string): string {
    return `${prefix}-${this.count++}`;
  }

  table(name: string) {
    return this.shared.store.db.reader(name);
  }

  request(id: string): Promise<RequestRow | undefined> {
    return this.table('requests').where({ id }).first();
  }

  response(id: string, person: string): Promise<{ submission_id: string } | undefined> {
    return this.table('responses').where({ request_id: id, person }).first();
  }

  /** Whether nobody can answer any more. */
  isOver({ status, expires_at: expiresAt }: RequestRow): boolean {
    return status !== 'waiting' || expiresAt <= this.now;
  }

  async perform(command: Command): Promise<void> {
    const requestId = 'question' in command ? this.ids[command.question] : '';
    if (requestId === undefined) return;
    switch (command.do) {
      case 'ask':
        return this.ask(command);
      case 'answer':
        return giveAnswer(this, command);
      case 'race':
        return giveAtOnce(this, [command.first, command.second]);
      case 'withdraw':
      case 'nudge':
        return this.asAsker(command.do, command.server, requestId);
      case 'snooze':
      case 'read': {
        const until = command.do === 'read' || command.ms === null ? null : this.now + command.ms;
        const payload = { until: until && new Date(until).toISOString() };
        const url = `/user/notifications/${requestId}/${command.do}`;
        const headers = { person: PEOPLE[command.person]!.id };
        const body = command.do === 'snooze' ? { payload } : {};
        const { app, death } = this.at(command.server);
        return void (await Promise.race([app.inject({ method: 'PATCH', url, headers, ...body }), death]));
      }
      case 'cancel': {
        const one = this.at(command.server);
        const work = one.units.run((unit) => one.engine.cancel(unit, executionOf(requestId), 'Ada'));
        await Promise.race([orLost(work), one.death]);
        return one.idle();
      }
      default:
        return this.disturb(command);
    }
  }

  /** What is not done by people. */
  private async disturb(command: Disturbance): Promise<void> {
    switch (command.do) {
      case 'tick':
        return this.at(command.server).tick();
      case 'wait':
        return this.wait(command.ms);
      case 'back':
        this.shared.clocks.wall -= HOUR_MS;
        this.shared.clocks.steady += SECOND_MS;
        return;
      case 'trouble':
        return void this.platform.troubles.push(...command.kinds);
      case 'letGo':
        this.platform.letGo();
        for (let n = 0; n < 3; n++) await new Promise(setImmediate);
        for (const one of this.shared.servers) await one.idle();
        return;
      case 'switch':
        if (!this.open.delete(command.channel)) this.open.set(command.channel, this.channels.get(command.channel)!);
        return;
      case 'hear':
        this.shared.isDeaf = command.isDeaf;
        return;
      case 'die':
        return this.at(command.server).dieIn(command.units, command.isLastStored);
      case 'lose':
        this.hasLost = true;
        this.at(command.server).loseIn(command.units, command.isLastStored);
    }
  }

  private async ask({ server, people, strategy, timeout, channels, hasFallback, isForm }: AQuestion): Promise<void> {
    const id = this.newName('f');
    const one = this.at(server);
    const form = [{ name: 'why', type: 'text', label: 'Why', required: true, validation: { min: 5 } }];
    const human: FlowNode['config'] = {
      inputType: isForm ? 'form' : 'approval',
      prompt: `Question ${id}?`,
      ...(isForm && { variables: form }),
      assignees: { groups: people.length === 0 ? ['team'] : [], users: people },
      ...{ strategy, timeout, channels },
      ...(hasFallback && { fallback: ['chat', 'mail'] }),
    };
    const nodes = [
      { id: 'start', type: 'start', config: {} },
      { id: 'ask', type: 'human', config: human },
      { id: 'end', type: 'end', config: {} },
    ];
    const edges = [
      { from: 'start', to: 'ask' },
      { from: 'ask', to: 'end' },
    ];
    const started = await Promise.race([orLost(one.start({ id, name: `Flow ${id}`, nodes, edges })), one.death]);
    await one.idle();
    const execution: { id: string } | undefined = await this.table('executions').where({ flow_id: id }).first('id');
    if (started !== null) expect(execution, 'a start that was acknowledged').to.include({ id: started });
    if (execution) this.ids.push(`${execution.id}-ask`);
  }

  /** The asker withdraws a question, or reminds people of it. */
  private async asAsker(deed: 'withdraw' | 'nudge', place: number, requestId: string): Promise<void> {
    const one = this.at(place);
    const request = await this.request(requestId);
    const caller = callerOf(STARTER);
    const work =
      deed === 'nudge' ? one.sent.nudge(requestId, caller) : one.sent.withdraw(requestId, 'By phone', caller);
    const codeOf = (problem: unknown): string => {
      if (problem instanceof ProblemError) return problem.code;
      throw problem;
    };
    const result = await Promise.race([orLost(work.then(() => 'done', codeOf)), one.death]);
    await one.idle();
    if (result === null) return;
    const open = deed === 'nudge' ? ['done', 'rate_limited'] : ['done'];
    expect(result, deed).to.be.oneOf(!request ? ['not_found'] : this.isOver(request) ? ['request_closed'] : open);
  }
}
