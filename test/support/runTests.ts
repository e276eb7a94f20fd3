/**
 * `npm test`: all test files, in parts, two at a time where there are two cores. What a part printed is shown when it is
 * over, and the totals of all at the end. `npm test -- --grep words` gives each mocha what stands behind the dashes.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { outcomeOf, partsOf, summarize, type Outcome, type Part } from './testParts.ts';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));
const MOCHA = path.join(HOUSE, 'node_modules/mocha/bin/mocha.js');
const MOST_AT_ONCE = 2;
/** `pretest` has built it: a part that built it anew would take it from under the others. */
const env = { ...process.env, CLIENT_IS_BUILT: '1' };

const begin = performance.now();
const secondsSince = (moment: number) => (performance.now() - moment) / 1000;
const files = readdirSync(path.join(HOUSE, 'test'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join(path.posix.sep))
  .filter((file) => /\.test\.tsx?$/.test(file));
const waiting = partsOf(files);
const outcomes: Outcome[] = [];
process.exitCode = 0;

const worker = async () => {
  for (let part = waiting.shift(); part; part = waiting.shift()) outcomes.push(await run(part));
};
await Promise.all(Array.from({ length: Math.min(MOST_AT_ONCE, os.availableParallelism()) }, worker));
console.log(`\n${summarize(outcomes, secondsSince(begin))}`);

async function run({ name, files: own }: Part): Promise<Outcome> {
  const startedAt = performance.now();
  const paths = own.map((file) => path.join('test', file));
  const child = spawn(process.execPath, [MOCHA, '--forbid-only', ...process.argv.slice(2), ...paths], {
    cwd: HOUSE,
    env,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  console.log(`\n${name}: ${own.length} files, ${Math.round(secondsSince(startedAt))} s\n${output}`);
  if (status !== 0) process.exitCode = 1;
  return outcomeOf(output, status, name);
}
