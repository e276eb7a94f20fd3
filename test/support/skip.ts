/** Skips a test and prints why, because a skipped test without a reason looks forgotten. */
export function skipBecause(running: Mocha.Context, reason: string): never {
  const title = running.test?.fullTitle() ?? 'a test';
  console.log(`    skipped: ${title}: ${reason}`);
  return running.skip();
}
