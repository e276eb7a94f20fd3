import { expect } from 'chai';
import { runToEnd } from '../../support/runToEnd.ts';

describe('npm run pack:desktop with an invalid share', function () {
  this.timeout(120_000);

  const pack = (env: NodeJS.ProcessEnv, ...args: string[]) =>
    runToEnd(process.execPath, ['--import', 'tsx', 'desktop/packing/pack.ts', ...args], {
      env: { ...process.env, ...env },
    });

  it('packs nothing, and says so', async () => {
    for (const [env, ...args] of [
      [{ HANDBACK_ROLLOUT: '10%' }],
      [{ HANDBACK_ROLLOUT: '0' }],
      [{}, '--rollout', 'half'],
    ] as [NodeJS.ProcessEnv, ...string[]][])
      expect(await pack(env, ...args)).to.deep.equal({
        code: 1,
        out: '',
        err: 'Nothing was packed.\nA rollout is a whole number of per cent, 1 to 100.\n',
      });
  });
});
