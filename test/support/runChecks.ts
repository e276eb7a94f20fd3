/**
 * `npm run check`: runs every `check:…` of package.json in parallel, prints each by name, and at the end lists the
 * failed ones.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';

const HOUSE = new URL('../..', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', HOUSE), 'utf8')) as { scripts: object };

/**
 * Node's default on a machine with little memory, so that a check that outgrows it fails everywhere, not only there.
 */
const HEAP = '--max-old-space-size=2048';

const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'));
const waiting = [...checks];
const failed: string[] = [];

const worker = async () => {
  for (let name = waiting.shift(); name; name = waiting.shift()) if (!(await passes(name))) failed.push(name);
};
await Promise.all(Array.from({ length: os.availableParallelism() }, worker));

if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
else console.log(`\nAll ${checks.length} checks passed.`);
process.exitCode = failed.length > 0 || checks.length === 0 ? 1 : 0;

/** Prints its output at the end, so that the outputs of two checks do not mix. */
async function passes(name: string): Promise<boolean> {
  const begin = performance.now();
  const child = spawn('npm', ['run', '--silent', name], {
    cwd: fileURLToPath(HOUSE),
    env: { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${HEAP}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(`\n${name}\n${output}${status === 0 ? 'passed' : 'FAILED'} after ${seconds} s`);
  return status === 0;
}
