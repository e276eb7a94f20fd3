import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import type { FlowDefinition } from '../../contract/flows.ts';
import { answered, expectProblem, notificationOf, publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { eventually, type TestProductOptions } from '../support/product.ts';
import { flow } from './flows.ts';

const ask = (
  prompt: string,
  more: Record<string, unknown> = {},
): [string, FlowDefinition['nodes'][number]['config']] => [
  'human',
  {
    inputType: 'text',
    prompt,
    assignees: { users: ['grace@sandbox.test'] },
    ...more,
  },
];

interface Asked {
  method: string;
  url: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** An author's own server. */
async function startService() {
  const asked: Asked[] = [];
  const state = { status: 200 };
  const serve = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    asked.push({ method: request.method!, url: request.url!, headers: request.headers, body: await text(request) });
    response.writeHead(state.status, { 'content-type': 'application/json' }).end('{"balance":42}');
  };
  const server = http.createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { asked, state, host: `127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

describe('executions through the API', () => {
  const config: { allowedPrivateHosts: string[] } = { allowedPrivateHosts: [] };
  let service: Awaited<ReturnType<typeof startService>>;
  before(async () => {
    service = await startService();
    config.allowedPrivateHosts.push(service.host);
  });
  after(() => service.close());
  const stage = useStage({ config });

  const start = async (definition: FlowDefinition, variables = {}) =>
    stage.product.run(stage.alan, await publish(stage.ada, definition), variables);
  const keys = async (id: string) =>
    (await stage.product.execution(stage.ada, id)).timeline.map(({ nodeId }) => nodeId);

  it('ask again in a loop, each time under its own key', async () => {
    const definition = flow({ start: 'start', review: ask('Good?'), end: 'end' }, [
      'start > review',
      ['review > review', { when: 'review.value != "yes"' }],
      'review > end',
    ]);
    const id = await start({ ...definition, id: 'loop' });
    for (const [visit, value] of [
      ['review', 'no'],
      ['review.2', 'hm'],
      ['review.3', 'yes'],
    ] as const) {
      const request = `${id}-${visit}`;
      await eventually(async () => (await stage.product.inbox(stage.grace)).find((each) => each.id === request));
      expect(await notificationOf(stage.product, stage.grace, request)).to.include({
        nodeId: visit,
        status: 'pending',
      });
      const sent = await stage.grace.call('POST', '/flow/human-response', { executionId: id, nodeId: visit, value });
      expect(sent.status).to.equal(200);
    }
    await stage.product.reached(stage.alan, id, 'completed');
    expect(await keys(id)).to.deep.equal(['start', 'review', 'review.2', 'review.3', 'end']);
  });

  it("call an author's server with a password that only that server sees", async () => {
    const definition = flow(
      {
        start: ['start', { variables: [{ name: 'account', type: 'text' }] }],
        login: ask('Your key?', { inputType: 'form', variables: [{ name: 'key', type: 'password', required: true }] }),
        look: [
          'http',
          {
            method: 'POST',
            url: `http://${service.host}/accounts/{{ account }}`,
            secretHeaders: { 'x-key': 'login.values.key' },
            json: '{ "who": login.respondedBy.displayName }',
          },
        ],
        end: ['end', { output: 'look.body.balance' }],
      },
      ['start > login > look > end'],
    );
    const id = await start({ ...definition, id: 'service' }, { account: 'a/b?c' });
    await stage.product.reached(stage.alan, id, 'waiting');
    await answered(stage.grace, `${id}-login`, { values: { key: 'open-sesame' } });
    const { context, timeline } = await stage.product.reached(stage.ada, id, 'completed');
    expect(context!['end']).to.equal(42);
    const { method, url, headers, body } = service.asked.at(-1)!;
    expect([method, url, body]).to.deep.equal(['POST', '/accounts/a%2Fb%3Fc', '{"who":"Grace Hopper"}']);
    expect([headers['x-key'], headers['idempotency-key']]).to.deep.equal(['open-sesame', `${id}-look`]);
    expect(JSON.stringify([context, timeline])).to.not.include('open-sesame');
  });

  it('fail if that server fails, and resume there when they are retried', async () => {
    const definition = flow(
      { start: 'start', first: ask('Ready?'), look: ['http', { url: `http://${service.host}/health` }], end: 'end' },
      ['start > first > look > end'],
    );
    const id = await start({ ...definition, id: 'trouble' });
    await stage.product.reached(stage.alan, id, 'waiting');
    service.state.status = 500;
    await answered(stage.grace, `${id}-first`, 'Yes');
    const failed = await stage.product.reached(stage.alan, id, 'failed');
    expect(failed.error).to.deep.include({ code: 'http_status', nodeId: 'look' });
    expectProblem(await stage.alan.call('POST', `/executions/${id}/retry`), 403, 'forbidden');
    expect((await stage.ada.call('POST', `/executions/${id}/retry`)).status).to.equal(200);
    await stage.product.reached(stage.alan, id, 'failed');
    service.state.status = 200;
    expect((await stage.ada.call('POST', `/executions/${id}/retry`)).status).to.equal(200);
    const done = await stage.product.reached(stage.ada, id, 'completed');
    expect(done.timeline.map(({ nodeId, status }) => `${nodeId} ${status}`)).to.deep.equal([
      'start completed',
      'first completed',
      'look failed',
      'look.2 failed',
      'look.3 completed',
      'end completed',
    ]);
    expect(done.error).to.equal(null);
    expectProblem(await stage.ada.call('POST', `/executions/${id}/retry`), 409, 'invalid_transition');
  });

  it('are cancelled with all their questions, and stay cancelled', async () => {
    const definition = flow(
      { start: 'start', fork: 'parallel', a: ask('A?'), b: ask('B?'), join: 'join', end: 'end' },
      ['start > fork > a > join > end', 'fork > b > join'],
    );
    const id = await start({ ...definition, id: 'cancelled' });
    await stage.product.reached(stage.alan, id, 'waiting');
    const cancelled = await stage.alan.call<{ status: string; error: object; waitingFor: object[] }>(
      'POST',
      `/executions/${id}/cancel`,
    );
    expect(cancelled.body).to.deep.include({ status: 'cancelled', waitingFor: [] });
    expect(cancelled.body.error).to.deep.equal({
      code: 'cancelled',
      message: 'Alan Turing cancelled the execution.',
      by: 'Alan Turing',
    });
    await stage.tick();
    for (const key of ['a', 'b']) {
      const { body } = await stage.ada.call<{ status: string; deliveries: { state: string }[] }>(
        'GET',
        `/requests/${id}-${key}`,
      );
      expect([body.status, body.deliveries.map(({ state }) => state)]).to.deep.equal(['cancelled', ['skipped']]);
      expect(await notificationOf(stage.product, stage.grace, `${id}-${key}`)).to.include({
        status: 'expired',
        closedReason: 'cancelled',
      });
    }
    const late = expectProblem(await stage.alan.call('POST', `/executions/${id}/cancel`), 409, 'invalid_transition');
    expect(late.detail).to.equal('The execution is cancelled; only one that has not ended can be cancelled.');
    const again = expectProblem(await stage.ada.call('POST', `/executions/${id}/retry`), 409, 'invalid_transition');
    expect(again.detail).to.equal('The execution is cancelled; only one that has failed can be tried again.');
    const { id: alan } = (await stage.alan.call<{ id: string }>('GET', '/me')).body;
    const entries = await stage.services.ground
      .reader('audit')
      .where({ subject: id })
      .orderBy('seq')
      .select('actor', 'action');
    expect(entries).to.deep.equal([
      { actor: alan, action: 'execution.started' },
      { actor: alan, action: 'execution.cancelled' },
    ]);
  });

  it('are listed newest first, in pages, by flow and by status', async () => {
    const flowId = await publish(stage.ada, { ...flow({ start: 'start', end: 'end' }, ['start > end']), id: 'listed' });
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      stage.advance(1);
      ids.unshift(await stage.product.run(stage.radia, flowId));
    }
    for (const id of ids) await stage.product.reached(stage.radia, id, 'completed');
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: { items: { id: string }[]; nextCursor: string | null } } = await stage.radia.call(
        'GET',
        `/executions?flowId=listed&status=completed&limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    expect(seen).to.deep.equal(ids);
    const failed = await stage.radia.call<{ items: object[] }>('GET', '/executions?flowId=listed&status=failed');
    expect(failed.body.items).to.deep.equal([]);
  });
});

describe('parallel questions that are answered at the same moment', () => {
  forEachDatabase((_, openUrl) => {
    const options: TestProductOptions = { withLoops: true, now: undefined, config: { key: '0'.repeat(64) } };
    before(async () => {
      options.databaseUrl = await openUrl();
    });
    const stage = useStage(options);

    it('each enter their execution exactly once', async () => {
      const definition = flow(
        {
          start: 'start',
          fork: 'parallel',
          a: ask('A?'),
          b: ask('B?'),
          inner: 'parallel',
          c: ask('C?'),
          d: ask('D?'),
          meet: 'join',
          join: 'join',
          end: ['end', { output: 'a.value & b.value & c.value & d.value' }],
        },
        ['start > fork > a > join > end', 'fork > b > join', 'fork > inner > c > meet > join', 'inner > d > meet'],
      );
      await publish(stage.ada, { ...definition, id: 'storm' });
      const ids = await Promise.all(Array.from({ length: 15 }, () => stage.product.run(stage.alan, 'storm')));
      for (const id of ids) await stage.product.reached(stage.alan, id, 'waiting');
      await Promise.all(
        ids.flatMap((id) => ['a', 'b', 'c', 'd'].map((key) => answered(stage.grace, `${id}-${key}`, key))),
      );
      for (const id of ids) {
        const { timeline, context } = await stage.product.reached(stage.ada, id, 'completed');
        const keys = timeline.map(({ nodeId }) => nodeId);
        expect(new Set(keys).size, keys.join()).to.equal(keys.length);
        expect(keys).to.have.members(['start', 'fork', 'a', 'b', 'inner', 'c', 'd', 'meet', 'join', 'end']);
        expect(context!['end']).to.equal('abcd');
      }
    });
  });
});
