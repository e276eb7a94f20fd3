import { expect } from 'chai';
import type { Chat } from '../../contract/chats.ts';
import type { Assigned, AssignBody, Sending } from '../../contract/sendings.ts';
import { erasePerson } from '../../server/composition/person/erasePerson.ts';
import { obstaclesTo } from '../../server/composition/person/obstacles.ts';
import { createChainSeal } from '../../server/foundation/audit/chainSeal.ts';
import { group, user } from './support.ts';
import type { Life } from './life.ts';
import { checkAnswer, perform } from './lifeActions.ts';
import { checkRows } from './lifeChecks.ts';
import { checkCounts, checkPages } from './lifeLists.ts';
import type { Rows } from './lifeRows.ts';
import { HOUR_MS } from './lifeStage.ts';
import type { Step } from './lifeSteps.ts';

const SEAL = createChainSeal(Buffer.from('3'.repeat(64), 'hex'));

export async function runLife(life: Life, steps: Step[]): Promise<void> {
  for (const step of steps) {
    const before = await life.rows();
    await performStep(life, step, before);
    await life.stage.settle();
    if (await life.stage.replaceDead()) {
      life.known.deaths++;
      life.trace.push('  (a server was replaced)');
    }
    const after = await life.rows();
    checkRows(life.known, before, after, life.stage.now());
  }
  await end(life);
}

/** Lets everything come to rest, and counts. */
async function end(life: Life): Promise<void> {
  life.trace.push('end');
  life.stage.servers.forEach((server) => server.live());
  for (const [ms, betweenMs] of [
    [60_000, 11_000],
    [2 * HOUR_MS, 11_000],
    [60_000, 11_000],
    [0, 0], // what became due at the very last moment has consequences too
  ] as const) {
    life.stage.pass(ms);
    for (let server = 0; server < life.stage.servers.length; server++)
      for (let times = 0; times < 3; times++) {
        life.stage.pass(betweenMs);
        await life.stage.tick(server);
        await life.stage.settle();
      }
  }
  await life.stage.replaceDead();
  const rows = await life.rows();
  checkRows(life.known, rows, rows, life.stage.now(), true);
  await checkCounts(life, rows);
}

async function performStep(life: Life, step: Step, before: Rows): Promise<void> {
  life.trace.push(`${new Date(life.stage.now()).toISOString()} ${JSON.stringify(step)}`);
  switch (step.do) {
    case 'send':
      return send(life, step);
    case 'act': {
      const deadBefore = life.isAnyDead();
      const answer = await perform(life, step.act, before);
      await life.stage.settle();
      if (!deadBefore && !life.isAnyDead()) await checkAnswer(life, step.act, answer, before);
      return;
    }
    case 'both': {
      const second = step.isSame
        ? { ...step.first, server: step.second.server }
        : { ...step.second, which: step.first.which };
      const answers = await Promise.all([perform(life, step.first, before), perform(life, second, before)]);
      life.noServerError(answers);
      return;
    }
    case 'whole':
      return whole(life, step, before);
    case 'pass':
      if (life.stage.now() + step.ms >= life.earliest) life.stage.pass(step.ms);
      return;
    case 'tick':
      life.stage.pass(0);
      await Promise.all(step.servers.map((server) => life.stage.tick(server)));
      return;
    case 'die':
      return void life.stage.servers[step.server % life.stage.servers.length]!.die(step);
    case 'access':
      return changeChat(life, step.chat, {
        users: [[], [life.sender.mail], [life.people[0]!.mail], [life.maker.mail]][step.users]!,
      });
    case 'flow':
      return changeChat(life, 1, { flowId: step.hasFlow ? 'quiz' : null });
    case 'member':
      return changeMember(life, step);
    case 'erase':
      return erase(life, step.person);
    case 'pages':
      return checkPages(life, step.limit, () => perform(life, step.act, before));
    case 'count':
      return life.isAnyDead() ? undefined : checkCounts(life, before);
  }
}

async function send(life: Life, step: Extract<Step, { do: 'send' }>): Promise<void> {
  const at = (ms: number | null) => (ms === null ? {} : new Date(life.stage.now() + ms).toISOString());
  const chat = life.chats[step.hasFlow || step.criterion.startsWith('flow_') ? 1 : 0]!;
  const expiresMs =
    step.expiresMs !== null && step.dueMs !== null ? Math.max(step.expiresMs, step.dueMs) : step.expiresMs;
  const principals = [
    ...step.to.map((n) => user(life.people[n]!.mail)),
    ...(step.toGroup ? [group(life.groupId)] : []),
    ...(step.toSelf ? [user(life.sender.id)] : []),
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
  const key = { 'idempotency-key': `send-${++life.sends}` };
  const one = (server: number) => life.sender.call<Assigned>(server, 'POST', '/assignments', body, key);
  const answers = await Promise.all(step.twice ? [one(step.server), one(step.server + 1)] : [one(step.server)]);
  life.noServerError(answers);
  const ids = new Set(answers.filter(({ status }) => status === 201).map((each) => each.body.sending.id));
  expect(ids.size).to.be.at.most(1);
  const { reader } = life.stage.servers[0]!.product.services.ground;
  const stored: string[] = await reader('sendings')
    .whereIn(
      'chat_id',
      life.chats.map(({ id }) => id),
    )
    .orderBy('id')
    .pluck('id');
  for (const id of stored) if (!life.sendings.includes(id)) life.sendings.push(id);
  for (const id of ids) expect(life.sendings).to.include(id);
}

async function whole(life: Life, step: Extract<Step, { do: 'whole' }>, before: Rows): Promise<void> {
  if (life.sendings.length === 0) return;
  const id = life.sendings[step.which % life.sendings.length]!;
  const by = step.by === 'stranger' ? life.stranger : step.by === 'admin' ? life.admin : life.sender;
  const body = step.action === 'cancel' ? { reason: 'All' } : undefined;
  const deadBefore = life.isAnyDead();
  const answer = await by.call<Sending>(step.server, 'POST', `/sendings/${id}/${step.action}`, body);
  life.noServerError([answer]);
  if (deadBefore || life.isAnyDead()) return;
  const after = await life.rows();
  if (answer.status >= 400) return void expect(after).to.deep.equal(before);
  if (step.action !== 'cancel') return;
  for (let times = 0; times < 4; times++) {
    life.stage.pass(11_000);
    await life.stage.tick(step.server);
  }
  if (life.isAnyDead()) return;
  const { assignments } = await life.rows();
  const now = life.stage.now();
  const left = assignments.filter(
    (each) => each.sending_id === id && each.is_over === 0 && before.assignments.some((one) => one.id === each.id),
  );
  expect(
    left.filter(({ expires_at: at }) => at === null || Number(at) > now),
    'still open',
  ).to.deep.equal([]);
}

async function changeChat(life: Life, n: number, change: object): Promise<void> {
  const { body } = await life.maker.call<Chat>(0, 'GET', `/chats/${life.chats[n]!.id}`);
  const { name, instructions, flowId, users } = { ...body, ...change };
  const answer = await life.maker.call<Chat>(0, 'PUT', `/chats/${life.chats[n]!.id}`, {
    name,
    instructions,
    flowId,
    users,
  });
  life.noServerError([answer]);
}

async function changeMember(life: Life, { person, isIn }: Extract<Step, { do: 'member' }>): Promise<void> {
  const { groups } = life.stage.sandbox.tenant;
  const own = groups.find(({ id }) => id === life.groupId)!;
  const { key } = life.people[person]!;
  own.members = [...own.members.filter((each) => each !== key), ...(isIn ? [key] : [])];
}

async function erase(life: Life, n: number): Promise<void> {
  const person = [...life.people, life.sender][n]!;
  if (life.isAnyDead() || life.erased.has(person.id)) return;
  let { ground } = life.stage.servers[0]!.product.services;
  const known = { id: person.id, names: [`Life ${Number(person.id.slice(-12))}`], addresses: [person.mail] };
  const obstacles = await obstaclesTo(ground.reader, known);
  life.trace.push(`  obstacles: ${obstacles.length}`);
  if (obstacles.length > 0) return;
  const storage = { remove: async () => {} };
  const begin = () => erasePerson({ units: ground.units, reader: ground.reader, seal: SEAL, storage }, known);
  const pseudonym = await begin().catch(async (error: unknown) => {
    if (!(await life.stage.replaceDead())) throw error;
    ({ ground } = life.stage.servers[0]!.product.services);
    return begin(); // it goes on where it was interrupted
  });
  life.erased.set(person.id, pseudonym);
  life.known.erased.add(person.id).add(pseudonym);
}
