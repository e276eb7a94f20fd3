import { expect } from 'chai';
import { forEachDatabase } from '../support/databases.ts';
import { runChaos } from './chaos.ts';

/** Five kills with a fixed seed; `npm run chaos` does fifty. */
const KILLS = 5;
const SEED = 20_260;

describe('a server that is killed while people answer', function () {
  this.slow(90_000);

  forEachDatabase((_name, openUrl) => {
    it('loses nothing that it acknowledged, resumes no flow twice and leaves no wait behind', async function () {
      this.timeout(240_000);
      const { violations, ...summary } = await runChaos({ databaseUrl: await openUrl(), kills: KILLS, seed: SEED });
      console.log(
        `      ${summary.kills} kills: ${summary.acknowledged} answers acknowledged, ${summary.unknown} left without a reply, ` +
          `all gone on at the latest ${summary.longestRecoveryMs} ms after a restart`,
      );
      expect(violations).to.deep.equal([]);
      expect(summary.acknowledged, 'the load was real').to.be.above(KILLS * 20);
    });
  });
});
