import { expect } from 'chai';
import fc from 'fast-check';
import { strangeBody } from '../strangeBodies.ts';
import { asPayload, recorded, useSlackStage } from './slackStage.ts';

const UNKNOWN = 'f'.repeat(64);

describe('a signed call from Slack with a strange part', function () {
  this.timeout(60_000);
  const stage = useSlackStage();

  it('is refused or ignored, and takes no answer', async () => {
    const { request, message } = await stage.askInSlack('grace');
    const value = JSON.stringify({ r: request, t: UNKNOWN, c: 'o0' });
    const press = await stage.pressOf('grace', { message }, 'answer:0', { 'actions.0.value': value });
    const submission = recorded('viewSubmission', {
      'user.id': stage.userId('grace'),
      'view.private_metadata': JSON.stringify({ r: request, t: UNKNOWN, ch: message.channel, ts: message.ts }),
    });
    const rows = await stage.rows();
    const property = fc.asyncProperty(fc.oneof(strangeBody(press), strangeBody(submission)), async (body) => {
      stage.advance(1000);
      const { status, text } = await stage.send(asPayload(body as Record<string, unknown>));
      expect(status, text).to.be.oneOf([200, 400, 403, 413]);
    });
    await fc.assert(property, { numRuns: 60, endOnFailure: true });
    expect(await stage.rows()).to.equal(rows);
  });
});
