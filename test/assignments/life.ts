import { expect } from 'chai';
import type { Chat } from '../../contract/chats.ts';
import type { Answered } from '../support/product.ts';
import { HOUR_MS, type LifeStage, type LivePerson } from './lifeStage.ts';
import { PEOPLE } from './lifeSteps.ts';
import { readAll, type Rows } from './lifeRows.ts';
import type { Known } from './lifeChecks.ts';

/** One run: its people, its chats, and what is known of what they did. */
export class Life {
  readonly chats: Chat[] = [];
  readonly sendings: string[] = [];
  readonly known: Known = { ends: new Map(), executions: new Map(), notices: new Map(), erased: new Set(), deaths: 0 };
  members = new Set<number>();
  erased = new Map<string, string>();
  readonly trace: string[] = [];
  earliest = 0;
  sends = 0;

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

  isAnyDead = () => this.stage.servers.some((server) => server.isDead());

  noServerError(answers: Answered<unknown>[]): void {
    for (const { status, body } of answers) {
      this.trace.push(`  -> ${status} ${JSON.stringify(body).slice(0, 300)}`);
      if (status >= 500 && !this.isAnyDead())
        throw new Error(`a server error: ${JSON.stringify(body)} ${this.stage.errors.at(-1)}`);
    }
  }
}
