import { expect } from 'chai';
import { ageSeconds, callLabels } from '../../../server/foundation/health/metricRules.ts';

describe('the labels of metrics', () => {
  it('for a call are its method, its route and the class of its status', () => {
    const call = { method: 'GET', route: '/api/flows/:id', statusCode: 404 };
    expect(callLabels(call)).to.deep.equal({ method: 'GET', route: '/api/flows/:id', status: '4xx' });
    expect(callLabels({ ...call, statusCode: 200 }).status).to.equal('2xx');
  });

  it("for an unknown call contain none of the caller's text", () => {
    const call = { method: 'PROPFIND', route: undefined, statusCode: 404 };
    expect(callLabels(call)).to.deep.equal({ method: 'other', route: 'none', status: '4xx' });
  });

  it('for an age are never negative', () => {
    expect([ageSeconds(1000, 3500), ageSeconds(null, 3500), ageSeconds(9000, 3500)]).to.deep.equal([2.5, 0, 0]);
  });
});
