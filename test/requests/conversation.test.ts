import { expect } from 'chai';
import type { Answered, GivenAnswer } from '../../contract/conversation.ts';
import { SOURCES } from '../../contract/payload.ts';
import type { Person } from '../../contract/people.ts';
import { executionOf, HOUR_MS, useStage } from '../scenarios/support.ts';

const ASKED = { users: ['grace@sandbox.test', 'alan@sandbox.test'] };
const FORM = {
  inputType: 'form',
  variables: [{ name: 'why', type: 'text', label: 'Why', required: true, validation: { min: 5 } }],
};

describe('the result of an answer', () => {
  const stage = useStage();
  const people: Record<'grace' | 'alan' | 'tim', Person> = {} as never;
  before(async () => {
    for (const name of ['grace', 'alan', 'tim'] as const)
      people[name] = (await stage.services.people.directory.personByAddress(`${name}@sandbox.test`))!;
  });

  const ask = (more: object = {}) =>
    stage.ask({ inputType: 'approval', prompt: 'May it be bought?', assignees: ASKED, ...more });
  const given = (requestId: string, value = 'approved', more: Partial<GivenAnswer> = {}): GivenAnswer => ({
    requestId,
    responder: people.grace,
    source: SOURCES.web,
    read: () => ({ values: { value } }),
    ...more,
  });
  const bring = (...parts: Parameters<typeof given>): Promise<Answered> =>
    stage.services.work.conversation.answer(given(...parts));
  /** A closed question is not read, because nobody could say what its fields were. */
  const read = () => expect.fail('it was read');

  it('is recorded, with what everybody may see of it, as it is read later', async () => {
    const request = await ask();
    const answered = await bring(request);
    expect(answered).to.have.nested.property('outcome.text', 'Grace Hopper answered: Approve');
    expect(answered).to.deep.include({
      kind: 'recorded',
      outcome: await stage.services.work.presenter.present(request, people.grace.id),
    });
  });

  it('is recorded while others are still asked', async () => {
    const request = await ask({ strategy: 'all' });
    const answered = await bring(request);
    expect(answered).to.deep.equal({
      kind: 'recorded',
      outcome: await stage.services.work.presenter.present(request, people.grace.id),
    });
    expect(answered).to.deep.nested.include({
      'outcome.status': 'answered',
      'outcome.text': '1 of 2 people have answered.',
      'outcome.progress': { answered: 1, of: 2 },
      'outcome.answers[0].label': 'Your answer',
      'outcome.answers[0].text': 'Approve',
      'outcome.answers[0].given.value': 'approved',
    });
  });

  it('is the same for the same submission, which is read once', async () => {
    const request = await ask();
    const first = await bring(request, 'approved', { submissionId: 'one' });
    expect(await bring(request, 'rejected', { submissionId: 'one', read })).to.deep.equal(first);
  });

  it('was decided before, by the person or by somebody else', async () => {
    const request = await ask();
    await bring(request, 'rejected');
    const own = await bring(request, 'approved', { read });
    expect(own).to.deep.nested.include({ kind: 'already_decided', 'given.value': 'rejected', 'given.channel': 'web' });
    const others = await bring(request, 'approved', { responder: people.alan, read });
    expect(others).to.deep.include({ kind: 'already_decided', given: null });
    expect(others).to.have.nested.property('outcome.text', 'Grace Hopper answered: Reject');
  });

  it('was decided by the deadline, or by a cancelled execution', async () => {
    const late = await ask({ timeout: 'PT1H' });
    stage.advance(HOUR_MS);
    expect(await bring(late, 'approved', { read })).to.have.nested.property('outcome.status', 'timed_out');
    const cancelled = await ask();
    await stage.ada.call('POST', `/executions/${executionOf(cancelled)}/cancel`);
    expect(await bring(cancelled, 'approved', { read })).to.have.nested.property('outcome.status', 'cancelled');
  });

  it("is invalid, with the question and each field's error", async () => {
    const request = await ask(FORM);
    const answered = await bring(request, '', { read: () => ({ values: { why: 'So?' } }) });
    expect(answered).to.deep.nested.include({
      kind: 'invalid',
      'question.requestId': request,
      checks: { why: { id: 'atLeastCharacters', values: { count: 5 } } },
    });
    expect(await bring(request, '', { read: () => ({ values: { why: 'It broke' } }) })).to.include({
      kind: 'recorded',
    });
  });

  it('says how the question ended if it closed while an invalid answer was checked', async () => {
    const request = await ask(FORM);
    const answered = await bring(request, '', {
      read: async () => {
        await bring(request, '', { responder: people.alan, read: () => ({ values: { why: 'It broke' } }) });
        return { values: { why: 'So?' } };
      },
    });
    expect(answered).to.deep.include({ kind: 'already_decided', given: null });
    expect(answered).to.have.nested.property('outcome.text').that.includes('Alan Turing answered');
  });

  it('is refused for other people, and for missing questions', async () => {
    const request = await ask();
    const webUrl = `${stage.product.url}/#/open/notifications`;
    const [id, no] = ['not_assignee', 'not_found'];
    expect(await bring(request, 'approved', { responder: people.tim, read })).to.deep.include({ kind: 'refused', id });
    expect(await bring('nothing', 'approved', { read })).to.deep.equal({ kind: 'refused', id: no, values: { webUrl } });
  });

  it('is absent if reading fails: the question stays open', async () => {
    const request = await ask();
    const failing = bring(request, 'approved', { read: () => Promise.reject(new Error('no directory')) });
    expect(await failing.catch((error: Error) => error.message)).to.equal('no directory');
    expect(await bring(request)).to.include({ kind: 'recorded' });
  });
});
