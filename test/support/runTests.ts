/**
 * `npm test`: all test files, in parallel parts. Prints each part's output when it ends, and the totals at the end.
 * `npm run test:unit`, `test:db` and `test:browser` run the files of one kind. Arguments after the dashes go to each
 * mocha: `npm test -- --grep words`.
 */
import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createKindOf, KINDS, type Kind } from './testKinds.ts';
import { outcomeOf, partsOf, summarize, type Outcome, type Part } from './testParts.ts';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));
const MOCHA = path.join(HOUSE, 'node_modules/mocha/bin/mocha.js');
/**
 * One more than there are processors, because a part waits half of its time for its browser, its database or other
 * processes. Not many more, because time measurements would suffer.
 */
const AT_ONCE = Math.min(4, os.availableParallelism() + 1);
/** `pretest` has built client and server; a part that rebuilt them would remove them under the others. */
const env = { ...process.env, IS_BUILT: '1' };
/**
 * Where `c8 report` looks. Only tests without a database are measured, because measuring takes time and they cover the
 * rules.
 */
const COVERAGE = path.join(HOUSE, 'coverage/tmp');
const measured = { ...env, NODE_V8_COVERAGE: COVERAGE };

const kinds = process.argv.slice(2).filter((each) => KINDS.some((kind) => kind === each));
const mochaOptions = process.argv.slice(2 + kinds.length);
const isWhole = kinds.length === 0;
if (isWhole) rmSync(COVERAGE, { recursive: true, force: true });

const begin = performance.now();
const secondsSince = (moment: number) => (performance.now() - moment) / 1000;
const files = readdirSync(path.join(HOUSE, 'test'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join(path.posix.sep))
  .filter((file) => /\.test\.tsx?$/.test(file));
const ofHouse = createKindOf();
const kindOf = (file: string): Kind => ofHouse(`test/${file}`);
const waiting = partsOf(
  files.filter((file) => isWhole || kinds.includes(kindOf(file))),
  kindOf,
);
const outcomes: Outcome[] = [];
process.exitCode = 0;

const worker = async () => {
  for (let part = waiting.shift(); part; part = waiting.shift()) outcomes.push(await run(part));
};
await Promise.all(Array.from({ length: AT_ONCE }, worker));
console.log(`\n${summarize(outcomes, secondsSince(begin))}`);

async function run({ name, files: own }: Part): Promise<Outcome> {
  const startedAt = performance.now();
  const paths = own.map((file) => path.join('test', file));
  const child = spawn(process.execPath, [MOCHA, '--forbid-only', ...mochaOptions, ...paths], {
    cwd: HOUSE,
    env: isWhole && kindOf(own[0]!) === 'unit' ? measured : env,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  console.log(`\n${name}: ${own.length} files, ${Math.round(secondsSince(startedAt))} s\n${output}`);
  if (status !== 0) process.exitCode = 1;
  return outcomeOf(output, status, name);
}
