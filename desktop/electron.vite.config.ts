import { defineConfig } from 'electron-vite';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { appManifest, builtApp } from './appManifest.ts';
import { rendererConfig } from './vite.config.ts';

const desktop = import.meta.dirname;
const outOf = (part: string): string => path.join(builtApp, part);

/** Writes the `package.json` that makes the folder an app. */
const manifest = {
  name: 'manifest',
  closeBundle: () => writeFile(path.join(builtApp, 'package.json'), `${JSON.stringify(appManifest(), null, 2)}\n`),
};

/**
 * The desktop app: `electron-vite build --config desktop/electron.vite.config.ts`. Building does not need Electron
 * itself.
 */
export default defineConfig({
  main: {
    plugins: [manifest],
    build: {
      outDir: outOf('main'),
      externalizeDeps: false, // bundles everything, so that no node_modules is packed
      rollupOptions: { input: path.join(desktop, 'main', 'index.ts') },
    },
  },
  preload: {
    build: {
      outDir: outOf('preload'),
      rollupOptions: {
        input: path.join(desktop, 'preload', 'index.ts'),
        output: { format: 'cjs', entryFileNames: 'index.cjs' }, // the only format for a sandboxed preload script
      },
    },
  },
  renderer: rendererConfig(outOf('renderer')),
});
