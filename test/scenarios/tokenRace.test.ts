import { expect } from 'chai';
import type { FlowDefinition } from '../../contract/flows.ts';
import { SOURCES } from '../../contract/payload.ts';
import type { Person } from '../../contract/people.ts';
import { addBigGroups } from '../../sandbox/bigGroups.ts';
import { readTenant } from '../../sandbox/tenant.ts';
import { createUnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { insertDeliveries } from '../../server/messages/deliveries/deliveryStore.ts';
import { hashToken, insertTokens, mintToken } from '../../server/messages/deliveries/tokens.ts';
import { REQUEST_KIND } from '../../server/requests/requestSubject.ts';
import type { Brought, Told } from '../chaos/server.ts';
import { forEachDatabase } from '../support/databases.ts';
import { until } from '../support/until.ts';
import { AUTHOR, deadlocks, startServers, type Servers } from './twoServersSupport.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A SQLite file belongs to one server. */
const SERVERS = { SQLite: 1, PostgreSQL: 2 };
const LARGE = 100;
const SMALL = 20;

/** Asks everybody in a group and ends when all have answered. */
const signFlow = (size: number): FlowDefinition => ({
  id: `sign-${size}`,
  name: `Sign ${size}`,
  nodes: [
    { id: 'start', type: 'start', config: {} },
    {
      id: 'sign',
      type: 'human',
      config: {
        inputType: 'approval',
        strategy: 'all',
        prompt: 'Sign, please.',
        assignees: { groups: [`big-${size}@sandbox.test`] },
        channels: [],
      },
    },
    { id: 'count', type: 'set', config: { values: { signed: 'sign.counts.responses' } } },
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [
    { from: 'start', to: 'sign' },
    { from: 'sign', to: 'count' },
    { from: 'count', to: 'end' },
  ],
});

interface Asked {
  requestId: string;
  person: Person;
}

/** Without a mail server, so that the race's tokens are the only ones. */
async function startRace(databaseUrl: string, count: number): Promise<Servers> {
  const tenant = readTenant();
  addBigGroups(tenant, [SMALL, LARGE]);
  return startServers({ databaseUrl, count, tenant, config: { smtpUrl: null, mailFrom: null } });
}

/** Raises requests to everybody in a group, on every server in turn; resolves with all assignees. */
async function raise(stage: Servers, size: number, count: number): Promise<Asked[]> {
  await stage.call(stage.servers[0]!, AUTHOR, 'POST', '/flows', signFlow(size));
  for (let n = 0; n < count; n++) {
    const server = stage.servers[n % stage.servers.length]!;
    await stage.call(server, AUTHOR, 'POST', `/flows/sign-${size}/executions`, {});
  }
  const { reader } = stage.db;
  await until(async () => (await reader('executions').where({ status: 'waiting' })).length === count, 30_000);
  const rows = await reader('notifications').orderBy(['subject_id', 'person']);
  return rows.map(({ subject_id, person, display_name, email, upn }) => ({
    requestId: subject_id,
    person: { id: person, displayName: display_name, email, userPrincipalName: upn },
  }));
}

/** As a delivery loop would have done before it sent the mails. */
async function mintTokens({ db }: Servers, asked: Asked[]): Promise<string[]> {
  const units = createUnitOfWork(db.writer);
  const createdAt = Date.now();
  const orders = asked.map(({ requestId, person }) => ({
    kind: 'request',
    subjectId: requestId,
    person: person.id,
    channel: 'email',
  }));
  await units.run(({ trx }) => insertDeliveries(trx, [REQUEST_KIND], orders, createdAt));
  const rows = await db.reader('deliveries').select('id', 'subject_id', 'person');
  const deliveryOf = new Map<string, string>(rows.map((row) => [`${row.subject_id}/${row.person}`, row.id]));
  const tokens = asked.map(() => mintToken());
  const issued = asked.map(({ requestId, person }, n) => ({
    hash: hashToken(tokens[n]!)!,
    deliveryId: deliveryOf.get(`${requestId}/${person.id}`)!,
    requestId,
    person: person.id,
    channel: 'email',
    createdAt,
    expiresAt: createdAt + DAY_MS,
  }));
  await units.run(({ trx }) => insertTokens(trx, issued));
  return tokens;
}

/** Two servers on SQLite may block each other for too long; calls with `unavailable` are repeated, as a 503 demands. */
async function answerAll(server: Servers['servers'][number], answers: Brought[]): Promise<Told[]> {
  const told = await server.answer(answers);
  const inVain = answers.filter((_answer, n) => told[n] === 'unavailable');
  if (inVain.length === 0) return told;
  const later = await answerAll(server, inVain);
  return told.map((each) => (each === 'unavailable' ? later.shift()! : each));
}

function countTold(told: Told[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const each of told) counts[each] = (counts[each] ?? 0) + 1;
  return counts;
}

/** Every request is complete with every answer once, and its execution resumed once. */
async function expectAllComplete({ db }: Servers, requests: number, assignees: number): Promise<void> {
  const { reader } = db;
  await until(async () => (await reader('executions').where({ status: 'completed' })).length === requests, 30_000);
  const states = await reader('requests').distinct('status', 'answered_count');
  expect(states).to.deep.equal([{ status: 'completed', answered_count: assignees }]);
  expect(await reader('responses')).to.have.lengthOf(requests * assignees);
  expect(await reader('audit').where({ action: 'request.answered' })).to.have.lengthOf(requests * assignees);
  expect(await deadlocks(db), 'locks are taken in one order').to.equal(0);
  expect(await reader('executions').distinct('epoch'), 'begun once, taken up once').to.deep.equal([{ epoch: 2 }]);
  const steps = await reader('execution_steps').where({ visit_key: 'count' }).select('assigned');
  expect(steps.map(({ assigned }) => JSON.parse(assigned))).to.deep.equal(
    Array.from({ length: requests }, () => ({ signed: assignees })),
  );
}

describe('races between answers', function () {
  this.timeout(180_000);
  this.slow(60_000);

  forEachDatabase((name, openUrl) => {
    let stage: Servers;
    afterEach(() => stage?.close());

    it('10,000 one-time tokens, each used twice at once, have exactly 10,000 winners', async () => {
      stage = await startRace(await openUrl(), SERVERS[name]);
      const asked = await raise(stage, LARGE, 100);
      const tokens = await mintTokens(stage, asked);
      expect(tokens).to.have.lengthOf(10_000);
      const answersFrom = (from: number): Brought[] =>
        asked.map(({ requestId, person }, n) => ({
          requestId,
          responder: person,
          values: { value: 'approved' },
          source: SOURCES.email,
          token: tokens[n]!,
          submissionId: `${from}-${n}`,
        }));
      const startedAt = Date.now();
      const twice = [stage.servers[0]!, stage.servers.at(-1)!];
      const told = await Promise.all(twice.map((server, n) => answerAll(server, answersFrom(n))));
      const seconds = (Date.now() - startedAt) / 1000;
      console.log(
        `      20,000 attempts in ${seconds} s: ${told.map((each) => countTold(each).accepted).join(' and ')} won`,
      );
      const { accepted, ...refused } = countTold(told.flat());
      expect(accepted).to.equal(10_000);
      expect(refused).to.deep.equal({ link_unusable: 10_000 });
      for (const [n] of tokens.entries()) expect([told[0]![n], told[1]![n]]).to.include('accepted');
      expect(await stage.db.reader('tokens').whereNull('used_at')).to.have.lengthOf(0);
      await expectAllComplete(stage, 100, LARGE);
    });

    it('200 requests to 20 people each, all answered twice at once, complete exactly once', async () => {
      stage = await startRace(await openUrl(), SERVERS[name]);
      const asked = await raise(stage, SMALL, 200);
      const answersFrom = (from: number): Brought[] =>
        asked.map(({ requestId, person }, n) => ({
          requestId,
          responder: person,
          values: { value: 'approved' },
          source: SOURCES.web,
          submissionId: `${from}-${n}`,
        }));
      const twice = [stage.servers[0]!, stage.servers.at(-1)!];
      const told = (await Promise.all(twice.map((server, n) => server.answer(answersFrom(n))))).flat();
      expect(countTold(told)).to.deep.equal({ accepted: 4000, already_responded: 4000 });
      await expectAllComplete(stage, 200, SMALL);
    });
  });
});
