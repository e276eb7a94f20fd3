/** What `npm test` needs beside the packages: a browser, and the web client that the server hands out. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './chromium.ts';

console.log(`Browser: ${ensureChromium()}`);
const { status } = spawnSync('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  stdio: ['ignore', 'inherit', 'inherit'],
  shell: process.platform === 'win32',
});
if (status !== 0) console.error('The web client could not be built.');
process.exitCode = status ?? 1;
