import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { processFolder } from '../support/processFolder.ts';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));

/** Migrations stay TypeScript files, which the server loads by their names. */
const ENTRY = `
  import './server.ts';
  import { register } from 'tsx/esm/api';
  register();
`;

/** Lets bundled modules find the files beside their sources. */
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
  const folder = await processFolder('handback-bundle');
  await symlink(path.join(HOUSE, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  await build({
    stdin: { contents: ENTRY, resolveDir: import.meta.dirname, loader: 'ts' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true, // keeps late imports late
    packages: 'external',
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    plugins: [keepUrls],
  });
  return path.join(folder, 'stdin.mjs');
}
