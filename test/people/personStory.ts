import { expect } from 'chai';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import type { Database } from '../../server/foundation/database/connection.ts';
import { asking, answered, publish } from '../scenarios/support.ts';
import { eventually, startProduct, type Client, type TestProduct } from '../support/product.ts';
import { openFreely, tableNames } from '../support/openStore.ts';

export const KEY = 'ab'.repeat(32);
export const GRACE = { email: 'grace@sandbox.test', name: 'Grace Hopper' };
export const FILE_BYTES = 'the bytes of a receipt';
export const PASSWORD = 'hunter2-of-grace';

/** An installation in which Grace has left data everywhere, and the tests' views of it. */
export interface Story {
  product: TestProduct;
  db: Database;
  environment: NodeJS.ProcessEnv;
  people: Record<'ada' | 'grace' | 'alan', Client>;
  graceId: string;
  /** The question that Grace answered with a form: a word, a file and a password. */
  formRequest: string;
  tick(): Promise<void>;
  dump(): Promise<Record<string, Record<string, unknown>[]>>;
  close(): Promise<void>;
}

export async function tellStory(databaseUrl: string): Promise<Story> {
  const sandbox: Sandbox = await startSandbox({ portBase: 0 });
  const product = await startProduct({
    databaseUrl,
    sandbox,
    config: { key: Buffer.from(KEY, 'hex').toString('hex') },
    withLoops: false,
  });
  const db = await openFreely(databaseUrl, 2);
  const [ada, grace, alan] = await Promise.all(
    ['ada', 'grace', 'alan'].map((name) => product.as(`${name}@sandbox.test`)),
  );
  const people = { ada: ada!, grace: grace!, alan: alan! };
  const { services } = product.product;
  const tick = async () => {
    await services.work.engine.settled();
    await services.background.loops.tick(Date.now());
    await services.background.idle();
  };
  const graceId = (await people.grace.call<{ id: string }>('GET', '/me')).body.id;
  const story: Story = {
    product,
    db,
    environment: { DATABASE_URL: databaseUrl, DATA_DIR: product.config.dataDir, HANDBACK_KEY: KEY },
    people,
    graceId,
    formRequest: '',
    tick,
    async dump() {
      const tables = await tableNames(db);
      return Object.fromEntries(await Promise.all(tables.map(async (name) => [name, await db.reader(name)] as const)));
    },
    async close() {
      await db.close();
      await product.close();
      await sandbox.close();
    },
  };
  story.formRequest = await answerForm(story);
  await answerTogether(story);
  await startHerself(story);
  await sleepAfter(story);
  await chat(story);
  await assignment(story);
  await tick();
  await tick();
  return story;
}

async function ask(story: Story, id: string, human: Record<string, unknown>, by = story.people.ada): Promise<string> {
  await publish(story.people.ada, asking({ id, human: { inputType: 'text', prompt: 'Well?', ...human } }));
  const execution = await story.product.run(by, id);
  await story.product.reached(by, execution, 'waiting');
  await story.tick();
  return `${execution}-ask`;
}

async function answerForm(story: Story): Promise<string> {
  const variables = [
    { name: 'why', type: 'text' },
    { name: 'receipt', type: 'file' },
    { name: 'key', type: 'password' },
  ];
  const requestId = await ask(story, 'form', { inputType: 'form', variables, assignees: { users: [GRACE.email] } });
  const query = new URLSearchParams({ requestId, variable: 'receipt', name: `receipt of ${GRACE.name}.txt` });
  const upload = await fetch(`${story.product.url}/api/files?${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await story.product.sandbox.tokenFor(GRACE.email)}`,
      'content-type': 'text/plain',
    },
    body: FILE_BYTES,
  });
  expect(upload.status).to.equal(201);
  const receipt = [(await upload.json()) as object];
  await answered(story.people.grace, requestId, { values: { why: `So says ${GRACE.name}`, receipt, key: PASSWORD } });
  await story.product.reached(story.people.ada, requestId.split('-')[0]!, 'completed');
  return requestId;
}

async function answerTogether(story: Story): Promise<void> {
  const assignees = { users: [GRACE.email, 'alan@sandbox.test'] };
  const requestId = await ask(story, 'together', { inputType: 'approval', strategy: 'all', assignees });
  await answered(story.people.grace, requestId, { values: { value: 'approved' }, comment: `As ${GRACE.name} says` });
  await answered(story.people.alan, requestId, { values: { value: 'approved' }, comment: `Fine too, ${GRACE.name}` });
  await story.product.reached(story.people.ada, requestId.split('-')[0]!, 'completed');
}

async function startHerself(story: Story): Promise<void> {
  const { people } = story;
  const requestId = await ask(story, 'herself', { assignees: { users: ['alan@sandbox.test'] } }, people.grace);
  await answered(people.alan, requestId, 'Done');
  await story.product.reached(people.grace, requestId.split('-')[0]!, 'completed');
}

/** An execution that knows her answer, and waits for another person. */
async function sleepAfter(story: Story): Promise<void> {
  const human = { inputType: 'text', prompt: 'Well?', assignees: { users: [GRACE.email] } };
  const definition = asking({ id: 'two', human });
  const next = { ...human, prompt: 'And you?', assignees: { users: ['alan@sandbox.test'] } };
  const words = { values: { told: "ask.respondedBy.displayName & ' said ' & ask.value" } };
  definition.nodes.push({ id: 'next', type: 'human', config: next }, { id: 'tell', type: 'set', config: words });
  const path = ['start', 'ask', 'next', 'tell', 'end'];
  definition.edges = path.slice(1).map((to, n) => ({ from: path[n]!, to }));
  await publish(story.people.ada, definition);
  const execution = await story.product.run(story.people.ada, 'two');
  await story.product.reached(story.people.ada, execution, 'waiting');
  await story.tick();
  await answered(story.people.grace, `${execution}-ask`, 'Yes');
  await eventually(
    async () =>
      (await story.db
        .reader('requests')
        .where({ id: `${execution}-next` })
        .first()) as object | undefined,
  );
  await story.tick();
}

/** Ada assigns her a chat, and she assigns one to Ada; both are completed. */
async function assignment({ people: { ada, grace } }: Story): Promise<void> {
  const assign = async (by: Client, to: Client, email: string, note: string) => {
    const chatId = (await by.call<{ id: string }>('POST', '/chats', { name: 'To be read' })).body.id;
    const principals = [{ kind: 'user', id: email }];
    await by.call('POST', '/assignments', { chatId, principals, criterion: 'manual', note });
    const { id } = (await to.call<{ items: { id: string }[] }>('GET', '/assignments')).body.items[0]!;
    const { logId } = (await to.call<{ logId: string }>('POST', `/assignments/${id}/start`)).body;
    await to.call('POST', `/logs/${logId}/messages`, { content: 'I have read it' });
    expect((await to.call('POST', `/assignments/${id}/complete`)).status).to.equal(200);
  };
  await assign(ada, grace, GRACE.email, `For ${GRACE.name}`);
  await assign(grace, ada, 'ada@sandbox.test', `From ${GRACE.name}`);
}

async function chat({ people }: Story): Promise<void> {
  const make = async (by: Client, name: string, users: string[]) => {
    const made = await by.call<{ id: string }>('POST', '/chats', { name, users });
    expect(made.status).to.equal(201);
    return made.body.id;
  };
  const write = async (by: Client, chatId: string, content: string) =>
    expect((await by.call('POST', `/chats/${chatId}/messages`, { content })).status).to.equal(201);
  const alone = await make(people.grace, 'Alone', [GRACE.email]);
  const shared = await make(people.alan, 'Shared', [GRACE.email, 'ada@sandbox.test']);
  const forHer = await make(people.alan, 'For one', [GRACE.email]);
  await write(people.grace, alone, 'To myself');
  await write(people.grace, shared, 'To all of you');
  await write(people.alan, forHer, 'Alan was here');
}
