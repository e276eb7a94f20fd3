import { expect } from 'chai';
import { withOffset } from '../../contract/answers.ts';
import { SOURCES } from '../../contract/payload.ts';
import type { Problem } from '../../contract/problem.ts';
import type { Answered, Client } from '../support/product.ts';
import {
  answered,
  asking,
  executionOf,
  expectProblem,
  notificationOf,
  publish,
  respond,
  useStage,
} from '../scenarios/support.ts';

const TWO = { users: ['grace@sandbox.test', 'alan@sandbox.test'] };
const FORM = {
  inputType: 'form',
  prompt: 'A form',
  assignees: TWO,
  variables: [
    { name: 'colour', type: 'select', required: true, options: [{ value: 'red' }, { value: 'blue' }] },
    { name: 'size', type: 'number' },
  ],
};

describe('answers through the API (behaviour 2.3, 3.2, 4, 7)', () => {
  const stage = useStage();
  const text = (more: Record<string, unknown> = {}) =>
    stage.ask({ inputType: 'text', prompt: 'Why?', assignees: TWO, ...more });

  /** A body with another content type than JSON. */
  async function send(path: string, contentType: string, body: string): Promise<Answered<Problem>> {
    const token = await stage.product.sandbox.tokenFor('grace@sandbox.test');
    const response = await fetch(`${stage.product.url}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
      body,
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Problem };
  }

  describe('POST /user/notifications/:id/respond', () => {
    it('takes a JSON string', async () => {
      const request = await text();
      expect(await answered(stage.grace, request, 'Because "so"')).to.deep.equal({
        requestId: request,
        status: 'completed',
        outcome: 'Grace Hopper answered',
        outcomeSaid: { id: 'answered', values: { name: 'Grace Hopper' } },
      });
      expect(await stage.result(request)).to.deep.include({
        value: 'Because "so"',
        note: 'Submitted in the web client',
      });
      expect(await stage.result(request)).to.not.have.property('values');
    });

    it('takes text/plain literally', async () => {
      const request = await text();
      const { status } = await send(`/user/notifications/${request}/respond`, 'text/plain', '{ not JSON\n"at all"');
      expect(status).to.equal(200);
      expect(await stage.result(request)).to.include({ value: '{ not JSON\n"at all"' });
    });

    it('takes values and a note, for a form', async () => {
      const request = await stage.ask(FORM);
      await answered(stage.grace, request, { values: { colour: 'blue', size: 3 }, note: 'My favourite' });
      const given = await stage.result(request);
      expect(given).to.deep.include({
        value: null,
        values: { colour: 'blue', size: 3 },
        note: 'Submitted in the web client: My favourite',
        channel: 'web',
        verifiedBy: 'session',
        respondedAt: new Date(stage.now()).toISOString(),
        counts: { assignees: 2, responses: 1 },
      });
      expect(given['respondedBy']).to.deep.equal({
        id: '10000000-0000-4000-8000-000000000002',
        displayName: 'Grace Hopper',
      });
      expect((await notificationOf(stage.product, stage.grace, request)).response).to.equal(
        '{"colour":"blue","size":3}',
      );
    });

    it("takes a date and time without an offset in the server's time zone, and any other unchanged", async () => {
      const variables = ['bare', 'exact'].map((name) => ({ name, type: 'datetime' }));
      const request = await stage.ask({ inputType: 'form', prompt: 'When?', assignees: TWO, variables });
      const exact = '2026-12-24T18:00-05:00';
      await answered(stage.grace, request, { values: { bare: '2026-12-24T18:00', exact } });
      const { timeZone } = stage.product.config;
      const values = { bare: withOffset('2026-12-24T18:00', timeZone), exact };
      expect(values.bare).to.match(/^2026-12-24T18:00:00[+-]\d{2}:\d{2}$/);
      expect(await stage.result(request)).to.deep.include({ values });
    });

    it('takes values for a single-value question, which has one field named value', async () => {
      const request = await stage.ask({ inputType: 'approval', prompt: 'May I?', assignees: TWO });
      await answered(stage.grace, request, { values: { value: 'rejected' }, note: 'Not now' });
      expect(await stage.result(request)).to.include({
        value: 'rejected',
        note: 'Submitted in the web client: Not now',
      });
    });

    it('refuses what was never offered, and what no field can hold', async () => {
      const approval = await stage.ask({ inputType: 'approval', prompt: 'May I?', assignees: TWO });
      const form = await stage.ask(FORM);
      const wrong: [string, unknown, string][] = [
        [approval, 'perhaps', 'value'],
        [approval, 'Approve', 'value'],
        [approval, '', 'value'],
        [approval, { values: { value: ['approved'] } }, 'value'],
        [approval, { values: { value: 'approved', more: 1 } }, 'more'],
        [form, 'red', 'value'],
        [form, { values: { colour: 'green' } }, 'colour'],
        [form, { values: { size: 3 } }, 'colour'],
        [form, { values: { colour: 'red', size: '3' } }, 'size'],
        [form, { values: { colour: 'red', __proto__: 1, constructor: 1 } }, 'constructor'],
      ];
      for (const [request, body, field] of wrong) {
        const problem = expectProblem(await respond(stage.grace, request, body), 422, 'validation_failed');
        expect(Object.keys(problem.fields!), JSON.stringify(body)).to.deep.equal([field]);
      }
      const strange: [unknown, string][] = [
        [{ values: { value: 'approved' }, note: 5 }, 'note'],
        [{ values: { value: 'approved' }, extra: 1 }, 'extra'],
        [{ note: 'only' }, 'values'],
        [[], 'body'],
        [5, 'body'],
      ];
      for (const [body, field] of strange) {
        const { fields } = expectProblem(await respond(stage.grace, approval, body), 422, 'validation_failed');
        expect(Object.keys(fields!).join(), JSON.stringify(body)).to.match(new RegExp(`\\b(${field}|body)\\b`));
      }
      expect(await stage.services.ground.reader('responses').whereIn('request_id', [approval, form])).to.have.length(0);
    });

    it('takes 20,000 characters and not one more', async () => {
      const request = await text();
      expectProblem(await respond(stage.grace, request, 'x'.repeat(20_001)), 422, 'validation_failed');
      await answered(stage.grace, request, 'x'.repeat(20_000));
    });
  });

  describe('POST /flow/human-response', () => {
    const human = (person: Client, body: unknown) => person.call<Problem>('POST', '/flow/human-response', body);

    it('takes execution, node and value or values', async () => {
      const [simple, form] = [await text(), await stage.ask(FORM)];
      const done = await human(stage.grace, { executionId: executionOf(simple), nodeId: 'ask', value: 'So' });
      expect(done.status, JSON.stringify(done.body)).to.equal(200);
      expect(await stage.result(simple)).to.include({
        value: 'So',
        note: 'Submitted through the inline prompt in the chat',
      });
      await human(stage.grace, {
        executionId: executionOf(form),
        nodeId: 'ask',
        values: { colour: 'red' },
        note: 'Hm',
      });
      expect(await stage.result(form)).to.deep.include({
        value: null,
        values: { colour: 'red' },
        note: 'Submitted through the inline prompt in the chat: Hm',
      });
    });

    it('takes an answer in the form in which flows see it: no value beside the values of a form', async () => {
      const request = await stage.ask(FORM);
      const payload = { value: null, values: { colour: 'red' }, note: 'Hm' };
      const { status, body } = await human(stage.grace, {
        executionId: executionOf(request),
        nodeId: 'ask',
        ...payload,
      });
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(await stage.result(request)).to.deep.include({ value: null, values: { colour: 'red' } });
    });

    it('names what is wrong', async () => {
      const executionId = executionOf(await text());
      const wrong: [Record<string, unknown>, number][] = [
        [{ nodeId: 'ask', value: 'x' }, 422],
        [{ executionId, value: 'x' }, 422],
        [{ executionId, nodeId: 'ask' }, 422],
        [{ executionId, nodeId: 'ask', value: 'x', values: {} }, 422],
        [{ executionId, nodeId: 'ask', value: null }, 422],
        [{ executionId, nodeId: 'ask.x', value: 'x' }, 404],
        [{ executionId, nodeId: 'ask', value: 'x', submissionId: '' }, 422],
        [{ executionId, nodeId: 'other', value: 'x' }, 404],
        [{ executionId, nodeId: 'ask.2', value: 'x' }, 404],
        [{ executionId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', nodeId: 'ask', value: 'x' }, 404],
      ];
      for (const [body, status] of wrong) {
        const refused = await human(stage.grace, body);
        expectProblem(refused, status, status === 422 ? 'validation_failed' : 'not_found');
      }
    });
  });

  it('name their channel, in words from one table', async () => {
    for (const source of [SOURCES.web, SOURCES.web_inline, SOURCES.desktop, SOURCES.desktop_inline]) {
      const request = await text();
      const person = (await stage.services.people.directory.personByAddress('grace@sandbox.test'))!;
      const read = () => ({ values: { value: 'Yes' }, note: 'Mine' });
      const { kind } = await stage.services.work.conversation.answer({
        requestId: request,
        responder: person,
        source,
        read,
      });
      expect(kind).to.equal('recorded');
      expect(await stage.result(request)).to.deep.include({
        ...source,
        note: `${source.note}: Mine`,
      });
    }
    const notes = Object.values(SOURCES).map(({ note }) => note);
    expect(new Set(notes).size).to.equal(notes.length);
  });

  it("are labelled as the desktop app's by a header beside the same token, and by nothing else", async () => {
    const request = await text();
    const respond = (client: string) =>
      stage.grace.call('POST', `/user/notifications/${request}/respond`, 'Yes', { 'handback-client': client });
    expectProblem(await respond('toaster'), 422, 'validation_failed');
    expect((await respond('desktop')).status).to.equal(200);
    expect(await stage.result(request)).to.deep.include({ ...SOURCES.desktop });
    const [audited] = await stage.services.ground.reader('audit').where({ channel: 'desktop', subject: request });
    expect(JSON.parse(audited.detail)).to.include({ verifiedBy: 'session' });

    const other = await text();
    const [executionId] = other.split('-');
    const inline = { executionId, nodeId: 'ask', value: 'Yes' };
    const { status } = await stage.grace.call('POST', '/flow/human-response', inline, { 'handback-client': 'desktop' });
    expect(status).to.equal(200);
    expect(await stage.result(other)).to.deep.include({ ...SOURCES.desktop_inline });
  });

  it('match an assignee by object id, e-mail address and user principal name', async () => {
    const names = ['10000000-0000-4000-8000-000000000008', 'barbara.liskov@sandbox.test', 'Barbara@sandbox.test'];
    const barbara = await stage.product.as('barbara@sandbox.test');
    for (const name of names) {
      const request = await text({ assignees: { users: [name] } });
      await answered(barbara, request, name);
      expect(await stage.result(request)).to.include({ value: name });
    }
  });

  it("enter the context under the node's id and its output variable", async () => {
    const definition = asking({
      id: 'output-variable',
      human: { inputType: 'text', prompt: 'Why?', assignees: TWO, outputVariable: 'reason' },
    });
    const id = await stage.product.run(stage.ada, await publish(stage.ada, definition));
    await stage.product.reached(stage.ada, id, 'waiting');
    await answered(stage.grace, `${id}-ask`, 'So');
    const { context } = await stage.product.reached(stage.ada, id, 'completed');
    expect(context!['reason']).to.deep.equal(context!['ask']);
    expect((await stage.product.execution(stage.grace, id)).context, 'not for those who only answer').to.equal(
      undefined,
    );
  });
});
