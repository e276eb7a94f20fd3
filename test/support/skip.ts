/** Skips a test and prints why: a skipped test without a reason looks like a forgotten one. */
export function skipBecause(running: Mocha.Context, reason: string): never {
  const title = running.test?.fullTitle() ?? 'a test';
  console.log(`    skipped: ${title}: ${reason}`);
  return running.skip();
}
