import * as electron from 'electron';
import electronUpdater from 'electron-updater';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createFileLog } from './fileLog.ts';
import { readPolicy, type Policy } from './policy.ts';
import { start } from './start.ts';
import { createUpdater } from './updater.ts';
import { whyNoUpdates } from './updateRules.ts';

const folder = electron.app.getPath('userData');
const log = createFileLog(path.join(folder, 'handback.log'));
const { platform, env } = process;
const ofMachine = readPolicy({
  platform,
  log,
  readFile: (file) => readFileSync(file, 'utf8'),
  // by absolute path, because PATH may be manipulated
  queryRegistry: (key) =>
    execFileSync(path.join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe'), ['query', key], {
      encoding: 'utf8',
      windowsHide: true,
      timeout: 5_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
});
const policy: Policy = { ...(env['HANDBACK_SERVER'] && { server: env['HANDBACK_SERVER'] }), ...ofMachine };
const noUpdates = whyNoUpdates({
  platform,
  isPackaged: electron.app.isPackaged,
  hasFeed: existsSync(path.join(process.resourcesPath, 'app-update.yml')),
  isAppImage: Boolean(env['APPIMAGE']),
  isAllowed: policy.updates ?? true,
});
if (noUpdates) log.info('no updates', { reason: noUpdates });

start(electron, {
  folder,
  log,
  renderer: path.join(import.meta.dirname, '../renderer'),
  preload: path.join(import.meta.dirname, '../preload/index.cjs'),
  platform,
  argv: process.argv,
  policy,
  updater: noUpdates ? null : createUpdater(electronUpdater.autoUpdater),
}).catch((error: unknown) => {
  log.warn('start failed', { reason: String(error) });
  electron.app.exit(1);
});
