/** What `npm test` needs beside the packages: a browser, and the web client that the server hands out. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './chromium.ts';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));

console.log(`Browser: ${ensureChromium()}`);
execFileSync('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'], {
  cwd: HOUSE,
  stdio: ['ignore', 'inherit', 'inherit'],
  shell: process.platform === 'win32',
});
