import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { builtApp, repository } from '../../../desktop/appManifest.ts';

let building: Promise<string> | undefined;

/** Builds the desktop app once per process. @returns its folder */
export const buildDesktop = (): Promise<string> => (building ??= build());

async function build(): Promise<string> {
  const tool = path.join(repository, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const config = path.join('desktop', 'electron.vite.config.ts');
  await promisify(execFile)(process.execPath, [tool, 'build', '--config', config, '--logLevel', 'warn'], {
    cwd: repository,
  });
  return builtApp;
}
