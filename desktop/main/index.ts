import * as electron from 'electron';
import path from 'node:path';
import { createFileLog } from './fileLog.ts';
import { start } from './start.ts';

const folder = electron.app.getPath('userData');
const log = createFileLog(path.join(folder, 'handback.log'));
start(electron, {
  folder,
  log,
  renderer: path.join(import.meta.dirname, '../renderer'),
  preload: path.join(import.meta.dirname, '../preload/index.cjs'),
  platform: process.platform,
  argv: process.argv,
  fixedServer: process.env['HANDBACK_SERVER'] ?? null,
}).catch((error: unknown) => {
  log.warn('start failed', { reason: String(error) });
  electron.app.exit(1);
});
