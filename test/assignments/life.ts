import { expect } from 'chai';
import type { Chat } from '../../contract/chats.ts';
import type { Assigned, AssignBody, Sending } from '../../contract/sendings.ts';
import { erasePerson } from '../../server/composition/person/erasePerson.ts';
import { obstaclesTo } from '../../server/composition/person/obstacles.ts';
import { createChainSeal } from '../../server/foundation/audit/chainSeal.ts';
import type { Answered } from '../support/product.ts';
import { group, user } from './support.ts';
import { HOUR_MS, type LifeStage, type LivePerson } from './lifeStage.ts';
import { checkAnswer, perform } from './lifeDeeds.ts';
import { PEOPLE, type Step } from './lifeSteps.ts';
import { readAll, type Rows } from './lifeRows.ts';
import { checkCounts, checkPages } from './lifeLists.ts';
import { checkRows, type Known } from './lifeChecks.ts';

const SEAL = createChainSeal(Buffer.from('3'.repeat(64), 'hex'));

/** One run: its people, its chats, and what is known of what they did. */
export class Life {
  readonly chats: Chat[] = [];
  readonly sendings: string[] = [];
  readonly known: Known = { ends: new Map(), executions: new Map(), notices: new Map(), erased: new Set(), deaths: 0 };
  members = new Set<number>();
  erased = new Map<string, string>();
  readonly trace: string[] = [];
  private earliest = 0;
  private sends = 0;

  constructor(
    readonly stage: LifeStage,
    readonly maker: LivePerson,
    readonly sender: LivePerson,
    readonly admin: LivePerson,
    readonly people: LivePerson[],
    readonly groupId: string,
  ) {}

  static async begin(stage: LifeStage): Promise<Life> {
    const ada = await stage.ada();
    const made: LivePerson[] = [];
    for (let n = 0; n < PEOPLE + 2; n++) made.push(await stage.newPerson());
    const key = `group-${made[0]!.key}`;
    const id = made[0]!.id.replace(/^7/, '8');
    stage.sandbox.tenant.groups.push({
      ...{ key, id, displayName: key, description: null, mail: null, memberGroups: [] },
      members: [made[4]!.key, made[5]!.key],
    });
    const life = new Life(stage, made[0]!, made[1]!, ada, made.slice(2), id);
    life.members = new Set([2, 3]);
    life.earliest = stage.now() + HOUR_MS;
    stage.pass(25 * HOUR_MS);
    for (const flowId of [null, 'quiz']) {
      const chat = await life.maker.call<Chat>(0, 'POST', '/chats', {
        ...{ name: `Chat ${key}`, users: [life.sender.mail], flowId },
      });
      expect(chat.status, JSON.stringify(chat.body)).to.equal(201);
      life.chats.push(chat.body);
    }
    return life;
  }

  rows = (): Promise<Rows> => readAll(this.stage.servers[0]!.product.services.ground.reader, this.sendings);

  /** Somebody who sends nothing and holds nothing here. */
  get stranger(): LivePerson {
    return this.maker;
  }

  personBy(id: string): LivePerson | undefined {
    return [this.maker, this.sender, this.admin, ...this.people].find((each) => each.id === id);
  }

  async run(steps: Step[]): Promise<void> {
    for (const step of steps) {
      const before = await this.rows();
      await this.perform(step, before);
      await this.stage.settle();
      if (await this.stage.replaceDead()) {
        this.known.deaths++;
        this.trace.push('  (a server was replaced)');
      }
      const after = await this.rows();
      checkRows(this.known, before, after, this.stage.now());
    }
    await this.end();
  }

  /** Lets everything come to rest, and counts. */
  private async end(): Promise<void> {
    this.trace.push('end');
    this.stage.servers.forEach((server) => server.live());
    for (let n = 0; n < 3; n++) {
      this.stage.pass(n === 1 ? 2 * HOUR_MS : 60_000);
      for (let server = 0; server < this.stage.servers.length; server++)
        for (let times = 0; times < 3; times++) {
          this.stage.pass(11_000);
          await this.stage.tick(server);
          await this.stage.settle();
        }
    }
    await this.stage.replaceDead();
    const rows = await this.rows();
    checkRows(this.known, rows, rows, this.stage.now(), true);
    await checkCounts(this, rows);
  }

  /** Later runs have nothing to do with it. */
  async leave(): Promise<void> {
    const { units } = this.stage.servers[0]!.product.services.ground;
    await units.run(async ({ trx }) => {
      await trx('sendings').whereIn('id', this.sendings).update({ next_at: null });
      await trx('sending_occurrences').whereIn('sending_id', this.sendings).update({ given_up_to: null });
      await trx('assignments')
        .whereIn('sending_id', this.sendings)
        .where({ is_over: 0 })
        .update({ is_over: 1, status: 'completed' });
      await trx('assignment_notices').whereNotNull('tell_at').update({ tell_at: null });
    });
  }

  private async perform(step: Step, before: Rows): Promise<void> {
    this.trace.push(`${new Date(this.stage.now()).toISOString()} ${JSON.stringify(step)}`);
    switch (step.do) {
      case 'send':
        return this.send(step);
      case 'act': {
        const deadBefore = this.isAnyDead();
        const answer = await perform(this, step.act, before);
        await this.stage.settle();
        if (!deadBefore && !this.isAnyDead()) await checkAnswer(this, step.act, answer, before);
        return;
      }
      case 'both': {
        const second = step.isSame
          ? { ...step.first, server: step.second.server }
          : { ...step.second, which: step.first.which };
        const answers = await Promise.all([perform(this, step.first, before), perform(this, second, before)]);
        this.noServerError(answers);
        return;
      }
      case 'whole':
        return this.whole(step, before);
      case 'pass':
        if (this.stage.now() + step.ms >= this.earliest) this.stage.pass(step.ms);
        return;
      case 'tick':
        this.stage.pass(0);
        await Promise.all(step.servers.map((server) => this.stage.tick(server)));
        return;
      case 'die':
        return void this.stage.servers[step.server % this.stage.servers.length]!.die(step);
      case 'access':
        return this.changeChat(step.chat, {
          users: [[], [this.sender.mail], [this.people[0]!.mail], [this.maker.mail]][step.users]!,
        });
      case 'flow':
        return this.changeChat(1, { flowId: step.hasFlow ? 'quiz' : null });
      case 'member':
        return this.changeMember(step);
      case 'erase':
        return this.erase(step.person);
      case 'pages':
        return checkPages(this, step.limit, () => perform(this, step.act, before));
      case 'count':
        return this.isAnyDead() ? undefined : checkCounts(this, before);
    }
  }

  isAnyDead = () => this.stage.servers.some((server) => server.isDead());

  noServerError(answers: Answered<unknown>[]): void {
    for (const { status, body } of answers) {
      this.trace.push(`  -> ${status} ${JSON.stringify(body).slice(0, 300)}`);
      if (status >= 500 && !this.isAnyDead())
        throw new Error(`a server error: ${JSON.stringify(body)} ${this.stage.errors.at(-1)}`);
    }
  }

  private async send(step: Extract<Step, { do: 'send' }>): Promise<void> {
    const at = (ms: number | null) => (ms === null ? {} : new Date(this.stage.now() + ms).toISOString());
    const chat = this.chats[step.hasFlow || step.criterion.startsWith('flow_') ? 1 : 0]!;
    const expiresMs =
      step.expiresMs !== null && step.dueMs !== null ? Math.max(step.expiresMs, step.dueMs) : step.expiresMs;
    const principals = [
      ...step.to.map((n) => user(this.people[n]!.mail)),
      ...(step.toGroup ? [group(this.groupId)] : []),
      ...(step.toSelf ? [user(this.sender.id)] : []),
    ];
    const body: Partial<AssignBody> = {
      ...{ chatId: chat.id, criterion: step.criterion, principals, retryBudget: step.retries, note: 'Please' },
      ...{ allowDelegation: step.delegation, allowRejection: step.rejection },
      ...(step.isPinned && { chatVersion: 1 }),
      ...(step.recurs
        ? {
            recurrence: {
              ...{ cron: '0 * * * *', timeZone: 'Europe/Berlin' },
              ...(step.dueMs !== null && { dueAfterMs: step.dueMs }),
              ...(expiresMs !== null && { expiresAfterMs: expiresMs }),
            },
          }
        : {
            ...(step.dueMs !== null && { dueAt: at(step.dueMs) as string }),
            ...(expiresMs !== null && { expiresAt: at(expiresMs) as string }),
          }),
    };
    const key = { 'idempotency-key': `send-${++this.sends}` };
    const one = (server: number) => this.sender.call<Assigned>(server, 'POST', '/assignments', body, key);
    const answers = await Promise.all(step.twice ? [one(step.server), one(step.server + 1)] : [one(step.server)]);
    this.noServerError(answers);
    const ids = new Set(answers.filter(({ status }) => status === 201).map((each) => each.body.sending.id));
    expect(ids.size).to.be.at.most(1);
    const { reader } = this.stage.servers[0]!.product.services.ground;
    const stored: string[] = await reader('sendings')
      .whereIn(
        'chat_id',
        this.chats.map(({ id }) => id),
      )
      .orderBy('id')
      .pluck('id');
    for (const id of stored) if (!this.sendings.includes(id)) this.sendings.push(id);
    for (const id of ids) expect(this.sendings).to.include(id);
  }

  private async whole(step: Extract<Step, { do: 'whole' }>, before: Rows): Promise<void> {
    if (this.sendings.length === 0) return;
    const id = this.sendings[step.which % this.sendings.length]!;
    const by = step.by === 'stranger' ? this.stranger : step.by === 'admin' ? this.admin : this.sender;
    const body = step.deed === 'cancel' ? { reason: 'All' } : undefined;
    const deadBefore = this.isAnyDead();
    const answer = await by.call<Sending>(step.server, 'POST', `/sendings/${id}/${step.deed}`, body);
    this.noServerError([answer]);
    if (deadBefore || this.isAnyDead()) return;
    const after = await this.rows();
    if (answer.status >= 400) return void expect(after).to.deep.equal(before);
    if (step.deed !== 'cancel') return;
    for (let times = 0; times < 4; times++) {
      this.stage.pass(11_000);
      await this.stage.tick(step.server);
    }
    if (this.isAnyDead()) return;
    const { assignments } = await this.rows();
    const now = this.stage.now();
    const left = assignments.filter(
      (each) => each.sending_id === id && each.is_over === 0 && before.assignments.some((one) => one.id === each.id),
    );
    expect(
      left.filter(({ expires_at: at }) => at === null || Number(at) > now),
      'still open',
    ).to.deep.equal([]);
  }

  private async changeChat(n: number, change: object): Promise<void> {
    const { body } = await this.maker.call<Chat>(0, 'GET', `/chats/${this.chats[n]!.id}`);
    const { name, instructions, flowId, users } = { ...body, ...change };
    const answer = await this.maker.call<Chat>(0, 'PUT', `/chats/${this.chats[n]!.id}`, {
      name,
      instructions,
      flowId,
      users,
    });
    this.noServerError([answer]);
  }

  private async changeMember({ person, isIn }: Extract<Step, { do: 'member' }>): Promise<void> {
    const { groups } = this.stage.sandbox.tenant;
    const own = groups.find(({ id }) => id === this.groupId)!;
    const { key } = this.people[person]!;
    own.members = [...own.members.filter((each) => each !== key), ...(isIn ? [key] : [])];
  }

  private async erase(n: number): Promise<void> {
    const person = [...this.people, this.sender][n]!;
    if (this.isAnyDead() || this.erased.has(person.id)) return;
    let { ground } = this.stage.servers[0]!.product.services;
    const known = { id: person.id, names: [`Life ${Number(person.id.slice(-12))}`], addresses: [person.mail] };
    const obstacles = await obstaclesTo(ground.reader, known);
    this.trace.push(`  obstacles: ${obstacles.length}`);
    if (obstacles.length > 0) return;
    const storage = { remove: async () => {} };
    const begin = () => erasePerson({ units: ground.units, reader: ground.reader, seal: SEAL, storage }, known);
    const pseudonym = await begin().catch(async (error: unknown) => {
      if (!(await this.stage.replaceDead())) throw error;
      ({ ground } = this.stage.servers[0]!.product.services);
      return begin(); // it goes on where it was interrupted
    });
    this.erased.set(person.id, pseudonym);
    this.known.erased.add(person.id).add(pseudonym);
  }
}
