import fc from 'fast-check';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts';
import { createChangingTenant } from './changingTenant.ts';
import { createLife, STEP } from './tenantLife.ts';

/** `LIVES=1000` tries more. */
const LIVES = Number(process.env['LIVES'] ?? 25);
const HOUR_MS = 60 * 60_000;

describe('a directory that changes while two servers read it', function () {
  this.timeout(60_000 + 2_000 * LIVES);
  let sandbox: Sandbox;
  const clock = { wall: Date.parse('2026-01-01T00:00:00Z'), steady: 0 };
  const tenant = createChangingTenant(() => clock.steady);
  before(async () => {
    sandbox = await startSandbox({ tenant: tenant.tenant, portBase: 0 });
  });
  after(() => sandbox.close());

  it('gives rights to those, and names those, whom it named within the documented time, or nobody', async () => {
    const property = fc.asyncProperty(fc.array(STEP, { minLength: 5, maxLength: 30 }), async (steps) => {
      clock.steady += HOUR_MS;
      tenant.reset();
      const play = createLife(sandbox, tenant, clock);
      for (const step of steps) await play(step);
    });
    await fc.assert(property, { numRuns: LIVES });
  });
});
