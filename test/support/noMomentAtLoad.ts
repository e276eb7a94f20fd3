import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Throws if our code reads the clock while test files are loaded, because hours may pass between load and test, and a
 * deadline "in ten minutes" would be over. ESLint finds the plain cases; this finds a fixture that calls a function
 * which calls another.
 */
const HOUSE = fileURLToPath(new URL('../..', import.meta.url));
const OURS = ['test', 'bench'].map((folder) => path.join(HOUSE, folder, path.sep));

export class MomentAtLoadError extends Error {
  constructor(where: string) {
    super(`A moment was computed while files were loaded: ${where}. Compute it when the test runs.`);
  }
}

/** @returns a function that restores the clock */
export function forbidClockAtLoad(): () => void {
  const RealDate = globalThis.Date;
  const realNow = RealDate.now;
  RealDate.now = () => {
    throwForFixtures();
    return realNow();
  };
  globalThis.Date = new Proxy(RealDate, {
    construct(target, given, newTarget) {
      if (given.length === 0) throwForFixtures();
      return Reflect.construct(target, given, newTarget as typeof RealDate) as Date;
    },
  });
  return () => {
    globalThis.Date = RealDate;
    RealDate.now = realNow;
  };
}

/**
 * A library may read the clock, whoever calls it. Modules do not call each other to load, so any line of ours on the
 * stack is being loaded, or called by one that is.
 */
function throwForFixtures(): void {
  const [, , , asker, ...callers] = new Error().stack!.split('\n');
  if (asker?.includes('node_modules')) return;
  const where = [asker!, ...callers].find((line) => OURS.some((folder) => line.includes(folder)));
  if (where) throw new MomentAtLoadError(where.trim());
}
