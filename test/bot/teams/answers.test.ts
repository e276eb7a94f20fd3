import { expect } from 'chai';
import { answered, HOUR_MS, mailedLink } from '../../scenarios/support.ts';
import { everything, hasForm, NAMES, textOf, useTeams, type Key } from './teamsStage.ts';

const users = (...keys: Key[]) => ({ users: keys.map((key) => NAMES[key]) });

describe('refused answers from Teams (behaviour 3.2, 5.2, 7)', () => {
  const stage = useTeams();
  before(() => stage.meet('grace', 'alan', 'tim'));

  const ask = (more: object = {}) =>
    stage.askInTeams({
      inputType: 'approval',
      prompt: 'May it be bought?',
      assignees: users('grace', 'alan'),
      ...more,
    });
  const rows = (table: string, where: object) => stage.services.ground.reader(table).where(where);
  const tokens = async (request: string) =>
    (await rows('tokens', { request_id: request })).map(({ used_at }) => used_at !== null);

  it('are those of people who are not assignees: they are told, and nothing changes', async () => {
    const request = await ask();
    await stage.tick();
    const before = await everything(stage);
    const copy = stage.last('grace');
    await stage.submit('tim', copy, { f_value: 'o0' });
    expect(textOf(stage.last('tim'))).to.match(/not asked this question/);
    expect(stage.last('grace'), 'her card stands').to.equal(copy);
    expect(await everything(stage)).to.deep.equal(before);
    expect(await tokens(request)).to.deep.equal([false, false]);
  });

  it("are those with somebody else's token, which stays unused", async () => {
    const request = await ask({ strategy: 'all' });
    await stage.tick();
    const before = await everything(stage);
    const [ofGrace, ofAlan] = [stage.last('grace'), stage.last('alan')];
    await stage.submit('alan', { ...ofAlan, card: ofGrace.card }, { f_value: 'o0' });
    expect(textOf(stage.last('alan')))
      .to.match(/card was sent to somebody else/)
      .and.to.include(request);
    expect(await everything(stage)).to.deep.equal(before);
    await stage.submit('alan', ofAlan, { f_value: 'o0' });
    await stage.submit('grace', ofGrace, { f_value: 'o1' });
    expect(await rows('responses', { request_id: request })).to.have.length(2);
  });

  it('are those of another person in the same tenant who claims to be the assignee', async () => {
    await ask();
    await stage.tick();
    const before = await everything(stage);
    const copy = stage.last('grace');
    const from = { id: '29:grace', name: 'Grace Hopper', aadObjectId: stage.idOf('tim') };
    await stage.submit('grace', copy, { f_value: 'o0' }, { from, conversation: conversationOf('tim') });
    expect(await rows('responses', {})).to.have.length((before['responses'] as unknown[]).length);
  });

  const conversationOf = (key: Key) => stage.activity(key)['conversation'];

  it('are those of people unknown to the directory', async () => {
    await ask();
    await stage.tick();
    const before = await everything(stage);
    const copy = stage.last('grace');
    for (const aadObjectId of ['10000000-0000-4000-8000-00000000ffff', undefined, "' or 1 eq 1"]) {
      await stage.submit('grace', copy, { f_value: 'o0' }, { from: { id: '29:grace', name: 'Grace', aadObjectId } });
      expect(textOf(stage.last('grace'))).to.match(/do not know who you are.* Ask the people who run/);
    }
    expect(await everything(stage)).to.deep.equal(before);
  });

  it('are those to a question that somebody else has answered: the card shows the outcome, the audit has a row', async () => {
    const request = await ask();
    await stage.tick();
    await answered(stage.alan, request, 'approved');
    const copy = stage.last('grace');
    expect(hasForm(copy)).to.equal(true);
    await stage.submit('grace', copy, { f_value: 'o1' });
    expect(stage.last('grace').activityId).to.equal(copy.activityId);
    expect(hasForm(stage.last('grace'))).to.equal(false);
    expect(textOf(stage.last('grace'))).to.match(/Alan Turing/);
    expect(await rows('responses', { request_id: request })).to.have.length(1);
    const late = await rows('audit', { subject: request, action: 'request.answer_refused' });
    expect(late.map(({ actor, channel, detail }) => [actor, channel, detail])).to.deep.equal([
      [stage.idOf('grace'), 'teams', '{"verifiedBy":"bot_token"}'],
    ]);
    expect(await tokens(request)).to.deep.equal([false, false]);
  });

  it('are given back in words, except passwords', async () => {
    const variables = [
      { name: 'why', type: 'textarea', label: 'Reason' },
      { name: 'size', type: 'select', options: [{ value: 's' }, { value: 'm' }] },
      { name: 'pin', type: 'password' },
    ];
    const request = await ask({ inputType: 'form', variables });
    await stage.tick();
    const copy = stage.last('grace');
    await answered(stage.alan, request, { values: { why: 'I was faster' } });
    const long = `It is broken.\n${'And old. '.repeat(1500)}`;
    await stage.submit('grace', copy, { f_why: long, f_size: 'o1', f_pin: 'hunter2' });
    const said = stage
      .shown('grace')
      .slice(stage.shown('grace').findIndex((each) => each.activityId === copy.activityId));
    expect(said, 'the outcome in the place of the card, and two messages below it').to.have.length(3);
    expect(textOf(said[0]!)).to.match(/Alan Turing/);
    const words = said
      .slice(1)
      .map(({ text }) => text)
      .join('');
    expect(words)
      .to.match(/^Your answer was not taken\. This is what you entered\./)
      .and.include(`Reason:\n${long}`)
      .and.to.match(/size:\nm$/);
    expect(words).to.not.include('hunter2').and.not.include('o1');
    const count = stage.shown('grace').length;
    await stage.submit('grace', copy, { f_why: ' ', f_size: 'none' });
    expect(stage.shown('grace'), 'nothing is said of nothing').to.have.length(count);
  });

  it('are those after the deadline', async () => {
    const request = await ask({ timeout: 'PT1H' });
    await stage.tick();
    const copy = stage.last('grace');
    stage.advance(HOUR_MS);
    await stage.submit('grace', copy, { f_value: 'o0' });
    expect(hasForm(stage.last('grace'))).to.equal(false);
    expect(await rows('responses', { request_id: request })).to.deep.equal([]);
  });

  it('are second ones: the first stands', async () => {
    const request = await ask({ strategy: 'all' });
    await stage.tick();
    const copy = stage.last('grace');
    await stage.submit('grace', copy, { f_value: 'o0' });
    await stage.submit('grace', copy, { f_value: 'o1' });
    expect(hasForm(stage.last('grace'))).to.equal(false);
    const stored = await rows('responses', { request_id: request });
    expect(stored.map(({ payload }) => JSON.parse(payload).value)).to.deep.equal(['approved']);
  });

  it('do not include a repeat of the same press, which has the same result', async () => {
    const request = await ask({ strategy: 'all' });
    await stage.tick();
    const copy = stage.last('grace');
    const id = 'the-same-press';
    const first = await stage.submit('grace', copy, { f_value: 'o0' }, { id });
    const shown = stage.last('grace');
    const before = await everything(stage);
    const second = await stage.submit('grace', copy, { f_value: 'o0' }, { id });
    expect([first.status, second.status]).to.deep.equal([200, 200]);
    expect(textOf(stage.last('grace'))).to.equal(textOf(shown));
    expect(await everything(stage)).to.deep.equal(before);
    const stored = await rows('responses', { request_id: request });
    expect(stored.map(({ submission_id }) => submission_id)).to.deep.equal([id]);
  });

  it('are one of two that arrive at once: the other is accepted', async () => {
    const request = await ask({ strategy: 'all' });
    await stage.tick();
    const copy = stage.last('grace');
    await Promise.all(['o0', 'o1', 'o0', 'o1'].map((f_value) => stage.submit('grace', copy, { f_value })));
    expect(await rows('responses', { request_id: request })).to.have.length(1);
    expect(hasForm(stage.last('grace'))).to.equal(false);
  });

  it('are those with a used, unknown or missing token', async () => {
    const request = await ask();
    await stage.tick();
    const copy = stage.last('grace');
    const before = await everything(stage);
    for (const token of ['0'.repeat(64), 'none', "'; drop table tokens"]) {
      await stage.submit('grace', copy, { f_value: 'o0', token });
      expect(textOf(stage.last('grace')), token)
        .to.match(/web client/)
        .and.to.include(request);
    }
    expect(await everything(stage)).to.deep.equal(before);
    await stage.services.ground.units.run(({ trx }) =>
      trx('tokens').where({ request_id: request }).update({ used_at: stage.now() }),
    );
    await stage.submit('grace', copy, { f_value: 'o0' });
    expect(textOf(stage.last('grace')))
      .to.match(/used already/)
      .and.to.include(request);
    expect(await rows('responses', { request_id: request })).to.deep.equal([]);
  });

  it('are those with a token of another channel', async () => {
    const request = await ask({ channels: ['teams', 'email'] });
    await stage.tick();
    const link = await mailedLink(stage.product, NAMES.grace, request);
    const before = await everything(stage);
    const copy = stage.last('grace');
    await stage.submit('grace', copy, { f_value: 'o0', token: new URL(link).searchParams.get('token') });
    expect(textOf(stage.last('grace'))).to.match(/web client/);
    expect(await everything(stage)).to.deep.equal(before);
  });

  it('are those of manipulated cards', async () => {
    const request = await ask();
    await stage.tick();
    const copy = stage.last('grace');
    const before = await everything(stage);
    for (const fields of [
      { requestId: 'nothing-ask' },
      { requestId: undefined },
      { requestId: { $ne: '' } },
      { token: undefined },
      { token: ['x'] },
      { f_value: 'o99' },
      { f_value: { a: 1 } },
      { f_value: undefined },
    ])
      expect((await stage.submit('grace', copy, fields)).status, JSON.stringify(fields)).to.equal(200);
    expect(await everything(stage)).to.deep.equal(before);
    await stage.submit('grace', copy, { f_value: 'o0' });
    expect(await stage.result(request)).to.include({ value: 'approved' });
  });

  it('say so when the answer could not be stored after its token was used up, and where the question is still open', async () => {
    const request = await ask();
    await stage.tick();
    const copy = stage.last('grace');
    const { broker } = stage.services.work;
    const { submit } = broker;
    broker.submit = () => Promise.reject(new Error('the disk is full'));
    await stage.submit('grace', copy, { f_value: 'o0' });
    broker.submit = submit;
    expect(textOf(stage.last('grace')))
      .to.match(/could not be recorded/)
      .and.to.include(request);
    expect((await tokens(request)).filter(Boolean)).to.have.length(1);
    expect(await rows('responses', { request_id: request })).to.deep.equal([]);
    await stage.submit('grace', copy, { f_value: 'o0' });
    expect(textOf(stage.last('grace')), 'no retry on the card').to.match(/used already/);
    await answered(stage.grace, request, 'approved');
    expect(await stage.result(request)).to.include({ value: 'approved', channel: 'web' });
  });
});
