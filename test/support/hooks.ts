import fc from 'fast-check';
import { raiseConnectTimeout } from '../../server/foundation/http/connecting.ts';
import { closeShared } from './atEnd.ts';
import { leakWatch, type Leak } from './leaks/leakWatch.ts';
import { createCallWatch } from './leaks/watchCalls.ts';
import { forbidClockAtLoad } from './noMomentAtLoad.ts';

const LEAK_GRACE_MS = 15_000;
/** The part of a test's time that its properties may take. */
const OF_A_TEST = 0.9;
const restoreClock = forbidClockAtLoad();

/** mocha's root hooks: resources shared by a test run end here. */
export const mochaHooks = {
  beforeAll(): void {
    restoreClock();
    raiseConnectTimeout(); // "localhost" has two on many machines
    globalThis.fetch = createCallWatch(leakWatch)(globalThis.fetch);
  },

  beforeEach(this: Mocha.Context): void {
    leakWatch.runs(this.currentTest?.fullTitle() ?? '');
    // mocha's timeout would hide a failure that is still being shrunk
    const timeoutMs = this.currentTest?.timeout() ?? 0;
    const interruptAfterTimeLimit = timeoutMs > 0 ? timeoutMs * OF_A_TEST : undefined;
    fc.configureGlobal({ interruptAfterTimeLimit, markInterruptAsFailure: true });
  },

  async afterAll(this: Mocha.Context): Promise<void> {
    this.timeout(120_000); // PostgreSQL writes a last checkpoint, and hundreds of databases are deleted
    await closeShared();
    refuseLeaks(leakWatch.take());
    failWhenSomethingStaysOpen();
  },
};

/** A test that leaves a server, a timer or a process open would keep the run from ending; this reports it instead. */
function failWhenSomethingStaysOpen(): void {
  const watch = setTimeout(() => {
    console.error(`The tests are done, but something they opened is still open: ${process.getActiveResourcesInfo()}`);
    process.once('exit', () => (process.exitCode = 1)); // after mocha's own, which reports the number of failures
    process.exit();
  }, LEAK_GRACE_MS);
  watch.unref();
}

/** No secret may be in a log, database, event or problem (behaviour 5.2). @throws Error that names where one was */
function refuseLeaks(leaks: Leak[]): void {
  if (leaks.length === 0) return;
  const lines = leaks
    .slice(0, 20)
    .map(({ what, place, test, excerpt }) => `${what} in ${place}, “${test}”: ${excerpt}`);
  throw new Error(`${leaks.length} secrets have leaked:\n${lines.join('\n')}`);
}
