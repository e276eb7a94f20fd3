/** Skips a test and prints why: a skipped test without a reason looks like a forgotten one. */
export function skipBecause(context: Mocha.Context, reason: string): never {
  const title = context.test?.fullTitle() ?? 'a test';
  console.log(`    skipped: ${title}: ${reason}`);
  return context.skip();
}
