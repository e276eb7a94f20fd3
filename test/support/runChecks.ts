/** `npm run check`: every `check:…` of package.json, one after another, each by its name, and at the end which of them failed. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const HOUSE = new URL('../..', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', HOUSE), 'utf8')) as { scripts: object };

const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'));
const failed = checks.filter((name) => !passes(name));

if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
else console.log(`\nAll ${checks.length} checks passed.`);
process.exitCode = failed.length > 0 || checks.length === 0 ? 1 : 0;

function passes(name: string): boolean {
  console.log(`\n${name}`);
  const begin = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', name], {
    cwd: fileURLToPath(HOUSE),
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'passed' : 'FAILED'} after ${seconds} s`);
  return status === 0;
}
