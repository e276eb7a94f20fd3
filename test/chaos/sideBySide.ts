import type { ExecutionView } from '../../contract/executions.ts';
import type { UserNotification } from '../../contract/notifications.ts';
import { asking, executionOf, publish, respond } from '../scenarios/support.ts';
import { startServers, type Servers } from '../scenarios/twoServersSupport.ts';
import { setUpPlatforms, type Platforms } from './platforms.ts';
import { clientOf, type Client } from '../support/product.ts';
import { until } from '../support/until.ts';
import { prepareServer, type ServerProcess } from './serverProcess.ts';

const ADA = 'ada@sandbox.test';
const GRACE = 'grace@sandbox.test';
const ALAN = 'alan@sandbox.test';
const LEASE_MS = 2000;
const END_MS = 60_000;
const TIMEOUT_MS = 3000;

/** Marks an answer that is given in Slack rather than through the API. */
const IN_SLACK = Symbol('presses the first button of a message in Slack');
const IN_TEAMS = Symbol('presses the first button of a card in Teams');
const BY_MAIL = Symbol('sends the form behind the link of a mail');

/** The questions and their assignees; those without an answer end by themselves. */
const KINDS = {
  approval: { human: { inputType: 'approval', channels: [] }, people: [GRACE], value: 'approved' },
  everybody: {
    human: { inputType: 'approval', strategy: 'all', channels: [] },
    people: [GRACE, ALAN],
    value: 'rejected',
  },
  slack: { human: { inputType: 'approval', channels: ['slack'] }, people: [GRACE], value: IN_SLACK },
  teams: { human: { inputType: 'approval', channels: ['teams'] }, people: [GRACE], value: IN_TEAMS },
  mail: {
    human: { inputType: 'form', channels: ['email'], variables: [{ name: 'what', type: 'text', required: true }] },
    people: [GRACE],
    value: BY_MAIL,
  },
  deadline: {
    human: { inputType: 'text', timeout: TIMEOUT_MS, channels: ['email'] },
    people: [ALAN],
    value: undefined,
  },
} as const;
type Kind = keyof typeof KINDS;

interface Question {
  kind: Kind;
  request: string;
}

/** The errors found, and the number of questions. */
export interface Seen {
  findings: string[];
  asked: number;
}

/** The servers, and the places of people's questions. */
interface Beside extends Servers {
  platforms: Platforms;
}

/**
 * The other version runs alone, then beside this one, then is killed. Questions of one are answered on the other, and
 * everything has to reach its end.
 *
 * @param otherEntry see `checkOut`
 */
export async function besideEachOther(databaseUrl: string, otherEntry: string): Promise<Seen> {
  const findings: string[] = [];
  const all: Question[] = [];
  const servers = await setStage(databaseUrl);
  /** A failed step is a finding, and the next one is still run. */
  const attempt = (what: string, work: () => Promise<unknown>) =>
    work().catch((error: Error) => void findings.push(`${what}: ${error.message}`));

  async function ask(server: ServerProcess, name: string): Promise<Question[]> {
    const questions: Question[] = [];
    for (const kind of Object.keys(KINDS) as Kind[])
      await attempt(`${name} asks: ${kind}`, async () => questions.push(await askOn(servers, server, kind)));
    all.push(...questions);
    return questions;
  }
  async function answer(server: ServerProcess, name: string, questions: Question[]): Promise<void> {
    for (const question of questions)
      await attempt(`${name} takes: ${question.kind}`, () => answerOn(servers, server, question));
  }

  try {
    const other = await servers.add(prepareServer(otherEntry));
    await servers.platforms.meetInTeams(other);
    const before = await ask(other, 'the other version, alone');
    const own = await servers.add(prepareServer());
    await answer(own, 'this version', before);
    const [theirs, ours] = [await ask(other, 'the other version'), await ask(own, 'this version')];
    await attempt('both show the same inbox', () => sameInbox(servers, other, own));
    await answer(own, 'this version', theirs);
    await answer(other, 'the other version', ours);
    const left = await ask(other, 'the other version, before its end');
    findings.push(...other.faults.map((line) => `the other version reports ${line.slice(0, 400)}`));
    await other.kill();
    servers.servers.splice(servers.servers.indexOf(other), 1);
    await answer(own, 'this version, alone', left);
    for (const { kind, request } of all)
      await attempt(`the end of ${kind} ${request}`, () => ended(servers, own, executionOf(request)));
    findings.push(...own.faults.map((line) => `this version reports ${line.slice(0, 400)}`));
    return { findings, asked: all.length };
  } finally {
    await servers.close();
    await servers.platforms.close();
  }
}

async function setStage(databaseUrl: string): Promise<Beside> {
  const platforms = await setUpPlatforms();
  const { ports } = platforms;
  const servers = await startServers({ databaseUrl, count: 0, options: { leaseMs: LEASE_MS }, ports });
  platforms.use(servers.sandbox);
  return { ...servers, platforms };
}

const clientAt = async ({ sandbox }: Servers, { url }: ServerProcess, person: string): Promise<Client> =>
  clientOf(url, await sandbox.tokenFor(person));

let flows = 0;

async function askOn(servers: Servers, server: ServerProcess, kind: Kind): Promise<Question> {
  const ada = await clientAt(servers, server, ADA);
  const { human, people, value } = KINDS[kind];
  const config = { prompt: `Which, ${kind}?`, ...human, assignees: { users: people } };
  const on = value === undefined ? (['timeout'] as const) : [];
  const flowId = await publish(ada, asking({ id: `versions-${++flows}`, human: config, on: [...on] }));
  const { status, body } = await ada.call<{ executionId: string }>('POST', `/flows/${flowId}/executions`, {});
  if (status !== 201) throw new Error(JSON.stringify(body));
  const isWaiting = async () =>
    (await ada.call<ExecutionView>('GET', `/executions/${body.executionId}`)).body.status === 'waiting';
  await until(isWaiting);
  return { kind, request: `${body.executionId}-ask` };
}

async function answerOn(servers: Beside, server: ServerProcess, { kind, request }: Question): Promise<void> {
  const { people, value } = KINDS[kind];
  if (value === undefined) return;
  if (value === BY_MAIL) return servers.platforms.answerByMail(server, request);
  if (value === IN_SLACK) return servers.platforms.pressInSlack(server, request);
  if (value === IN_TEAMS) return servers.platforms.pressInTeams(server, request);
  for (const person of people) {
    const { status, body } = await respond(await clientAt(servers, server, person), request, value);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  }
}

async function sameInbox(servers: Servers, ...both: ServerProcess[]): Promise<void> {
  const seen = both.map(async (server) => {
    const { body } = await (
      await clientAt(servers, server, GRACE)
    ).call<UserNotification[]>('GET', '/user/notifications');
    return JSON.stringify(body.map(({ id, status, isRead }) => [id, status, isRead]));
  });
  const [one, other] = await Promise.all(seen);
  if (one !== other) throw new Error(`${one} and ${other}`);
}

async function ended(servers: Servers, server: ServerProcess, id: string): Promise<void> {
  const ada = await clientAt(servers, server, ADA);
  const statusOf = async () => (await ada.call<ExecutionView>('GET', `/executions/${id}`)).body.status;
  await until(async () => (await statusOf()) !== 'waiting' && (await statusOf()) !== 'running', END_MS);
  const status = await statusOf();
  if (status !== 'completed') throw new Error(status);
}
