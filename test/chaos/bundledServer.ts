import { mkdtemp, readFile, symlink } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));

/** Migrations are still TypeScript, and are loaded one by one. */
const ENTRY = `
  import './server.ts';
  import { register } from 'tsx/esm/api';
  register();
`;

/** What stands beside a module in the repository is found from the bundle too. */
const keepUrls: Plugin = {
  name: 'keep-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href)),
      loader: 'ts',
    }));
  },
};

let bundled: Promise<string> | undefined;

/**
 * `server.ts` as JavaScript in few files, made once per test process. Loading it takes a third of the processor time
 * that tsx needs, and some tests start dozens of servers.
 * @returns the file to run; it is removed when this process ends
 */
export const bundledServer = (): Promise<string> => (bundled ??= bundle());

async function bundle(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'handback-bundle-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await symlink(path.join(HOUSE, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  await build({
    stdin: { contents: ENTRY, resolveDir: import.meta.dirname, loader: 'ts' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true, // libraries that are imported late stay late
    packages: 'external',
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    plugins: [keepUrls],
  });
  return path.join(folder, 'stdin.mjs');
}
