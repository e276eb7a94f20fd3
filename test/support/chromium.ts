import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import pTimeout from 'p-timeout';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { closeAtEnd } from './atEnd.ts';

/** The first has no windows, and needs a third less processor time than the second. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const isRoot = process.getuid?.() === 0;

const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--disable-gpu', // there is none here, and software emulation is slow
  '--js-flags=--single-threaded', // tests share few processors: helper threads cost more than they save
];

/** Pages keep what they draw there; otherwise in files, which takes a tenth more of the browser's processor time. */
const SHARED_MEMORY = '/dev/shm';
/** A container's usual 64 MB would not do. */
const LEAST_SHARED = 1e9;
/** What playwright would add. */
const IN_FILES = '--disable-dev-shm-usage';

function hasSharedMemory(): boolean {
  if (!existsSync(SHARED_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize >= LEAST_SHARED;
}

/**
 * Path of a Chromium on this machine: `CHROMIUM_PATH`, an installed one, or playwright's.
 * @returns null if there is none
 * @throws if `CHROMIUM_PATH` names nothing
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env, installed = INSTALLED): string | null {
  const wanted = env['CHROMIUM_PATH'];
  if (wanted && !existsSync(wanted)) throw new Error(`CHROMIUM_PATH is ${wanted}, but there is nothing`);
  if (wanted) return wanted;
  return [...installed, chromium.executablePath()].find((file) => existsSync(file)) ?? null;
}

/** Finds a Chromium or installs one, and prints what it does. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  console.log('No Chromium on this machine (CHROMIUM_PATH can name one); installing it.');
  if (isRoot && isDebian()) installFromDebian();
  const installed = findChromium() ?? installFromPlaywright();
  if (!installed) throw new Error('Chromium could not be installed: install it yourself and set CHROMIUM_PATH');
  return installed;
}

/** Excludes derivatives of Debian, because Ubuntu's package of that name is empty. */
function isDebian(): boolean {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function installFromDebian(): void {
  try {
    show('apt-get', ['-q', 'update']);
    show('apt-get', ['-q', 'install', '-y', '--no-install-recommends', 'chromium-headless-shell']);
  } catch (error) {
    console.log(`apt-get could not install it (${error instanceof Error ? error.message : String(error)})`);
  }
}

function installFromPlaywright(): string | null {
  const folder = path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  show(process.execPath, [path.join(folder, 'cli.js'), 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium']);
  return findChromium();
}

/** Runs a command with its output on the terminal. */
function show(command: string, args: string[]): void {
  console.log([command, ...args].join(' '));
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
}

let shared: Promise<Browser> | undefined;

/** The one browser of this test process, for contexts that their suites close. */
export async function sharedBrowser(): Promise<Browser> {
  if (!shared) closeAtEnd(async () => (await shared)?.close());
  shared ??= launchBrowser();
  if (!(await shared).isConnected()) shared = launchBrowser();
  return shared;
}

/** On a busy machine a browser has taken more than a minute to close a context. */
const CLOSE_MS = 20_000;

/** Closes a context of the shared browser; if that fails the browser is abandoned, and the next suite gets another. */
export async function closeContext(context: BrowserContext): Promise<void> {
  const closing = context.close().then(() => true);
  const isClosed = await pTimeout(closing, { milliseconds: CLOSE_MS, fallback: () => false });
  if (!isClosed) shared = undefined; // it ends with this process
}

/** A headless browser for tests; the caller closes it. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no Chromium: `npm test` installs one, CHROMIUM_PATH names one');
  return chromium.launch({
    executablePath,
    headless: true,
    args: [...QUIET, ...(isRoot ? ['--no-sandbox'] : [])],
    ignoreDefaultArgs: hasSharedMemory() ? [IN_FILES] : [],
  });
}
