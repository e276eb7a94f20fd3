import { expect } from 'chai';
import { VARIABLE_TYPES, type VariableType } from '../../contract/variables.ts';
import { z } from 'zod';
import type { Answer, Capability, ChannelKind, Posting } from '../../contract/channel.ts';
import type { Source } from '../../contract/payload.ts';
import { ProblemError } from '../../contract/problem.ts';
import { createAnswerRequest } from '../../server/requests/answerRequest.ts';
import type { Verdict } from '../../server/requests/requestRules.ts';
import { HOUR_MS, useStage } from '../scenarios/support.ts';

const SOURCE: Source = { channel: 'pager', verifiedBy: 'pager', note: 'Submitted on the pager' };
const GRACE = { users: ['grace@sandbox.test'] };

/** Keeps what it was given to bring to people. */
function aPager(postings: Posting[]): ChannelKind {
  const kind = { name: 'pager', displayName: 'Pager' };
  const create: ChannelKind['create'] = () => ({
    ...kind,
    capabilities: Object.fromEntries(VARIABLE_TYPES.map((type) => [type, 'native'])) as Record<
      VariableType,
      Capability
    >,
    canRewrite: false,
    tokenPolicy: 'before_answer',
    post: async (posting) => {
      postings.push(posting);
      return { id: posting.deliveryId };
    },
    rewrite: async () => undefined,
    routes: () => async () => undefined,
    sendTest: async () => undefined,
  });
  return { ...kind, settingsSchema: z.object({}), create };
}

describe('a token that is consumed before the answer (behaviour 5.2)', () => {
  const postings: Posting[] = [];
  const stage = useStage({ bots: [aPager(postings)] });

  /** Asks Grace; what answers in her name with the token that she was sent. */
  async function paged(more: object = {}) {
    const requestId = await stage.ask({
      inputType: 'approval',
      prompt: 'On the pager?',
      assignees: GRACE,
      channels: ['pager'],
      ...more,
    });
    await stage.tick();
    const posting = await postingOf(requestId);
    const answer = (value: string, change: Partial<Answer> = {}): Answer => ({
      requestId,
      responder: posting.recipient.person,
      submitted: { value },
      source: SOURCE,
      token: posting.token!,
      ...change,
    });
    return { requestId, answer };
  }

  async function postingOf(requestId: string): Promise<Posting> {
    for (;;) {
      const found = postings.find(({ message }) => message.kind === 'question' && message.requestId === requestId);
      if (found) return found;
      await stage.tick();
    }
  }

  const usedAt = async (requestId: string) =>
    (await stage.services.reader('tokens').where({ request_id: requestId }).pluck('used_at')) as (number | null)[];

  async function refusal(answering: Promise<unknown>): Promise<ProblemError> {
    const error = await answering.then(
      () => expect.fail('it was accepted'),
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(ProblemError);
    return error as ProblemError;
  }

  /** The product's way to answer, but with a broker that cannot be reached, or answers late. */
  const withBroker = (submit: () => Promise<Verdict>) =>
    createAnswerRequest({
      ...stage.services,
      values: { prepare: async () => ({ payload: { value: 'approved', note: '' }, shown: [] }) },
      broker: { submit },
      tokenPolicyOf: () => 'before_answer',
    });

  it('answers, and is used', async () => {
    const { requestId, answer } = await paged();
    await stage.services.answer(answer('approved'));
    expect(await usedAt(requestId)).to.deep.equal([stage.now()]);
    expect(await stage.result(requestId)).to.include({ value: 'approved', channel: 'pager', verifiedBy: 'pager' });
  });

  it('is not consumed by fields that are not valid', async () => {
    const { requestId, answer } = await paged();
    expect((await refusal(stage.services.answer(answer('perhaps')))).code).to.equal('validation_failed');
    expect(await usedAt(requestId)).to.deep.equal([null]);
    await stage.services.answer(answer('rejected'));
    expect(await stage.result(requestId)).to.include({ value: 'rejected' });
  });

  it('is gone when the broker fails after it, while the question stays open elsewhere', async () => {
    const { requestId, answer } = await paged();
    const down = withBroker(() => Promise.reject(new ProblemError('unavailable', 'The database is away.')));
    expect((await refusal(down(answer('approved')))).code).to.equal('unavailable');
    expect(await usedAt(requestId)).to.deep.equal([stage.now()]);
    expect((await refusal(stage.services.answer(answer('approved')))).code).to.equal('link_unusable');
    const web = await stage.grace.call('POST', `/user/notifications/${requestId}/respond`, 'approved');
    expect(web.status).to.equal(200);
  });

  it('lets one of two presses at the same moment through to the broker', async () => {
    const { answer } = await paged();
    let reached = 0;
    const counting = withBroker(async () => {
      reached++;
      return { accepted: true, status: 'completed', outcome: null, isRepeat: false };
    });
    const presses = await Promise.allSettled([counting(answer('approved')), counting(answer('rejected'))]);
    expect(presses.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    expect(reached).to.equal(1);
  });

  it('gives the receipt again for the same submission', async () => {
    const { answer } = await paged();
    const first = await stage.services.answer(answer('approved', { submissionId: 'press-1' }));
    expect(await stage.services.answer(answer('approved', { submissionId: 'press-1' }))).to.deep.equal(first);
  });

  it('does not answer for somebody else, nor in another channel, nor unasked, nor after its time, and stays unused', async () => {
    const { requestId, answer } = await paged({ timeout: 'PT1H' });
    const alan = (await stage.services.directory.personByAddress('alan@sandbox.test'))!;
    const elsewhere: Source = { ...SOURCE, channel: 'email' };
    expect((await refusal(stage.services.answer(answer('approved', { responder: alan })))).code).to.equal(
      'not_assignee',
    );
    expect((await refusal(stage.services.answer(answer('approved', { source: elsewhere })))).code).to.equal(
      'link_unusable',
    );
    expect((await refusal(stage.services.answer(answer('approved', { token: undefined })))).code).to.equal(
      'link_unusable',
    );
    stage.advance(HOUR_MS);
    expect((await refusal(stage.services.answer(answer('approved')))).code).to.equal('link_unusable');
    expect(await usedAt(requestId)).to.deep.equal([null]);
  });
});
