import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const HOUSE = fileURLToPath(new URL('..', import.meta.url));

/** The program that the server starts for itself. It must lie beside the others. */
const OWN = { extractWorker: 'server/documents/extraction/extractWorker.ts' };

/** A program's address, or else what any other address begins with. */
const ADDRESS = /new URL\('\.\/(\w+)\.ts', import\.meta\.url\)|import\.meta\.url/g;

/** Lets bundled modules find the built programs, and the files beside their sources such as a style sheet. */
const keepAddresses = (folder: string): Plugin => ({
  name: 'keep-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const source = JSON.stringify(path.relative(folder, file).split(path.sep).join('/'));
      const kept = (await readFile(file, 'utf8')).replace(ADDRESS, (_all, program?: string) =>
        program ? `new URL('./${program}.js', import.meta.url)` : `new URL(${source}, import.meta.url).href`,
      );
      return { contents: kept, loader: 'ts' };
    });
  },
});

/**
 * Bundles programs that contain the server as JavaScript. Loading it takes half of the processor time that tsx needs.
 * The bundle still reads files beside the sources, so both move together. Packages stay outside.
 *
 * @param programs the TypeScript file of each, by the name of its JavaScript file
 * @param folder where to write; it must be able to resolve our packages
 * @returns the names of the files that it wrote
 */
export async function bundleServer(programs: Record<string, string>, folder: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: { ...programs, ...OWN },
    outdir: folder,
    absWorkingDir: HOUSE,
    bundle: true,
    splitting: true, // keeps late imports late
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    metafile: true,
    logLevel: 'error',
    plugins: [keepAddresses(folder)],
  });
  return Object.keys(metafile.outputs).map((file) => path.basename(file));
}
