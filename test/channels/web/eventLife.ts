import { expect } from 'chai';
import fc from 'fast-check';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts';
import { asking, publish } from '../../scenarios/support.ts';
import { startProduct, type Client, type TestProduct } from '../../support/product.ts';
import { until } from '../../support/until.ts';
import { follow, type Follower } from './follower.ts';

const NAMES = ['alan', 'grace', 'tim'] as const;
const MAILS = NAMES.map((name) => `${name}@sandbox.test`);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Longer than anything promised here, for a slow machine. */
const SOON_MS = 8000;

/** What anybody does, or what happens to a server or a connection. `who` and `what` choose a person and a thing. */
export type Action = { who: number; what: number } & (
  | { do: 'ask' | 'answer' | 'read' | 'snooze' | 'wake' | 'withdraw' | 'cancel' | 'write' }
  | { do: 'assign' | 'start' | 'complete' | 'decline' | 'delegate' | 'revoke' }
  | { do: 'pass'; minutes: number }
  | { do: 'cut' | 'cutSignals' }
);

const choice = { who: fc.nat(99), what: fc.nat(99) };
const kinds = [
  ...(['ask', 'answer', 'read', 'snooze', 'wake', 'withdraw', 'cancel', 'write'] as const),
  ...(['assign', 'start', 'complete', 'decline', 'delegate', 'revoke', 'cut', 'cutSignals'] as const),
];
export const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ ...choice, do: fc.constant('ask' as const) }) },
  { weight: 12, arbitrary: fc.record({ ...choice, do: fc.constantFrom(...kinds) }) },
  { weight: 2, arbitrary: fc.record({ ...choice, do: fc.constant('cutSignals' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ ...choice, do: fc.constant('pass' as const), minutes: fc.integer({ min: -60, max: 90 }) }),
  },
);

/** One server, or two on one database, each with clients of people who are connected to it. */
export class EventStage {
  products: TestProduct[] = [];
  followers: Follower[] = [];
  private sandbox!: Sandbox;
  private at = 0;
  private steady = 0;
  private clients: Client[] = [];
  /** One with a flow, and one without. */
  private chatIds: string[] = [];
  private ids: string[] = [];

  async open(databaseUrl: string, servers: number): Promise<void> {
    this.at = Date.now();
    const now = () => this.at;
    this.sandbox = await startSandbox({
      portBase: 0,
      now: () => now() - 30 * 24 * HOUR_MS,
      lifetimeSeconds: 365 * 24 * 3600,
    });
    const config = { key: 'cd'.repeat(32) };
    for (let n = 0; n < servers; n++)
      this.products.push(await startProduct({ sandbox: this.sandbox, databaseUrl, config, now, withLoops: false }));
    const ada = await this.products[0]!.as('ada@sandbox.test');
    for (const strategy of ['any', 'all'])
      for (const users of [MAILS.slice(1), MAILS.slice(0, 1), MAILS])
        await publish(
          ada,
          asking({
            id: `${strategy}-${users.length}`,
            human: { inputType: 'text', prompt: 'Well?', assignees: { users }, strategy, timeout: HOUR_MS },
          }),
        );
    for (const flow of [{ flowId: 'any-2' }, {}]) {
      const body = { name: 'Talk', users: MAILS, ...flow };
      this.chatIds.push((await ada.call<{ id: string }>('POST', '/chats', body)).body.id);
    }
    this.clients = await Promise.all(MAILS.map((mail, n) => this.productOf(n).as(mail)));
    for (const client of this.clients) this.ids.push((await client.call<{ id: string }>('GET', '/me')).body.id);
  }

  async close(): Promise<void> {
    for (const product of this.products) await product.close();
    await this.sandbox?.close();
  }

  private productOf = (n: number): TestProduct => this.products[n % this.products.length]!;

  async live(actions: Action[]): Promise<void> {
    for (const [n, mail] of MAILS.entries())
      this.followers.push(follow(this.productOf(n + 1).url, mail, await this.sandbox.tokenFor(mail), this.chatIds));
    try {
      await until(() => this.followers.every((each) => each.state() === 'live'));
      for (const each of actions) await this.perform(each);
      await until(() => this.products.every(({ product }) => product.services.ground.signals.isConnected()));
      await this.tick();
      await this.expectAllCurrent();
      for (const [n, follower] of this.followers.entries()) await this.expectConcerned(follower, this.ids[n]!);
    } finally {
      this.followers.splice(0).forEach((each) => each.close());
      await until(() => this.products.every(({ product }) => product.services.streams.count() === 0));
    }
  }

  async tick(): Promise<void> {
    for (const { product } of this.products) {
      await product.services.background.loops.tick(this.at, this.steady);
      await product.services.background.idle();
    }
  }

  private async expectAllCurrent(): Promise<void> {
    let behind: string[] = [];
    const look = async () => {
      this.followers.forEach((each) => each.hurry());
      behind = (await Promise.all(this.followers.map((each) => each.behind()))).flat();
      return behind.length === 0;
    };
    await until(look, SOON_MS).catch(() => expect(behind).to.deep.equal([]));
  }

  /** Nobody hears of what they may not see. */
  private async expectConcerned({ events, person, client }: Follower, id: string): Promise<void> {
    const paths = events.map(({ event, data }) => {
      if (event === 'human_input_required' || event === 'request_updated') return `/requests/${data.requestId}`;
      if (event === 'execution_changed') return `/executions/${data.executionId}`;
      if (event === 'assignment_changed') return `/assignments/${data.id}`;
      if (event === 'message_added') return data.logId === null ? `/chats/${data.chatId}` : `/logs/${data.logId}`;
      if (event === 'notification_changed') expect(data.id).to.equal(id);
      return '/me';
    });
    for (const path of new Set(paths))
      expect((await client.call('GET', path)).status, `${path} for ${person}`).to.equal(200);
  }

  /** What cannot be done is refused, and changes nothing. */
  private async perform(action: Action): Promise<void> {
    const who = action.who % MAILS.length;
    const client = this.clients[who]!;
    const pick = <Item>(items: Item[]): Item | undefined => items[action.what % Math.max(items.length, 1)];
    const path = async (list: string): Promise<string | undefined> =>
      pick((await client.call<{ items: { id: string }[] }>('GET', list)).body.items)?.id;
    switch (action.do) {
      case 'ask':
        return this.ask(client, `${['any', 'all'][action.what % 2]}-${1 + (action.what % 3)}`);
      case 'write':
        await client.call('POST', `/chats/${this.chatIds[action.what % 2]}/messages`, { content: 'Hi' });
        return;
      case 'answer':
      case 'read':
      case 'snooze':
      case 'wake': {
        const inbox = (await client.call<{ id: string }[]>('GET', '/user/notifications?limit=50')).body;
        const id = pick(inbox)?.id;
        if (!id) return;
        const until =
          action.do === 'snooze' ? new Date(this.at + (5 + (action.what % 40)) * MINUTE_MS).toISOString() : null;
        if (action.do === 'answer') await client.call('POST', `/user/notifications/${id}/respond`, 'Yes');
        else if (action.do === 'read') await client.call('PATCH', `/user/notifications/${id}/read`);
        else await client.call('PATCH', `/user/notifications/${id}/snooze`, { until });
        return;
      }
      case 'withdraw':
      case 'cancel': {
        const id = await path('/executions?limit=50');
        if (!id) return;
        if (action.do === 'cancel') await client.call('POST', `/executions/${id}/cancel`);
        else await client.call('POST', `/requests/${id}-ask/withdraw`, { reason: 'No more' });
        return;
      }
      case 'assign':
        return this.assign(client, action.what % MAILS.length);
      case 'start':
      case 'complete':
      case 'decline': {
        const id = await path('/assignments?tab=active');
        if (id) await client.call('POST', `/assignments/${id}/${action.do}`, action.do === 'decline' ? {} : undefined);
        return;
      }
      case 'delegate': {
        const id = await path('/assignments?tab=active');
        const to = MAILS[(action.what + 1) % MAILS.length]!;
        if (id) await client.call('POST', `/assignments/${id}/delegate`, { to });
        return;
      }
      case 'revoke': {
        const id = await path('/assignments?direction=outbound');
        if (id) await client.call('POST', `/assignments/${id}/cancel`, {});
        return;
      }
      case 'pass':
        this.at += action.minutes * MINUTE_MS;
        this.steady += Math.abs(action.minutes) * MINUTE_MS;
        return this.tick();
      case 'cut':
        return this.followers[who]!.cut();
      case 'cutSignals':
        await this.cutSignals();
        return this.perform({ ...action, do: action.what % 4 < 2 ? 'write' : 'cancel' });
    }
  }

  private async ask(client: Client, flowId: string): Promise<void> {
    await client.call('POST', `/flows/${flowId}/executions`, { variables: {} });
  }

  private async assign(client: Client, to: number): Promise<void> {
    const principals = [{ kind: 'user', id: MAILS[to]! }];
    const terms = { criterion: 'manual', allowDelegation: true, allowRejection: true };
    await client.call('POST', '/assignments', { chatId: this.chatIds[0], principals, ...terms });
  }

  /** PostgreSQL ends the connections that carry signals. */
  private async cutSignals(): Promise<void> {
    const { database } = this.products[0]!.product.services.ground;
    if (database.kind === 'sqlite') return;
    await database.writer.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and (query like 'listen%' or query like 'select pg_notify%' or query = 'select 1') and pid <> pg_backend_pid()`,
    );
  }
}
