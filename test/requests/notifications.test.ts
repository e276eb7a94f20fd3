import { expect } from 'chai';
import { z } from 'zod';
import { UserNotification, type NotificationGroup } from '../../contract/notifications.ts';
import type { RequestView } from '../../contract/requests.ts';
import { answered, executionOf, expectProblem, HOUR_MS, notificationOf, useStage } from '../scenarios/support.ts';

const FOUR = { users: ['grace@sandbox.test', 'alan@sandbox.test'], groups: ['legal@sandbox.test'] };

/** Queries for an order that does not exist, and a node without a flow. */
const ORDERS = ['sort=due', 'status=completed&sort=flow', 'status=pending&nodeId=ask'];

/** Behaviour 2.1, word for word. */
const FIELDS = {
  id: z.string(),
  executionId: z.string(),
  flowId: z.string(),
  nodeId: z.string(),
  email: z.string(),
  prompt: z.string(),
  inputType: z.enum(['text', 'approval', 'choice', 'form']),
  options: z.array(z.string()),
  promptTemplateId: z.string(),
  chatId: z.string().nullable(),
  chatContext: z.strictObject({
    chatName: z.string(),
    recentMessages: z.array(z.strictObject({ role: z.string(), content: z.string() })),
    totalMessages: z.number(),
  }),
  status: z.enum(['pending', 'completed', 'expired']),
  expiresAt: z.iso.datetime(),
  isRead: z.boolean(),
  response: z.string().nullable(),
  meta: z.strictObject({ label: z.string(), variables: z.array(z.looseObject({})) }),
};

describe('the inbox (behaviour 2.1, 2.2, 3.1)', () => {
  const stage = useStage();

  it("has every field of behaviour 2.1, and the contract's additions", async () => {
    const request = await stage.ask({
      inputType: 'choice',
      prompt: 'Which {{ $uppercase("one") }}?',
      assignees: FOUR,
      options: ['a', 'b'],
      timeout: 'PT2H',
    });
    const notification = await notificationOf(stage.product, stage.grace, request);
    expect(z.looseObject(FIELDS).safeParse(notification).error).to.equal(undefined);
    expect(UserNotification.strict().safeParse(notification).error).to.equal(undefined);
    expect(notification).to.deep.include({
      id: `${executionOf(request)}-ask`,
      executionId: executionOf(request),
      flowId: 'question-1',
      nodeId: 'ask',
      email: 'grace@sandbox.test',
      prompt: 'Which ONE?',
      inputType: 'choice',
      options: ['a', 'b'],
      chatId: null,
      chatContext: { chatName: 'Flow question-1', recentMessages: [], totalMessages: 0 },
      status: 'pending',
      expiresAt: new Date(stage.now() + 2 * HOUR_MS).toISOString(),
      isRead: false,
      response: null,
    });
    expect(notification.meta).to.deep.equal({
      label: 'The question',
      variables: [{ name: 'value', label: 'Your answer', type: 'select', options: [{ value: 'a' }, { value: 'b' }] }],
    });
  });

  it('has one record for each person, groups expanded, and none for anybody else', async () => {
    const request = await stage.ask({
      inputType: 'text',
      prompt: 'Hello?',
      assignees: { ...FOUR, users: [...FOUR.users, 'GRACE@sandbox.test', 'radia@sandbox.test'] },
    });
    const rows = await stage.services.ground.reader('notifications').where({ subject_id: request });
    expect(rows.map(({ email }) => email).sort()).to.deep.equal([
      'alan@sandbox.test',
      'frances@sandbox.test',
      'grace@sandbox.test',
      'radia.perlman@sandbox.test',
    ]);
    expect(await stage.product.inbox(stage.tim)).to.deep.equal([]);
  });

  it('is marked as read by its owner only', async () => {
    const request = await stage.ask({ inputType: 'text', prompt: 'Read?', assignees: FOUR });
    const read = await stage.grace.call('PATCH', `/user/notifications/${request}/read`);
    expect([read.status, read.body]).to.deep.equal([204, null]);
    expect(await notificationOf(stage.product, stage.grace, request)).to.include({ isRead: true, status: 'pending' });
    expect(await notificationOf(stage.product, stage.alan, request)).to.include({ isRead: false });
    expectProblem(await stage.ada.call('PATCH', `/user/notifications/${request}/read`), 404, 'not_found');
    expectProblem(
      await stage.grace.call('PATCH', `/user/notifications/${executionOf(request)}-other/read`),
      404,
      'not_found',
    );
    await answered(stage.alan, request, 'Yes');
    expect(await notificationOf(stage.product, stage.alan, request), 'whoever answers has read it').to.include({
      isRead: true,
    });
  });

  describe('is snoozed', () => {
    const tab = async (who: typeof stage.grace, query: string) =>
      (await who.call<UserNotification[]>('GET', `/user/notifications?limit=200&${query}`)).body.map(({ id }) => id);
    const later = (ms: number) => new Date(stage.now() + ms).toISOString();
    const put = (who: typeof stage.grace, id: string, until: string | null) =>
      who.call('PATCH', `/user/notifications/${id}/snooze`, { until });

    it('for its owner until then, and for nobody else; the end brings it back', async () => {
      const id = await stage.ask({ inputType: 'text', prompt: 'Later?', assignees: FOUR });
      expect((await put(stage.grace, id, later(HOUR_MS))).status).to.equal(204);
      expect(await tab(stage.grace, 'status=pending')).to.not.include(id);
      expect(await tab(stage.grace, 'status=pending&sort=due')).to.not.include(id);
      expect(await tab(stage.grace, 'status=snoozed&sort=due')).to.include(id);
      expect(await tab(stage.alan, 'status=pending')).to.include(id);
      const seen = await notificationOf(stage.product, stage.grace, id);
      expect(seen).to.include({ status: 'pending', snoozedUntil: later(HOUR_MS) });
      expect((await put(stage.grace, id, null)).status).to.equal(204);
      expect(await tab(stage.grace, 'status=pending')).to.include(id);
      expect(await tab(stage.grace, 'status=snoozed')).to.not.include(id);
      await put(stage.grace, id, later(HOUR_MS));
      await answered(stage.grace, id, 'Now');
      expect(await tab(stage.grace, 'status=snoozed')).to.not.include(id);
      expect(await tab(stage.grace, 'status=completed')).to.include(id);
    });

    it('never past its deadline, into the past, by somebody else, or after an answer', async () => {
      const id = await stage.ask({ inputType: 'text', prompt: 'Late?', assignees: FOUR, timeout: 'PT2H' });
      for (const until of [later(-1), later(0), later(2 * HOUR_MS), later(9e12), 'tomorrow', 5])
        expectProblem(await put(stage.grace, id, until as string), 422, 'validation_failed');
      expectProblem(await put(stage.ada, id, later(HOUR_MS)), 404, 'not_found');
      expect((await notificationOf(stage.product, stage.grace, id)).snoozedUntil).to.equal(null);
      await answered(stage.grace, id, 'Done');
      expectProblem(await put(stage.grace, id, later(HOUR_MS)), 409, 'already_responded');
      expectProblem(await put(stage.alan, id, null), 409, 'request_closed');
    });
  });

  describe('moves from pending', () => {
    it("to completed by its owner's answer, and by somebody else's under `any`", async () => {
      const request = await stage.ask({ inputType: 'text', prompt: 'Any?', assignees: FOUR });
      await answered(stage.grace, request, 'Mine');
      expect(await notificationOf(stage.product, stage.grace, request)).to.include({
        status: 'completed',
        response: 'Mine',
        answeredBy: 'Grace Hopper',
        closedReason: 'answered',
        respondedAt: new Date(stage.now()).toISOString(),
        answeredIn: 'web',
        progress: null,
      });
      expect(await notificationOf(stage.product, stage.alan, request)).to.include({
        status: 'completed',
        response: null,
        answeredIn: null,
        answeredBy: 'Grace Hopper',
        closedReason: 'answered',
        respondedAt: null,
      });
    });

    it('shows under `all` how many have answered and through which channel, but the answers only at the end', async () => {
      const assignees = { users: ['grace@sandbox.test', 'alan@sandbox.test'] };
      const request = await stage.ask({
        inputType: 'choice',
        prompt: 'All?',
        strategy: 'all',
        assignees,
        options: ['a'],
      });
      const seen = async () => {
        const { body } = await stage.alan.call<RequestView>('GET', `/requests/${request}`);
        return body.assignees.map(({ displayName, channel, answer }) => [displayName, channel, answer]);
      };
      await answered(stage.grace, request, 'a');
      expect(await notificationOf(stage.product, stage.alan, request)).to.deep.include({
        status: 'pending',
        progress: { answered: 1, of: 2 },
      });
      expect(await seen()).to.have.deep.members([
        ['Grace Hopper', 'web', null],
        ['Alan Turing', null, null],
      ]);
      await answered(stage.alan, request, 'a');
      expect(await seen()).to.have.deep.members([
        ['Grace Hopper', 'web', 'a'],
        ['Alan Turing', 'web', 'a'],
      ]);
    });

    it('to expired at its deadline, at that very moment', async () => {
      const request = await stage.ask({ inputType: 'text', prompt: 'In time?', assignees: FOUR, timeout: 'PT1H' });
      stage.advance(HOUR_MS - 1);
      expect(await notificationOf(stage.product, stage.grace, request)).to.include({
        status: 'pending',
        closedReason: null,
      });
      stage.advance(1);
      const outcome = 'Nobody answered in time.';
      const late = { status: 'expired', closedReason: 'timed_out', response: null, outcome };
      expect(await notificationOf(stage.product, stage.grace, request), 'before any loop').to.include(late);
      await stage.tick();
      expect(await notificationOf(stage.product, stage.grace, request), 'after the loop').to.include(late);
      await stage.product.reached(stage.ada, executionOf(request), 'failed');
    });

    it('to expired when the execution is cancelled', async () => {
      const request = await stage.ask({ inputType: 'text', prompt: 'Still?', assignees: FOUR });
      expect((await stage.ada.call('POST', `/executions/${executionOf(request)}/cancel`)).status).to.equal(200);
      expect(await notificationOf(stage.product, stage.grace, request)).to.include({
        status: 'expired',
        closedReason: 'cancelled',
      });
    });
  });

  describe('as a list', () => {
    it('comes newest first, whole or in pages, narrowed by status', async () => {
      const frances = await stage.product.as('frances@sandbox.test');
      const all = await stage.product.inbox(frances);
      const times = all.map(({ createdAt }) => createdAt);
      expect(all.length).to.be.above(5);
      expect(times).to.deep.equal([...times].sort().reverse());

      for (const status of ['', 'pending', 'completed', 'expired']) {
        const wanted = all.filter((each) => status === '' || each.status === status).map(({ id }) => id);
        const paged: string[] = [];
        let next: string | null = `/user/notifications?limit=2${status && `&status=${status}`}`;
        while (next) {
          const page: Awaited<ReturnType<typeof frances.call<UserNotification[]>>> = await frances.call('GET', next);
          expect(page.status).to.equal(200);
          expect(page.body.length).to.be.most(2);
          paged.push(...page.body.map(({ id }) => id));
          next = /^<\/api(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
        }
        expect(paged, status || 'all').to.deep.equal(wanted);
      }
    });

    it('comes due first or by flow, page by page, and refuses a cursor from another order', async () => {
      for (let n = 0; n < 5; n++)
        await stage.ask({ inputType: 'text', prompt: `In ${5 - n} hours?`, assignees: FOUR, timeout: `PT${5 - n}H` });
      const cursors: string[] = [];
      for (const sort of ['newest', 'due', 'flow']) {
        const all = await stage.alan.call<UserNotification[]>(
          'GET',
          `/user/notifications?status=pending&limit=200&sort=${sort}`,
        );
        const paged: string[] = [];
        let next: string | null = `/user/notifications?limit=2&status=pending&sort=${sort}`;
        while (next) {
          const page: typeof all = await stage.alan.call<UserNotification[]>('GET', next);
          paged.push(...page.body.map(({ id }) => id));
          next = /^<\/api(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
          if (next) cursors.push(`${sort} ${new URLSearchParams(next.split('?')[1]).get('cursor')}`);
        }
        expect(paged, sort).to.deep.equal(all.body.map(({ id }) => id));
        const dues = all.body.map(({ expiresAt }) => expiresAt);
        if (sort === 'due') expect(dues).to.deep.equal([...dues].sort());
      }
      for (const cursor of cursors)
        for (const sort of ['newest', 'due', 'flow'].filter((each) => !cursor.startsWith(each)))
          expectProblem(
            await stage.alan.call(
              'GET',
              `/user/notifications?status=pending&sort=${sort}&cursor=${cursor.split(' ')[1]}`,
            ),
            422,
            'validation_failed',
          );
    });

    it('groups equal questions, with their count and the one that is due first', async () => {
      const groups = (await stage.alan.call<NotificationGroup[]>('GET', '/user/notifications/groups')).body;
      const pending = (
        await stage.alan.call<UserNotification[]>('GET', '/user/notifications?status=pending&sort=due&limit=200')
      ).body;
      expect(groups.reduce((sum, { count }) => sum + count, 0)).to.equal(pending.length);
      expect(groups[0]!.first).to.deep.equal(pending[0]);
      for (const { flowId, nodeId, count, first } of groups) {
        const query = new URLSearchParams({ status: 'pending', sort: 'due', limit: '200', flowId, nodeId });
        const { body } = await stage.alan.call<UserNotification[]>('GET', `/user/notifications?${query}`);
        expect([body.length, body[0]!.id]).to.deep.equal([count, first.id]);
      }
    });

    it('refuses unknown query parameters', async () => {
      for (const query of [
        'status=open',
        'limit=0',
        'limit=501',
        'limit=x',
        'cursor=%20',
        'cursor=W10',
        'sort=asc',
        ...ORDERS,
      ])
        expectProblem(await stage.grace.call('GET', `/user/notifications?${query}`), 422, 'validation_failed');
    });
  });
});
