import { expect } from 'chai';
import { VARIABLE_TYPES } from '../../contract/variables.ts';
import { z } from 'zod';
import type { Capabilities, ChannelKind, Posting } from '../../contract/channel.ts';
import type { Answered, GivenAnswer } from '../../contract/conversation.ts';
import type { Source } from '../../contract/payload.ts';
import { ProblemError } from '../../contract/problem.ts';
import { createConversation } from '../../server/requests/conversation.ts';
import type { Verdict } from '../../server/requests/requestRules.ts';
import { HOUR_MS, useStage } from '../scenarios/support.ts';

const SOURCE: Source = { channel: 'pager', verifiedBy: 'pager', note: 'Submitted on the pager' };
const GRACE = { users: ['grace@sandbox.test'] };

/** Records what it was given to deliver. */
function aPager(postings: Posting[]): ChannelKind {
  return {
    name: 'pager',
    displayName: 'Pager',
    canRewrite: false,
    tokenPolicy: 'before_answer',
    settingsSchema: z.object({}),
    secrets: [],
    needs: [],
    capabilities: () => Object.fromEntries(VARIABLE_TYPES.map((type) => [type, 'native'])) as Capabilities,
    open: () => ({
      post: async (posting) => {
        postings.push(posting);
        return { id: posting.deliveryId };
      },
      rewrite: async () => undefined,
      sendTest: async () => undefined,
    }),
    routes: () => async () => undefined,
  };
}

describe('a token that is consumed before the answer (behaviour 5.2)', () => {
  const postings: Posting[] = [];
  const stage = useStage({ bots: [aPager(postings)] });

  /** Asks Grace; returns a function that answers in her name with her token. */
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
    const answer = (value: string, change: Partial<GivenAnswer> = {}): GivenAnswer => ({
      requestId,
      responder: posting.recipient.person,
      source: SOURCE,
      token: posting.token!,
      read: () => ({ values: { value } }),
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
    (await stage.services.ground.reader('tokens').where({ request_id: requestId }).pluck('used_at')) as (
      | number
      | null
    )[];

  const bring = (given: GivenAnswer): Promise<Answered> => stage.services.work.conversation.answer(given);
  const saidTo = async (given: GivenAnswer): Promise<string> => {
    const answered = await bring(given);
    return answered.kind === 'refused' ? answered.id : answered.kind;
  };

  const whyTo = async (given: GivenAnswer) => {
    const answered = await bring(given);
    return answered.kind === 'refused' ? answered.values.why : answered.kind;
  };

  /** The product's answer function, with a broker that cannot be reached, or is slow. */
  const withBroker = (submit: () => Promise<Verdict>) =>
    createConversation({
      ...stage.services.ground,
      ...stage.services.work,
      publicUrl: '',
      values: {
        prepare: async () => ({ payload: { isForm: false, values: { value: 'approved' }, note: '' }, shown: [] }),
        discard: async () => {},
      },
      broker: { submit, asked: stage.services.work.broker.asked },
      tokenPolicyOf: () => 'before_answer',
    });

  it('answers, and is used', async () => {
    const { requestId, answer } = await paged();
    expect(await saidTo(answer('approved'))).to.equal('recorded');
    expect(await usedAt(requestId)).to.deep.equal([stage.now()]);
    expect(await stage.result(requestId)).to.include({ value: 'approved', channel: 'pager', verifiedBy: 'pager' });
  });

  it('is not consumed by invalid fields', async () => {
    const { requestId, answer } = await paged();
    expect(await saidTo(answer('perhaps'))).to.equal('invalid');
    expect(await usedAt(requestId)).to.deep.equal([null]);
    expect(await saidTo(answer('rejected'))).to.equal('recorded');
    expect(await stage.result(requestId)).to.include({ value: 'rejected' });
  });

  it('is used up if the broker then fails, while the question stays open elsewhere', async () => {
    const { requestId, answer } = await paged();
    const down = withBroker(() => Promise.reject(new ProblemError('unavailable', 'The database is away.')));
    const failure: unknown = await down.answer(answer('approved')).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(ProblemError).and.have.property('code', 'unavailable');
    expect(await usedAt(requestId)).to.deep.equal([stage.now()]);
    expect(await bring(answer('approved'))).to.deep.include({ kind: 'refused', id: 'link_unusable' });
    expect(await whyTo(answer('approved'))).to.equal('used');
    const web = await stage.grace.call('POST', `/user/notifications/${requestId}/respond`, 'approved');
    expect(web.status).to.equal(200);
  });

  it('lets one of two simultaneous presses through to the broker', async () => {
    const { answer } = await paged();
    let reached = 0;
    const counting = withBroker(async () => {
      reached++;
      return { accepted: false, refusal: 'request_closed' };
    });
    const presses = await Promise.all([counting.answer(answer('approved')), counting.answer(answer('rejected'))]);
    expect(presses.filter(({ kind }) => kind === 'refused')).to.have.length.at.least(1);
    expect(reached).to.equal(1);
  });

  it('returns the receipt again for the same submission', async () => {
    const { answer } = await paged();
    const first = await bring(answer('approved', { submissionId: 'press-1' }));
    expect(await bring(answer('approved', { submissionId: 'press-1' }))).to.deep.equal(first);
  });

  it('stays unused for another person, in another channel, without a question, and after its deadline', async () => {
    const { requestId, answer } = await paged({ timeout: 'PT1H' });
    const alan = (await stage.services.people.directory.personByAddress('alan@sandbox.test'))!;
    const elsewhere: Source = { ...SOURCE, channel: 'email' };
    expect(await saidTo(answer('approved', { responder: alan }))).to.equal('not_assignee');
    expect(await saidTo(answer('approved', { source: elsewhere }))).to.equal('link_unusable');
    expect(await whyTo(answer('approved', { source: elsewhere }))).to.equal('unknown');
    expect(await saidTo(answer('approved', { token: undefined }))).to.equal('link_unusable');
    expect(await whyTo(answer('approved', { token: '0'.repeat(64) }))).to.equal('unknown');
    stage.advance(HOUR_MS);
    expect(await saidTo(answer('approved'))).to.equal('already_decided');
    expect(await usedAt(requestId)).to.deep.equal([null]);
  });
});
