import { expect } from 'chai';
import { setImmediate as turn } from 'node:timers/promises';
import { createAssistant, type Assistant } from '../../server/chats/assistant.ts';
import { attemptFailed, type AttemptStanding } from '../../server/chats/attemptStanding.ts';
import { createChatService, type ChatService } from '../../server/chats/chatService.ts';
import { createLlmClient } from '../../server/chats/llmClient.ts';
import { createLogService, type LogService } from '../../server/chats/logService.ts';
import { insertLog } from '../../server/chats/logStore.ts';
import { readTyped } from '../../server/chats/typing.ts';
import { createLocalSignals, type Signals } from '../../server/foundation/database/signals.ts';
import { CommitFailedError, type UnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { ProblemError } from '../../server/foundation/errors.ts';
import type { Caller } from '../../server/foundation/http/authenticate.ts';
import { newId } from '../../server/foundation/newId.ts';
import type { Posted } from '../../contract/chats.ts';
import { mortalUnits, type MortalUnits } from '../support/mortalUnits.ts';
import type { TestStore } from '../support/openStore.ts';
import { aPerson } from '../support/seeds.ts';
import { fetchInto, type Call } from './talkEndpoint.ts';

export const PEOPLE = ['tim', 'alan'] as const;
const callerOf = (name: string): Caller => ({
  person: aPerson(name),
  roles: [],
  groups: [],
  isGuest: false,
  tokenExpiresAt: Infinity,
});
const ADA = callerOf('ada');
const LLM = { baseUrl: 'http://model.test/v1', model: 'small', apiKey: null };
const START = Date.UTC(2026, 0, 5, 9);

/** A log: of one chat, one person, and one attempt (0: their own log). */
export interface Place {
  chat: number;
  person: number;
  attempt: number;
}

/** A message that somebody sent. */
export interface Sent {
  place: Place;
  content: string;
  key: string | null;
  state: 'under_way' | 'acknowledged' | 'refused' | 'unknown';
  posted: Posted | null;
  /** Whether the chat had its assistant when the person wrote. */
  isAssisted: boolean;
  begun: number;
  ended: number;
}

export interface Server {
  mortal: MortalUnits;
  assistant: Assistant;
  logs: LogService;
  chats: ChatService;
  signals: Signals;
  now(): number;
  /** Its loop does not run: to the other server it seems dead. */
  isFrozen: boolean;
  wasFrozen: boolean;
}

export const nameOf = ({ chat, person, attempt }: Place): string => `<${chat}/${PEOPLE[person]}/${attempt}>`;

/** Two servers, two chats, and people who write in them. */
export class World {
  readonly clocks = { wall: START, steady: 0 };
  readonly calls: Call[] = [];
  readonly sent: Sent[] = [];
  readonly reported: unknown[] = [];
  /** What was streamed of each answer, as a client joins it. */
  readonly streamed = new Map<string, string>();
  readonly chatIds: string[] = [];
  readonly servers: Server[] = [];
  /** The next message meets a database that fails before or after it has stored. */
  fault: 'before' | 'after' | null = null;
  areSignalsLost = false;
  /** Also of dead servers: the database still has them. */
  unitsUnderWay = 0;
  /** Of each chat: how many messages had been sent when its assistant was last switched off. */
  readonly changed = [0, 0];
  private readonly logIds = new Map<string, string>();
  private readonly standings = new Map<string, AttemptStanding['state']>();
  private steps = 0;

  private constructor(private readonly store: TestStore) {}

  static async begin(store: TestStore): Promise<World> {
    const world = new World(store);
    world.servers.push(world.start(0), world.start(31_000));
    const [{ chats }] = world.servers as [Server];
    for (const chat of [0, 1]) world.chatIds.push((await chats.create(world.chatBody(chat), ADA)).id);
    for (const chat of [0, 1]) for (const person of [0, 1]) await world.attempt({ chat, person, attempt: 1 });
    return world;
  }

  get db() {
    return this.store.db.reader;
  }

  private chatBody(chat: number, isAssisted = true, people: readonly string[] = chat === 0 ? [] : PEOPLE) {
    const users = people.map((name) => `${name}@sandbox.test`);
    return { name: `Chat ${chat}`, users, assistant: { enabled: isAssisted, instructions: '' } };
  }

  start(aheadMs: number): Server {
    const mortal = mortalUnits(this.counted(this.store.units));
    const { isDead } = mortal;
    const local = createLocalSignals((error) => this.reported.push(error));
    const signals: Signals = { ...local, publish: (topic, id) => void (isDead() || this.tell(local, topic, id)) };
    local.subscribe({ changed: (topic, ids) => void (topic === 'typed' && ids.forEach((id) => this.hear(id))) });
    const now = () => this.clocks.wall + aheadMs;
    const ground = { units: mortal.units, reader: this.db, signals, now };
    const chats = createChatService(ground);
    const report = (error: unknown) => void this.reported.push(error);
    const isLost = () => isDead() || server.wasFrozen;
    const llm = createLlmClient(LLM, fetchInto(this.calls, { isDead, isLost }), now);
    const assistant = createAssistant({ ...ground, llm, report });
    const logs = createLogService({
      ...{ ...ground, units: this.flaky(mortal.units), assistant, openChat: chats.open },
      attemptOf: async ({ id }) => ({ state: this.standings.get(id)!, needsFlow: false }),
      onMessage: async (_unit, { logId }) => {
        if (this.standings.get(logId!) === 'failed') throw attemptFailed();
      },
      onStarted: async () => {},
      ...({} as { flows: never; engine: never; delegate: never }),
    });
    const server = { mortal, assistant, logs, chats, signals: local, now, isFrozen: false, wasFrozen: false };
    return server;
  }

  private tell(own: Signals, ...[topic, id]: Parameters<Signals['publish']>): void {
    for (const { signals, mortal } of this.servers)
      if (signals === own || !(this.areSignalsLost || mortal.isDead())) signals.publish(topic, id);
  }

  private hear(signal: string): void {
    const { messageId, offset, text } = readTyped(signal);
    const heard = this.streamed.get(messageId) ?? '';
    if (offset === heard.length) this.streamed.set(messageId, heard + text);
  }

  private counted(units: UnitOfWork): UnitOfWork {
    return {
      run: (work) => {
        this.unitsUnderWay++;
        return units.run(work).finally(() => this.unitsUnderWay--);
      },
    };
  }

  private flaky(units: UnitOfWork): UnitOfWork {
    return {
      run: async (work) => {
        const { fault } = this;
        this.fault = null;
        if (fault === 'after') await units.run((unit) => work({ ...unit, afterCommit() {}, commitBehind() {} }));
        if (fault !== null) throw new CommitFailedError('the changes could not be stored');
        return units.run(work);
      },
    };
  }

  /** A person's next attempt at an assignment of a chat. */
  async attempt({ chat, person, attempt }: Place): Promise<void> {
    if (this.logIds.has(nameOf({ chat, person, attempt }))) return;
    const id = newId(START);
    for (const [name, logId] of this.logIds)
      if (name.startsWith(nameOf({ chat, person, attempt: 0 }).slice(0, -2))) this.standings.set(logId, 'superseded');
    this.logIds.set(nameOf({ chat, person, attempt }), id);
    this.standings.set(id, 'under_way');
    const log = { id, chatId: this.chatIds[chat]!, person: PEOPLE[person]!, name: `Chat ${chat}`, attempt };
    const more = { assignmentId: newId(START), chatVersion: null, flowVersion: null, createdAt: START };
    await this.store.units.run(({ trx }) => insertLog(trx, { ...log, ...more }, null));
  }

  keyOf({ chat, person, attempt }: Place) {
    const logId = attempt === 0 ? null : this.logIds.get(nameOf({ chat, person, attempt }))!;
    return { chatId: this.chatIds[chat]!, person: PEOPLE[person]!, logId };
  }

  places(): Place[] {
    const own = [0, 1].flatMap((chat) => [0, 1].map((person) => ({ chat, person, attempt: 0 })));
    const attempts = [...this.logIds.keys()].map((name) => name.slice(1, -1).split('/'));
    const assigned = attempts.map(([chat, name, attempt]) => ({ chat: Number(chat), name, attempt: Number(attempt) }));
    return [...own, ...assigned.map(({ name, ...rest }) => ({ ...rest, person: PEOPLE.indexOf(name as 'tim') }))];
  }

  open({ logs }: Server, place: Place) {
    const caller = callerOf(PEOPLE[place.person]!);
    const { chatId, logId } = this.keyOf(place);
    return logId === null ? logs.own(chatId, caller) : logs.assigned(logId, caller);
  }

  /** Sends a message, or sends one again. */
  async send(server: Server, message: Sent): Promise<void> {
    const isFirst = message.begun === 0;
    message.begun ||= ++this.steps;
    const { key, content, posted: before } = message;
    try {
      const log = await this.open(server, message.place);
      message.isAssisted = isFirst && log.chat.assistant.enabled;
      const caller = callerOf(PEOPLE[message.place.person]!);
      const requestKey = key === null ? null : { key, bodyHash: content };
      const posting = server.logs.post(log, caller, { content }, requestKey);
      const posted = await Promise.race([posting, server.mortal.death]);
      if (before) {
        if (posted) expect(posted).to.deep.equal(before);
        return;
      }
      message.posted = posted;
      message.state = posted ? 'acknowledged' : 'unknown';
    } catch (error) {
      if (!(error instanceof CommitFailedError || error instanceof ProblemError)) throw error;
      if (before) return;
      const isUnknown = error instanceof CommitFailedError || message.state === 'unknown';
      message.state = isUnknown ? 'unknown' : 'refused';
    }
    message.ended = ++this.steps;
  }

  async change(chat: number, isAssisted: boolean, people?: readonly string[]): Promise<void> {
    const server = this.servers.find(({ mortal }) => !mortal.isDead());
    if (!server) return;
    if (!isAssisted) this.changed[chat] = this.sent.length;
    const changing = server.chats.update(this.chatIds[chat]!, this.chatBody(chat, isAssisted, people), ADA);
    await Promise.race([changing, server.mortal.death]);
  }

  async tick(): Promise<void> {
    for (const [n, server] of this.servers.entries()) {
      if (server.isFrozen && !server.mortal.isDead()) continue;
      const ticking = server.assistant.loop.tick(server.now(), this.clocks.steady);
      await Promise.race([ticking, server.mortal.death]).catch((error: unknown) => this.reported.push(error));
      if (server.mortal.isDead()) this.servers[n] = this.start(n === 0 ? 0 : 31_000);
    }
  }

  async pass(ms: number): Promise<void> {
    this.clocks.wall += ms;
    this.clocks.steady += ms;
    for (let n = 0; n < 10; n++) await turn();
  }
}
