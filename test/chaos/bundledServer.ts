import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleServer } from '../../build/bundleServer.ts';
import { processFolder } from '../support/processFolder.ts';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));

let bundled: Promise<string> | undefined;

/**
 * `server.ts` as JavaScript, made once per test process, because some tests start dozens of servers.
 * @returns the file to run; it is removed when this process ends
 */
export const bundledServer = (): Promise<string> => (bundled ??= bundle());

async function bundle(): Promise<string> {
  const folder = await processFolder('handback-bundle');
  await symlink(path.join(HOUSE, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await bundleServer({ server: 'test/chaos/server.ts' }, folder);
  return path.join(folder, 'server.js');
}
