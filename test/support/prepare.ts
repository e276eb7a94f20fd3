/** What `npm test` needs besides the packages: a browser, and the built client and server. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './chromium.ts';

console.log(`Browser: ${ensureChromium()}`);
const { status } = spawnSync('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  stdio: ['ignore', 'inherit', 'inherit'],
  shell: process.platform === 'win32',
});
if (status !== 0) console.error('Client and server could not be built.');
process.exitCode = status ?? 1;
