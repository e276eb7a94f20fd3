import { expect } from 'chai';
import { EVENTS } from '../../../contract/events.ts';
import { beating, listen as listenTo, type Listening } from '../../support/listen.ts';
import { until } from '../../support/until.ts';
import { assignOne } from '../../assignments/support.ts';
import { answered, executionOf, expectProblem, notificationOf, useStage } from '../../scenarios/support.ts';

const GRACE = { users: ['grace@sandbox.test'] };
const GRACE_ID = '10000000-0000-4000-8000-000000000002';

describe('the event stream (behaviour 6)', () => {
  const stage = useStage();
  const open: Listening[] = [];
  afterEach(() => open.splice(0).forEach((each) => each.close()));

  async function listen(email: string, token?: string): Promise<Listening> {
    const listening = await listenTo(stage.product.url, token ?? (await stage.product.sandbox.tokenFor(email)));
    open.push(listening);
    return listening;
  }

  /** Resolves after each has had its first heartbeat, so that all of them get later events. */
  async function listenAs(...names: string[]): Promise<Listening[]> {
    const streams = await Promise.all(names.map((name) => listen(`${name}@sandbox.test`)));
    for (const stream of streams) await beating(stream);
    return streams;
  }

  it('is a stream of events, for anyone who signs in', async () => {
    const [grace] = await listenAs('grace');
    const { status, headers } = grace!.response;
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).to.equal('no-store');
    const refused = await fetch(`${stage.product.url}/api/events`);
    expectProblem(
      { status: refused.status, headers: refused.headers, body: await refused.json() },
      401,
      'unauthenticated',
    );
  });

  it('tells starter and assignees that input is required, at once, and nobody else', async () => {
    const [starter, assignee, stranger] = await listenAs('alan', 'grace', 'tim');
    const request = await stage.ask({ inputType: 'text', prompt: 'Heard?', assignees: GRACE }, stage.alan);
    await until(
      () => assignee!.of('human_input_required').length > 0 && starter!.of('human_input_required').length > 0,
    );
    const { promptTemplateId, expiresAt } = await notificationOf(stage.product, stage.grace, request);
    const wanted = {
      requestId: request,
      executionId: executionOf(request),
      nodeId: 'ask',
      chatId: null,
      logId: null,
      promptTemplateId,
      expiresAt,
    };
    expect(assignee!.of('human_input_required')).to.deep.equal([wanted]);
    expect(starter!.of('human_input_required')).to.deep.equal([wanted]);
    await answered(stage.grace, request, 'Yes');
    await until(() => starter!.of('request_updated').length > 0 && assignee!.of('request_updated').length > 0);
    expect(stranger!.events.filter(({ event }) => event !== 'heartbeat')).to.deep.equal([]);
  });

  it('tells the starter, and nobody else, when a message has failed for good', async () => {
    stage.product.sandbox.mail.refuseNext(1, 550);
    const [starter, assignee] = await listenAs('alan', 'grace');
    const human = { inputType: 'text', prompt: 'Lost?', assignees: GRACE, channels: ['email'] };
    const request = await stage.ask(human, stage.alan);
    const heard = (stream: Listening) => stream.of('execution_changed').length;
    await until(() => starter!.of('human_input_required').length > 0 && heard(starter!) > 0);
    const before = heard(starter!);
    await stage.tick();
    await until(() => heard(starter!) > before);
    expect(starter!.of('execution_changed').at(-1)).to.deep.equal({
      executionId: executionOf(request),
      status: 'waiting',
    });
    expect(heard(assignee!)).to.equal(0);
  });

  it('tells the sender when a message about an assignment has failed for good', async () => {
    const [sender] = await listenAs('tim');
    const { id } = await assignOne(stage.tim, stage.grace);
    await until(() => sender!.of('assignment_changed').length > 0);
    const before = sender!.of('assignment_changed').length;
    stage.product.sandbox.mail.refuseNext(1, 550);
    await stage.tick();
    await stage.tick();
    await until(() => sender!.of('assignment_changed').length > before);
    expect(sender!.of('assignment_changed').at(-1)).to.deep.equal({ id });
  });

  it('reaches the chat that started the flow', async () => {
    const [starter] = await listenAs('tim');
    const flow = await notificationOf(
      stage.product,
      stage.grace,
      await stage.ask({ inputType: 'text', prompt: 'Chat?', assignees: GRACE }),
    );
    const chat = (await stage.tim.call<{ id: string }>('POST', '/chats', { name: 'Talk', flowId: flow.flowId })).body;
    await stage.tim.call('POST', `/chats/${chat.id}/messages`, { content: 'Hi' });
    await until(() =>
      (['human_input_required', 'message_added'] as const).every((event) => starter!.of(event).length > 0),
    );
    expect(starter!.of('human_input_required')[0]).to.include({ chatId: chat.id });
    expect(starter!.of('message_added')).to.deep.equal([{ chatId: chat.id, logId: null }]);
  });

  it("reports changes of a request, of an execution and of the person's own inbox", async () => {
    const [starter, assignee, other] = await listenAs('alan', 'grace', 'radia');
    const request = await stage.ask(
      { inputType: 'text', prompt: 'Then?', assignees: { users: ['grace@sandbox.test', 'radia@sandbox.test'] } },
      stage.alan,
    );
    await stage.grace.call('PATCH', `/user/notifications/${request}/read`);
    await until(() => assignee!.of('notification_changed').length > 0);
    await answered(stage.grace, request, 'So');
    const completed = { requestId: request, executionId: executionOf(request), status: 'completed' };
    for (const stream of [starter!, assignee!, other!]) {
      await until(() => stream.of('request_updated').length > 0);
      expect(stream.of('request_updated')).to.deep.equal([completed]);
    }
    await until(() => starter!.of('execution_changed').some(({ status }) => status === 'completed'));
    expect(assignee!.of('execution_changed'), 'for whom the execution is nothing').to.deep.equal([]);
    expect(other!.of('notification_changed')).to.deep.equal([]);
  });

  it('reports nothing where nothing is marked as read: it was read before, or is not theirs', async () => {
    const request = await stage.ask({ inputType: 'text', prompt: 'Unread?', assignees: GRACE });
    const heard: string[] = [];
    const { signals } = stage.services.ground;
    const stop = signals.subscribe({ changed: (topic, ids) => topic === 'notification' && heard.push(...ids) });
    const read = async (person: typeof stage.grace) =>
      (await person.call('PATCH', `/user/notifications/${request}/read`)).status;
    const statuses = [await read(stage.tim), await read(stage.grace), await read(stage.grace)];
    stop();
    expect(statuses).to.deep.equal([404, 204, 204]);
    expect(heard).to.deep.equal([GRACE_ID]);
  });

  it('starts with a heartbeat and sends one every 15 s, with a version that changes with the inbox', async () => {
    const [grace] = await listenAs('grace');
    await stage.tick();
    const before = grace!.of('heartbeat').at(-1)!.inbox;
    const count = grace!.of('heartbeat').length;
    await stage.after(14_000);
    expect(grace!.of('heartbeat')).to.have.length(count);
    await stage.after(1000);
    await until(() => grace!.of('heartbeat').length === count + 1);
    expect(grace!.of('heartbeat').at(-1)!.inbox, 'nothing happened').to.equal(before);

    const seen = new Set([before]);
    const beat = async () => {
      const heard = grace!.of('heartbeat').length;
      await stage.after(15_000);
      await until(() => grace!.of('heartbeat').length > heard);
      const { inbox } = grace!.of('heartbeat').at(-1)!;
      expect(seen.has(inbox), inbox).to.equal(false);
      seen.add(inbox);
      const read = await stage.grace.call('GET', '/user/notifications');
      expect(read.headers.get('inbox-version'), 'whoever reads the inbox knows which version that was').to.equal(inbox);
    };
    const request = await stage.ask({ inputType: 'text', prompt: 'Beat?', assignees: GRACE, strategy: 'all' });
    await beat();
    await stage.grace.call('PATCH', `/user/notifications/${request}/read`);
    await beat();
    await answered(stage.grace, request, 'Yes');
    await beat();
  });

  it('has one format for all events, and numbers them', async () => {
    const [grace] = await listenAs('grace');
    const request = await stage.ask({ inputType: 'text', prompt: 'Shape?', assignees: GRACE }, stage.grace);
    await answered(stage.grace, request, 'Yes');
    await until(() => grace!.of('execution_changed').some(({ status }) => status === 'completed'));
    for (const { event, data } of grace!.events)
      expect(EVENTS[event].strict().safeParse(data).error, event).to.equal(undefined);
    expect(grace!.ids).to.deep.equal(grace!.ids.map((_, n) => String(n + 1)));
  });

  it("ends when its client's token expires", async () => {
    const token = await stage.product.sandbox.tokenFor('grace@sandbox.test', { lifetimeSeconds: 1 });
    const short = await listen('grace@sandbox.test', token);
    const [long] = await listenAs('grace');
    expect(short.response.status).to.equal(200);
    await until(() => short.isOver);
    expect(long!.isOver).to.equal(false);
  });

  it('is forgotten when its client disconnects', async () => {
    await until(() => stage.services.streams.count() === 0);
    const [first, second] = await listenAs('grace', 'grace');
    expect(stage.services.streams.count()).to.equal(2);
    first!.close();
    second!.close();
    await until(() => stage.services.streams.count() === 0);
  });

  it('is limited in number per person', async () => {
    const many = await listenAs(...Array.from({ length: 50 }, () => 'grace'));
    const { response, ...refused } = await listen('grace@sandbox.test');
    expect(response.status).to.equal(429);
    expect(response.headers.get('retry-after')).to.equal('30');
    refused.close();
    expect((await listenAs('alan'))[0]!.response.status).to.equal(200);
    many[0]!.close();
    await until(() => stage.services.streams.count(GRACE_ID) === 49);
    expect((await listen('grace@sandbox.test')).response.status).to.equal(200);
  });
});
