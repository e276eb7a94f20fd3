import { expect } from 'chai';
import { closedReasonOf, statusOf, toProgress } from '../../server/requests/notificationRules.ts';

const NOW = 1000;
const request = (status: 'waiting' | 'completed' | 'timed_out' | 'cancelled', expiresAt = NOW + 1) => ({
  status,
  expiresAt,
});

describe('the state of somebody’s notification', () => {
  it('is pending until they have answered, the request is closed, or its time is over', () => {
    expect(statusOf(request('waiting'), false, NOW)).to.equal('pending');
    expect(statusOf(request('waiting'), true, NOW)).to.equal('completed');
    expect(statusOf(request('completed'), false, NOW)).to.equal('completed');
    expect(statusOf(request('waiting', NOW), false, NOW)).to.equal('expired');
    expect(statusOf(request('timed_out'), false, NOW)).to.equal('expired');
    expect(statusOf(request('cancelled'), false, NOW)).to.equal('expired');
    expect(statusOf(request('cancelled'), true, NOW)).to.equal('completed');
  });

  it('says why it is closed', () => {
    expect(closedReasonOf(request('waiting'), NOW)).to.equal(null);
    expect(closedReasonOf(request('waiting', NOW), NOW)).to.equal('timed_out');
    expect(closedReasonOf(request('completed', NOW), NOW)).to.equal('answered');
    expect(closedReasonOf(request('timed_out'), NOW)).to.equal('timed_out');
    expect(closedReasonOf(request('cancelled'), NOW)).to.equal('cancelled');
  });

  it('says how far it is where several have to answer', () => {
    expect(toProgress({ strategy: 'all', answeredCount: 1, assigneeCount: 3 })).to.deep.equal({ answered: 1, of: 3 });
    expect(toProgress({ strategy: 'all', answeredCount: 1, assigneeCount: 1 })).to.equal(null);
    expect(toProgress({ strategy: 'any', answeredCount: 0, assigneeCount: 3 })).to.equal(null);
  });
});
