import { expect } from 'chai';
import { forEachDatabase } from '../support/databases.ts';
import { wakeMany } from './massWakeUp.ts';

/** `npm run chaos` has 50,000 within a minute. */
describe('the deadlines of many executions that pass at once', function () {
  this.timeout(120_000);
  this.slow(20_000);

  forEachDatabase((_, openUrl) => {
    it('let each resume once, while others start', async () => {
      const seen = await wakeMany({ databaseUrl: await openUrl(), count: 600, withinMs: 500 });
      console.log(`      ${seen.measured}`);
      expect(seen).to.include({ wrong: 0, refused: 0, lines: 0 });
    });
  });
});
