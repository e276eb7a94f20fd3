import { expect } from 'chai';
import fc from 'fast-check';
import { strangeBody } from '../strangeBodies.ts';
import { NAMES, submitOf, useTeams } from './teamsStage.ts';

const UNKNOWN = 'f'.repeat(64);

describe('a signed call from Teams with a strange part', function () {
  this.timeout(60_000);
  const stage = useTeams();

  it('is ignored if its value is null, as if it had none', async () => {
    await stage.meet('grace');
    const claims = { serviceurl: stage.connector.serviceUrl };
    const response = await stage.call(stage.activity('grace', { value: null }), claims);
    expect(response.status, await response.text()).to.equal(200);
  });

  it('is refused or ignored, and takes no answer', async () => {
    await stage.meet('grace');
    const variables = [{ name: 'why', type: 'text' }];
    const assignees = { users: [NAMES.grace] };
    const request = await stage.askInTeams({ inputType: 'form', prompt: 'Why?', variables, assignees });
    await stage.tick();
    const { card, activityId } = stage.last('grace');
    const value = { ...submitOf(card), token: UNKNOWN, f_why: 'So' };
    const bodies = [
      stage.activity('grace', { value, replyToId: activityId, localTimezone: 'Europe/Berlin' }),
      stage.activity('grace', { value: { verb: 'show', requestId: request } }),
      stage.activity('grace', { type: 'invoke', name: 'application/search', value: { queryText: '', dataset: '' } }),
    ];
    const claims = { serviceurl: stage.connector.serviceUrl };
    const property = fc.asyncProperty(fc.oneof(...bodies.map(strangeBody)), async (body) => {
      const response = await stage.call(body as Record<string, unknown>, claims);
      expect(response.status, await response.text()).to.be.oneOf([200, 400, 401, 403, 501]);
    });
    await fc.assert(property, { numRuns: 60, endOnFailure: true });
    const { status } = (await stage.ada.call<{ status: string }>('GET', `/requests/${request}`)).body;
    expect(status).to.equal('waiting');
  });
});
