import { expect } from 'chai';
import type { ExecutionView } from '../../contract/executions.ts';
import type { PromptTemplate, RequestView } from '../../contract/requests.ts';
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
const REASONED = [
  { value: 'approved', label: 'Approve' },
  { value: 'rejected', label: 'Reject', comment: 'required' },
];
const rejected = (comment?: string) => ({ values: { value: 'rejected' }, comment });

describe('a comment on a decision (behaviour 2.3)', () => {
  const stage = useStage();
  const approval = (more: Record<string, unknown> = {}) =>
    stage.ask({ inputType: 'approval', prompt: 'May I?', assignees: TWO, ...more });
  const seenBy = (request: string) => notificationOf(stage.product, stage.grace, request);
  const view = async (request: string) => (await stage.ada.call<RequestView>('GET', `/requests/${request}`)).body;

  it('is offered with approvals and choices, and with nothing else', async () => {
    const offered = async (human: Record<string, unknown>) => {
      const { commentOffer, promptTemplateId } = await seenBy(
        await stage.ask({ prompt: 'So?', assignees: TWO, ...human }),
      );
      const { body } = await stage.grace.call<PromptTemplate>('GET', `/prompts/${promptTemplateId}`);
      expect(body.comment).to.deep.equal(commentOffer);
      return commentOffer;
    };
    expect(await offered({ inputType: 'approval' })).to.deep.equal({ required: false });
    expect(
      await offered({ inputType: 'choice', options: ['a'], comment: 'required', commentLabel: 'Why' }),
    ).to.deep.equal({ required: true, label: 'Why' });
    expect(await offered({ inputType: 'approval', comment: 'off' })).to.equal(undefined);
    expect(await offered({ inputType: 'text' })).to.equal(undefined);
    expect(await offered({ inputType: 'form', variables: [{ name: 'why', type: 'text' }] })).to.equal(undefined);
  });

  it('goes with the answer to the flow, beside the note', async () => {
    const request = await approval();
    await answered(stage.grace, request, rejected(' Too expensive\r\nthis year '));
    const result = await stage.result(request);
    const comment = 'Too expensive\nthis year';
    expect(result).to.include({ value: 'rejected', comment, note: 'Submitted in the web client' });
    expect((result['responses'] as unknown[])[0]).to.include({ comment });
    expect(await seenBy(request)).to.include({ comment, response: 'rejected' });
  });

  it('is absent from an answer without one', async () => {
    const request = await approval();
    await answered(stage.grace, request, 'approved');
    expect(await stage.result(request)).to.not.have.property('comment');
    expect(await seenBy(request)).to.not.have.property('comment');
  });

  it('also comes through the inline prompt of a chat', async () => {
    const request = await approval({ comment: 'required' });
    const [executionId, nodeId] = request.split(/-(.*)/s);
    const { status } = await stage.grace.call('POST', '/flow/human-response', {
      executionId,
      nodeId,
      value: 'approved',
      comment: 'Go on',
    });
    expect(status).to.equal(200);
    expect(await stage.result(request)).to.include({ comment: 'Go on' });
  });

  it('is demanded if the author requires one, before anything is stored', async () => {
    const required = { comment: { id: 'comment', values: {} } };
    const always = await approval({ comment: 'required' });
    for (const body of ['approved', rejected(), rejected(' \u202e')]) {
      const { checks, fields } = expectProblem(await respond(stage.grace, always, body), 422, 'validation_failed');
      expect(checks).to.deep.equal(required);
      expect(fields).to.deep.equal({ comment: 'Add a comment: this answer needs one.' });
    }
    const sometimes = await approval({ options: REASONED });
    expect(
      expectProblem(await respond(stage.grace, sometimes, 'rejected'), 422, 'validation_failed').checks,
    ).to.deep.equal(required);
    expect((await view(sometimes)).counts.responses).to.equal(0);
    await answered(stage.grace, sometimes, 'approved');
  });

  it('is refused if none is allowed, together with all other errors', async () => {
    const text = await stage.ask({ inputType: 'text', prompt: 'Why?', assignees: TWO });
    const wrong: [string, unknown, Record<string, string>][] = [
      [await approval({ comment: 'off' }), rejected('No'), { comment: 'commentNotAsked' }],
      [text, { values: { value: 'So' }, comment: 'No' }, { comment: 'commentNotAsked' }],
      [await approval(), rejected('x'.repeat(2001)), { comment: 'atMostCharacters' }],
      [
        await approval({ comment: 'required' }),
        { values: { value: 'perhaps' } },
        { value: 'optionUnknown', comment: 'comment' },
      ],
    ];
    for (const [request, body, ids] of wrong) {
      const { checks } = expectProblem(await respond(stage.grace, request, body), 422, 'validation_failed');
      const found = Object.fromEntries(Object.entries(checks!).map(([field, { id }]) => [field, id]));
      expect(found, JSON.stringify(body).slice(0, 80)).to.deep.equal(ids);
    }
    const long = await respond(stage.grace, await approval(), rejected('x'.repeat(20_001)));
    expect(expectProblem(long, 422, 'validation_failed').checks).to.have.property('comment');
  });

  it('is visible to others when the answer is: when the question is closed', async () => {
    const request = await approval({ strategy: 'all' });
    await answered(stage.grace, request, rejected('Too \u202eexpensive'));
    const comments = async () => (await view(request)).assignees.map(({ comment }) => comment);
    expect(await comments()).to.deep.equal([undefined, undefined]);
    const [alan] = [await notificationOf(stage.product, stage.alan, request)];
    expect(alan).to.not.have.property('comment');
    await answered(stage.alan, request, { values: { value: 'approved' }, comment: 'Cheap' });
    expect(await comments()).to.have.members(['Too expensive', 'Cheap']);
    expect((await seenBy(request)).comment).to.equal('Too expensive');
  });

  it('is in the timeline of its execution for anyone who may read the answer there', async () => {
    const request = await approval();
    await answered(stage.grace, request, rejected('Too \u202eexpensive'));
    await stage.result(request);
    const { body } = await stage.ada.call<ExecutionView>('GET', `/executions/${executionOf(request)}`);
    const entry = body.timeline.find(({ type }) => type === 'human')!;
    expect(entry).to.include({ summary: 'Grace Hopper answered: Reject', comment: 'Too expensive' });
    expect(body.timeline.filter(({ comment }) => comment !== undefined)).to.have.length(1);
  });

  it('is repeated with an answer that comes twice', async () => {
    const request = await approval({ strategy: 'all' });
    await answered(stage.grace, request, rejected('Too expensive'));
    const { recorded } = expectProblem(await respond(stage.grace, request, 'approved'), 409, 'already_responded');
    expect(recorded).to.include({ value: 'rejected', comment: 'Too expensive' });
  });

  it('leaves no word in the audit', async () => {
    const request = await approval();
    await answered(stage.grace, request, rejected('Unmistakable words'));
    const rows: object[] = await stage.services.ground.reader('audit').select();
    expect(rows.length).to.be.greaterThan(0);
    expect(JSON.stringify(rows)).to.not.include('Unmistakable');
  });

  it("is not offered for older servers' questions, whose answers stay valid", async () => {
    const request = await approval();
    const { reader, database } = stage.services.ground;
    stage.services.work.broker.asked.forget([request]); // this server did not ask it
    const { body } = await reader('requests').where({ id: request }).first('body');
    const { comment: _newer, ...older } = JSON.parse(body);
    await database
      .writer('requests')
      .where({ id: request })
      .update({ body: JSON.stringify(older) });
    expect(await seenBy(request)).to.not.have.property('commentOffer');
    expectProblem(await respond(stage.grace, request, rejected('No')), 422, 'validation_failed');
    await answered(stage.grace, request, { values: { value: 'rejected' }, note: 'Not now' });
    expect(await stage.result(request)).to.include({ note: 'Submitted in the web client: Not now' });
  });

  it('is refused to authors if it makes no sense', async () => {
    const human = (more: object) => ({ prompt: 'So?', assignees: TWO, ...more });
    const wrong: [object, string][] = [
      [human({ inputType: 'text', comment: 'optional' }), 'comment'],
      [human({ inputType: 'text', commentLabel: 'Why' }), 'commentLabel'],
      [human({ inputType: 'approval', comment: 'sometimes' }), 'comment'],
      [human({ inputType: 'approval', comment: 'off', options: REASONED }), 'options'],
      [human({ inputType: 'approval', comment: 'off', commentLabel: 'Why' }), 'commentLabel'],
      [
        human({ inputType: 'form', variables: [{ name: 'a', type: 'select', options: REASONED }] }),
        'variables.0.options',
      ],
    ];
    for (const [n, [config, field]] of wrong.entries()) {
      const definition = asking({ id: `no-comment-${n}`, human: config as Record<string, unknown> });
      const { fields } = expectProblem(await stage.ada.call('POST', '/flows', definition), 422, 'validation_failed');
      expect(Object.keys(fields!), JSON.stringify(config)).to.have.length(1);
      expect(Object.keys(fields!)[0]).to.include(field);
    }
    await publish(stage.ada, asking({ id: 'no-comment', human: human({ inputType: 'text', comment: 'off' }) }));
  });
});
