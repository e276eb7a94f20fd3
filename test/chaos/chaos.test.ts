import { expect } from 'chai';
import { forEachDatabase } from '../support/databases.ts';
import { runChaos } from './chaos.ts';
import { DISK_FULL, DISTURBANCES, KILL, type Disturbance } from './disturbances.ts';
import { smallDisk } from './smallDisk.ts';
import { tableOf } from './table.ts';

/** With a fixed seed; `npm run chaos` kills fifty times. */
const SEED = 20_260;

describe('a server that is disturbed while people answer', function () {
  this.slow(90_000);

  forEachDatabase((name, openUrl) => {
    it('loses nothing that it acknowledged, resumes no flow twice and leaves no wait behind', async function () {
      this.timeout(300_000);
      const disk = name === 'SQLite' ? await smallDisk() : null;
      if (disk?.reason) console.log(`      no disk is filled: ${disk.reason}`);
      const isPossible = ({ only }: Disturbance) => only === undefined || only === name.toLowerCase().replace('ql', '');
      const disturbances = [KILL, ...DISTURBANCES.filter(isPossible), KILL].filter(
        (each) => each !== DISK_FULL || disk?.reason === null,
      );
      try {
        const databaseUrl = disk?.databaseUrl ?? (await openUrl());
        const { violations, survived, ...summary } = await runChaos({
          databaseUrl,
          disturbances,
          seed: SEED,
          waiting: 60,
        });
        console.log(tableOf(survived).replace(/^/gm, '      '));
        for (const violation of violations) console.log(`      ${violation}`); // a long run ends before the reason is reported
        expect(violations).to.deep.equal([]);
        expect(survived.length).to.equal(disturbances.length);
        expect(summary.acknowledged, 'the load was real').to.be.above(disturbances.length * 20);
      } finally {
        await disk?.remove();
      }
    });
  });
});
