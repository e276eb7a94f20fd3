import { expect } from 'chai';
import fc from 'fast-check';
import { assign, done, makeChat, newestOf, TIM, user } from '../assignments/support.ts';
import { asking, publish, respond, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Client } from '../support/product.ts';

const RUNS = Number(process.env['RUNS'] ?? 40);
const FLOWS = ['pages-a', 'pages-b'] as const;
/** What happens to lists. */
const ACTIONS = ['start', 'answer', 'read', 'write', 'assign', 'chat', 'save'] as const;
type Action = (typeof ACTIONS)[number];

interface Parameter {
  name: string;
  in: string;
  schema: { enum?: string[]; format?: string; maximum?: number };
}

interface Described {
  paths: Record<string, { get?: { parameters?: Parameter[] } }>;
}

interface List {
  path: string;
  filters: Parameter[];
  most: number;
}

type Item = Record<string, unknown>;
type Filters = [name: string, value: string][];

interface Page {
  items: Item[];
  next: string | null;
}

const walk = fc.record({
  which: fc.nat(99),
  who: fc.nat(1),
  limits: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }),
  chosen: fc.array(fc.tuple(fc.nat(99), fc.nat(999)), { maxLength: 3 }),
  actions: fc.array(fc.constantFrom(...ACTIONS), { maxLength: 4 }),
});

type Walk = typeof walk extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const nameOf = (item: Item): string => String(item['id'] ?? item['seq'] ?? item['version'] ?? item['at']);

/** Remembers ids of entries as values for filters. */
class Known {
  private readonly values = new Map<string, Set<string>>();

  add(items: Item[]): void {
    for (const item of items) {
      for (const [name, value] of Object.entries(item)) this.note(name, value);
      for (const name of ['startedBy', 'actor', 'person']) this.note('people', (item[name] as Item | null)?.['id']);
      this.note('ids', item['id']);
    }
  }

  /** A value that some entry has, or that none has. */
  valueOf({ name, schema }: Parameter, n: number, now: number): string {
    const of = (values: readonly string[]): string => values[n % values.length]!;
    if (schema.enum) return of(schema.enum);
    if (schema.format === 'date-time') return new Date(now + ((n % 5) - 2) * 30_000).toISOString();
    if (name === 'q' || name === 'search') return of(['pages', 'why', 'ada', 'policy', 'zzz', 'Flow pages-a']);
    const kind = /^(actor|startedBy|waitsFor)$/.test(name) ? 'people' : name;
    return of([...(this.values.get(kind) ?? []), '01ARZ3NDEKTSV4RRFFQ69G5FAV']);
  }

  private note(name: string, value: unknown): void {
    if (typeof value === 'string') this.values.set(name, (this.values.get(name) ?? new Set()).add(value));
  }
}

/** Null: the call was refused. */
async function readPage(by: Client, { path }: List, query: Filters): Promise<Page | null> {
  const address = `${path}?${new URLSearchParams(query).toString()}`;
  const { status, body, headers } = await by.call<{ items: Item[]; nextCursor: string | null } | Item[]>(
    'GET',
    address,
  );
  if (status !== 200) expect(status, `${address} ${JSON.stringify(body)}`).to.be.oneOf([403, 404, 422]);
  if (status !== 200) return null;
  if (!Array.isArray(body)) return { items: body.items, next: body.nextCursor };
  const [, link] = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return { items: body, next: link === undefined ? null : new URL(link, 'http://x').searchParams.get('cursor') };
}

/** All entries, page after page. @param between what happens after each page */
async function readAll(
  by: Client,
  list: List,
  { filters, limits }: { filters: Filters; limits: number[] },
  between: (n: number) => Promise<void> = async () => {},
): Promise<Item[] | null> {
  const all: Item[] = [];
  let cursor: Filters = [];
  for (let n = 0; n < 1000; n++) {
    const limit = limits[n % limits.length]!;
    const page = await readPage(by, list, [...filters, ['limit', String(limit)], ...cursor]);
    if (page === null) return null;
    expect(page.items.length, list.path).to.be.at.most(limit);
    all.push(...page.items);
    if (page.next === null) return all;
    cursor = [['cursor', page.next]];
    await between(n);
  }
  throw new Error(`${list.path} never ends`);
}

describe('a list that is read in pages', function () {
  this.timeout(60_000 + RUNS * 1000);

  forEachDatabase((_name, openUrl) => {
    const stage = useStage({ openUrl });
    const known = new Known();
    let lists: List[];
    let chat: string;
    const clientOf = (n: number): Client => (n % 2 === 0 ? stage.ada : stage.grace);
    const flowOf = (n: number) => {
      const assignees = { users: ['ada@sandbox.test', 'grace@sandbox.test'] };
      const human =
        n % 2 === 0
          ? { inputType: 'text', prompt: 'Why?' }
          : { inputType: 'approval', prompt: 'May it?', strategy: 'all' };
      return asking({ id: FLOWS[n % 2]!, human: { ...human, assignees } });
    };

    const happen: Record<Action, (n: number) => Promise<unknown>> = {
      async start(n) {
        const id = await stage.product.run(clientOf(n), FLOWS[n % 2]!);
        await stage.product.reached(stage.ada, id, 'waiting');
      },
      answer: (n) => onPending(n, (id, of) => respond(clientOf(n), id, of === FLOWS[0] ? 'So' : 'approved')),
      read: (n) => onPending(n, (id) => clientOf(n).call('PATCH', `/user/notifications/${id}/read`)),
      write: (n) => clientOf(n).call('POST', `/chats/${chat}/messages`, { content: `Word ${n}` }),
      async assign(n) {
        const to = n % 2 === 0 ? 'grace@sandbox.test' : TIM;
        await assign(stage.ada, { id: chat }, { principals: [user(to)] });
        if (n % 4 === 0) await done(stage.grace, (await newestOf(stage.grace)).id, 'start');
      },
      chat: (n) => makeChat(stage.ada, { name: `Chat ${n}`, users: ['grace@sandbox.test'] }),
      save: (n) => stage.ada.call('PUT', `/flows/${FLOWS[n % 2]!}`, flowOf(n)),
    };

    async function onPending(n: number, action: (id: string, flowId: unknown) => Promise<unknown>): Promise<void> {
      const { body } = await clientOf(n).call<Item[]>('GET', '/user/notifications?status=pending');
      const one = body[n % Math.max(1, body.length)];
      if (one) await action(String(one['id']), one['flowId']);
    }

    before(async () => {
      for (const n of [0, 1]) await publish(stage.ada, flowOf(n));
      chat = (await makeChat(stage.ada, { users: ['grace@sandbox.test'] })).id;
      for (let n = 0; n < 6; n++) {
        for (const action of ACTIONS) await happen[action](n); // many at one moment, because only `after` moves the clock
        if (n === 3) await stage.after(60_000);
      }
      await stage.tick();
      lists = await everyList();
    });

    async function everyList(): Promise<List[]> {
      const { paths } = (await stage.ada.call<Described>('GET', '/openapi.json')).body;
      const found: List[] = [];
      for (const [path, { get }] of Object.entries(paths)) {
        const all = get?.parameters ?? [];
        if (!all.some(({ name }) => name === 'cursor')) continue;
        const filters = all.filter((each) => each.in === 'query' && !['cursor', 'limit'].includes(each.name));
        const most = all.find(({ name }) => name === 'limit')!.schema.maximum!;
        found.push({ path: path.replace('/api', '').replace('{id}', await idIn(path)), filters, most });
      }
      return found;
    }

    async function idIn(path: string): Promise<string> {
      if (path.startsWith('/api/flows')) return FLOWS[0];
      if (path.startsWith('/api/chats')) return chat;
      const from = { logs: stage.grace, sendings: stage.ada }[path.split('/')[2]!];
      if (!from) return '';
      const { body } = await from.call<{ items: { id: string }[] }>('GET', path.split('/{')[0]!.replace('/api', ''));
      return body.items[0]!.id;
    }

    it('has every entry once and in the same order, whatever the pages, and while it changes', async () => {
      expect(lists.length).to.be.above(10);
      const oneWalk = async ({ which, who, limits, chosen, actions }: Walk) => {
        const list = lists[which % lists.length]!;
        const by = clientOf(who);
        const named = chosen.slice(0, list.filters.length).map(([n, value]): Filters[number] => {
          const filter = list.filters[n % list.filters.length]!;
          return [filter.name, known.valueOf(filter, value, stage.now())];
        });
        const filters = [...new Map(named)];
        const whole = { filters, limits: [list.most] };
        const paged = { filters, limits };
        const said = `${who} ${list.path} ${JSON.stringify({ ...paged, actions })}`;
        const before = await readAll(by, list, whole);
        if (before === null) return;
        known.add(before);
        const names = before.map(nameOf);
        const isGrowing = list.path === '/audit'; // by reading it
        if (!isGrowing) expect((await readAll(by, list, paged))!.map(nameOf), said).to.deep.equal(names);
        const seen = (await readAll(by, list, paged, async (n) => {
          if (n < actions.length) await happen[actions[n]!](n + which);
        }))!;
        expect(seen.map(nameOf), said).to.deep.equal([...new Set(seen.map(nameOf))]);
        const after = (await readAll(by, list, whole))!.map(nameOf);
        expect(seen.map(nameOf), said).to.include.members(names.filter((name) => after.includes(name)));
      };
      await fc.assert(fc.asyncProperty(walk, oneWalk), { numRuns: RUNS, endOnFailure: true });
    });
  });
});
