import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * While the files of tests are loaded, whatever of ours asks for the time is refused: hours may pass between the load and
 * the test, and then a deadline "in ten minutes" is over. ESLint finds the plain cases; this finds a fixture that calls
 * a function which calls another.
 */
const HOUSE = fileURLToPath(new URL('../..', import.meta.url));
const OURS = ['test', 'bench'].map((folder) => path.join(HOUSE, folder, path.sep));

export class MomentAtLoadError extends Error {
  constructor(where: string) {
    super(`A moment was computed while files were loaded: ${where}. Compute it when the test runs.`);
  }
}

/** @returns gives the clock back */
export function refuseMomentsAtLoad(): () => void {
  const RealDate = globalThis.Date;
  const realNow = RealDate.now;
  RealDate.now = () => {
    refuseFixtures();
    return realNow();
  };
  globalThis.Date = new Proxy(RealDate, {
    construct(target, given, newTarget) {
      if (given.length === 0) refuseFixtures();
      return Reflect.construct(target, given, newTarget as typeof RealDate) as Date;
    },
  });
  return () => {
    globalThis.Date = RealDate;
    RealDate.now = realNow;
  };
}

/**
 * A library may ask for the time, whoever calls it: what it keeps is its own. Modules do not call each other to load, so
 * a line of ours on the stack is one that is being loaded, or called by it.
 */
function refuseFixtures(): void {
  const [, , , asker, ...callers] = new Error().stack!.split('\n');
  if (asker?.includes('node_modules')) return;
  const where = [asker!, ...callers].find((line) => OURS.some((folder) => line.includes(folder)));
  if (where) throw new MomentAtLoadError(where.trim());
}
