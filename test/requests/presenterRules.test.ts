import { expect } from 'chai';
import { say } from '../../contract/summaries.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import {
  closedReasonOf,
  notificationStatusOf,
  present,
  progressOf,
  raisedEvent,
  updatedEvent,
} from '../../server/requests/presenterRules.ts';
import type { Request } from '../../server/requests/requestStore.ts';
import { aRequest } from '../support/seeds.ts';

const NOW = 1000;
const FRESH = {
  status: 'waiting',
  answeredCount: 0,
  version: 1,
  closedAt: null,
  outcome: null,
  answeredBy: null,
} as const;
const request = (more: Partial<Request> = {}): Request => ({
  ...aRequest('e'),
  ...FRESH,
  expiresAt: NOW + 1,
  ...more,
});
const CLOSED = ['completed', 'timed_out', 'cancelled'] as const;

describe("a person's view of a request", () => {
  it('is open until they have answered, the request is closed, or its deadline has passed', () => {
    const seen = (more: Partial<Request>, hasAnswered = false) => present(request(more), hasAnswered, NOW).status;
    expect(seen({})).to.equal('waiting');
    expect(seen({}, true), 'others are still asked').to.equal('answered');
    expect(seen({ expiresAt: NOW })).to.equal('timed_out');
    expect(seen({ expiresAt: NOW }, true), 'their part is done').to.equal('answered');
    for (const status of CLOSED) expect([seen({ status }), seen({ status }, true)]).to.deep.equal([status, status]);
  });

  it('leaves out hidden values', () => {
    const variables: VariableSpec[] = [
      { name: 'a', type: 'text' },
      { name: 'b', type: 'hidden' },
    ];
    const shown = present(request({ body: { ...request().body, variables } }), false, NOW).variables;
    expect(shown).to.deep.equal([{ name: 'a', type: 'text' }]);
  });

  it('tells how it ended, and that nobody answered in time even before the loop has run', () => {
    const outcomeOf = (more: Partial<Request>) => present(request(more), false, NOW).outcome;
    const said = say('answered', { name: 'Grace' });
    expect(outcomeOf({})).to.equal(null);
    expect(outcomeOf({ expiresAt: NOW })).to.deep.equal({ text: 'Nobody answered in time.', said: say('timedOut') });
    expect(outcomeOf({ status: 'timed_out', outcome: 'Too late.' })).to.deep.equal({
      text: 'Too late.',
      said: undefined,
    });
    expect(outcomeOf({ status: 'completed', outcome: said })).to.deep.equal({ text: 'Grace answered', said });
  });

  it('never says that nobody answered in time if some of those who all had to did', () => {
    const all = { strategy: 'all', answeredCount: 2, assigneeCount: 3 } as const;
    const outcomeOf = (more: Partial<Request>) => present(request({ ...all, ...more }), false, NOW).outcome;
    const some = say('tooFewAnswered', { answered: 2, count: 3 });
    const told = { text: 'Not everybody answered in time: 2 of 3 did.', said: some };
    expect(outcomeOf({ expiresAt: NOW }), 'before the loop').to.deep.equal(told);
    expect(outcomeOf({ status: 'timed_out', outcome: say('timedOut') }), 'after it').to.deep.equal(told);
    const none = { status: 'timed_out', outcome: say('timedOut'), answeredCount: 0 } as const;
    expect(outcomeOf(none)?.text).to.equal('Nobody answered in time.');
  });

  it('tells the progress if several have to answer', () => {
    expect(progressOf({ strategy: 'all', answeredCount: 1, assigneeCount: 3 })).to.deep.equal({ answered: 1, of: 3 });
    expect(progressOf({ strategy: 'all', answeredCount: 1, assigneeCount: 1 })).to.equal(null);
    expect(progressOf({ strategy: 'any', answeredCount: 0, assigneeCount: 3 })).to.equal(null);
  });

  it('is pending, completed or expired in their inbox', () => {
    expect(notificationStatusOf('waiting', false)).to.equal('pending');
    expect(notificationStatusOf('answered', true)).to.equal('completed');
    expect(notificationStatusOf('completed', false)).to.equal('completed');
    expect(notificationStatusOf('timed_out', false)).to.equal('expired');
    expect(notificationStatusOf('cancelled', false)).to.equal('expired');
    expect(notificationStatusOf('cancelled', true)).to.equal('completed');
  });

  it('says there why it is closed', () => {
    expect(closedReasonOf(request(), NOW)).to.equal(null);
    expect(closedReasonOf(request({ expiresAt: NOW }), NOW)).to.equal('timed_out');
    expect(CLOSED.map((status) => closedReasonOf(request({ status }), NOW))).to.deep.equal([
      'answered',
      'timed_out',
      'cancelled',
    ]);
  });

  it('has the same words in event streams', () => {
    const named = { ...request(), chatId: null, logId: null };
    const { id: requestId, executionId, visitKey: nodeId, templateId: promptTemplateId } = named;
    const expiresAt = new Date(NOW + 1).toISOString();
    expect(raisedEvent(named)).to.deep.equal({
      event: 'human_input_required',
      data: { requestId, executionId, nodeId, chatId: null, logId: null, promptTemplateId, expiresAt },
    });
    expect(updatedEvent(named, NOW + 1)).to.deep.equal({
      event: 'request_updated',
      data: { requestId, executionId, status: 'timed_out' },
    });
  });
});
