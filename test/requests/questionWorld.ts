import type { Channel } from '../../contract/channel.ts';
import type { ExpressionService } from '../../server/flow/expressions.ts';
import type { Request } from '../../server/requests/requestStore.ts';
import { CommitFailedError } from '../../server/foundation/database/unitOfWork.ts';
import { emptyTables, type TestStore } from '../support/openStore.ts';
import { createPlatform, type Platform } from './platform.ts';
import type { Command } from './questionCommands.ts';
import { createServer, type Server, type Shared } from './questionServers.ts';

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
  /** The question as JSON. */
  body: string;
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

  isOn(channel: string): boolean {
    return this.open.has(channel);
  }

  /** Whether a channel of a question is switched on. */
  isCarried({ body }: RequestRow): boolean {
    const { channels, fallback } = JSON.parse(body) as Request['body'];
    return [...channels, ...fallback].some((channel) => this.isOn(channel));
  }

  /** Whether nobody can answer any more. */
  isOver({ status, expires_at: expiresAt }: RequestRow): boolean {
    return status !== 'waiting' || expiresAt <= this.now;
  }

  /** What is not done by people. */
  async disturb(command: Disturbance): Promise<void> {
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
}
