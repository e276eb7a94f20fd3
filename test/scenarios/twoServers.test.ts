import { expect } from 'chai';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FlowDefinition } from '../../contract/flows.ts';
import type { ServerProcess } from '../chaos/serverProcess.ts';
import { postgresUrl } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { ASK, ASSIGNEE, AUTHOR, deadlocks, startServers, type Servers } from './twoServersSupport.ts';

interface Started {
  executionId: string;
}

async function statusOf({ db }: Servers, id: string): Promise<string> {
  return (await db.reader('executions').where({ id }).first('status'))?.status;
}

/** Resolves once it waits for an answer. */
async function raise(stage: Servers, server: ServerProcess): Promise<string> {
  const { executionId } = await stage.call<Started>(server, AUTHOR, 'POST', '/flows/ask/executions', {});
  await until(async () => (await statusOf(stage, executionId)) === 'waiting');
  return executionId;
}

async function answer(stage: Servers, server: ServerProcess, executionId: string): Promise<void> {
  const body = { executionId, nodeId: 'review', value: 'approved' };
  await stage.call(server, ASSIGNEE, 'POST', '/flow/human-response', body);
}

/** From recording the answer to the end of the flow, both by the servers' clock. */
async function releaseMs(stage: Servers, executionId: string): Promise<number> {
  await until(async () => (await statusOf(stage, executionId)) === 'completed');
  const { ended_at } = await stage.db.reader('executions').where({ id: executionId }).first('ended_at');
  const { at } = await stage.db
    .reader('responses')
    .where({ request_id: `${executionId}-review` })
    .first('at');
  return ended_at - at;
}

const show = (times: number[]): string => `${Math.min(...times)} to ${Math.max(...times)} ms`;

describe('two servers on one PostgreSQL', function () {
  this.timeout(60_000);
  this.slow(30_000);
  let stage: Servers;
  afterEach(() => stage?.close());

  it('resume a flow that waits on one with an answer given to the other, without polling', async () => {
    const options = { withLoops: false };
    stage = await startServers({ databaseUrl: await postgresUrl(), count: 2, options });
    const [near, far] = stage.servers as [ServerProcess, ServerProcess];
    await stage.call(near, AUTHOR, 'POST', '/flows', ASK);
    const times: number[] = [];
    for (let n = 0; n < 10; n++) {
      const id = await raise(stage, far);
      await answer(stage, near, id);
      times.push(await releaseMs(stage, id));
    }
    console.log(`      released on the other server after ${show(times)}`);
  });

  it('do so by polling if no signal reaches the other', async () => {
    const options = { withSignals: false };
    stage = await startServers({ databaseUrl: await postgresUrl(), count: 2, options });
    const [near, far] = stage.servers as [ServerProcess, ServerProcess];
    await stage.call(near, AUTHOR, 'POST', '/flows', ASK);
    const ids = await Promise.all(Array.from({ length: 6 }, () => raise(stage, far)));
    for (const id of ids) await answer(stage, near, id);
    const times = await Promise.all(ids.map((id) => releaseMs(stage, id)));
    console.log(`      released by the fallback after ${show(times)}`);
  });

  it("take over a killed server's executions", async () => {
    const calls = await startHeldCalls();
    const leaseMs = 2000;
    const config = { allowedPrivateHosts: [calls.host] };
    stage = await startServers({ databaseUrl: await postgresUrl(), count: 2, options: { leaseMs }, config });
    const [near, far] = stage.servers as [ServerProcess, ServerProcess];
    try {
      await stage.call(near, AUTHOR, 'POST', '/flows', ASK);
      await stage.call(near, AUTHOR, 'POST', '/flows', callFlow(calls.url));
      const waiting = await Promise.all(Array.from({ length: 5 }, () => raise(stage, far)));
      const order = () => stage.call<Started>(far, AUTHOR, 'POST', '/flows/call/executions', {});
      const running = (await Promise.all(Array.from({ length: 5 }, order))).map(({ executionId }) => executionId);
      await until(() => calls.held.length === running.length);

      await far.kill();
      const killedAt = Date.now();
      calls.release();
      for (const id of waiting) await answer(stage, near, id);
      const statuses = () => Promise.all([...running, ...waiting].map((id) => statusOf(stage, id)));
      await until(async () => (await statuses()).every((status) => status === 'completed'));
      console.log(`      all taken over ${Date.now() - killedAt} ms after the kill, with leases of ${leaseMs} ms`);
      for (const id of running) expect(calls.keys.filter((key) => key === `${id}-tell`)).to.have.lengthOf(2);
    } finally {
      await calls.close();
    }
  });
});

describe('an answer at the moment in which another branch fails', function () {
  this.timeout(60_000);
  this.slow(30_000);

  it('causes no deadlock on PostgreSQL, and is recorded or told that the question is closed', async () => {
    const calls = await startHeldCalls();
    const config = { allowedPrivateHosts: [calls.host] };
    const stage = await startServers({ databaseUrl: await postgresUrl(), count: 2, config });
    try {
      await stage.call(stage.servers[0]!, AUTHOR, 'POST', '/flows', failingFlow(calls.url));
      const order = () => stage.call<Started>(stage.servers[0]!, AUTHOR, 'POST', '/flows/failing/executions', {});
      const ids: string[] = [];
      for (let n = 0; n < 100; n++) ids.push((await order()).executionId);
      await until(async () => calls.held.length === 100 && (await stage.db.reader('requests')).length === 100);

      const told = await Promise.all(
        ids.map(async (executionId, n) => {
          await sleep(n * 4); // so that answers and failures meet in every order
          calls.held[n]!.writeHead(500).end();
          return answer(stage, stage.servers[n % 2]!, executionId).then(
            () => 'completed',
            (error: Error) => (/ 409 /.test(error.message) ? 'cancelled' : error.message),
          );
        }),
      );
      await until(async () => (await stage.db.reader('executions').where({ status: 'failed' })).length === 100);
      const requests = await stage.db.reader('requests').select('execution_id', 'status');
      const stored = new Map(requests.map(({ execution_id, status }) => [execution_id, status]));
      expect(told).to.deep.equal(ids.map((id) => stored.get(id)));
      expect(await deadlocks(stage.db)).to.equal(0);
    } finally {
      await stage.close();
      await calls.close();
    }
  });
});

/** Asks a person while it calls a server that will fail it. */
const failingFlow = (url: string): FlowDefinition => ({
  id: 'failing',
  name: 'Failing',
  nodes: [
    { id: 'fork', type: 'parallel', config: {} },
    { id: 'tell', type: 'http', config: { url, timeout: 'PT30S' } },
    { id: 'together', type: 'join', config: {} },
    ...ASK.nodes.filter(({ id }) => id !== 'note'),
  ],
  edges: [
    { from: 'start', to: 'fork' },
    { from: 'fork', to: 'review' },
    { from: 'fork', to: 'tell' },
    { from: 'review', to: 'together' },
    { from: 'tell', to: 'together' },
    { from: 'together', to: 'end' },
  ],
});

const callFlow = (url: string): FlowDefinition => ({
  id: 'call',
  name: 'Call',
  nodes: [
    { id: 'start', type: 'start', config: {} },
    { id: 'tell', type: 'http', config: { method: 'POST', url, text: 'ready' } },
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [
    { from: 'start', to: 'tell' },
    { from: 'tell', to: 'end' },
  ],
});

/** A server that holds callers until it is told to answer. */
async function startHeldCalls() {
  const held: ServerResponse[] = [];
  const keys: string[] = [];
  let isHolding = true;
  const server: Server = createServer((request, response) => {
    keys.push(String(request.headers['idempotency-key']));
    if (isHolding) held.push(response);
    else response.end('thanks');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/`,
    held,
    keys,
    release() {
      isHolding = false;
      for (const response of held) response.end('thanks');
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
