import { defineConfig } from 'electron-vite';
import path from 'node:path';
import { rendererConfig } from './vite.config.ts';

const desktop = import.meta.dirname;
const outOf = (part: string): string => path.join(desktop, '..', 'out', 'desktop', part);

/** The desktop app: `electron-vite build --config desktop/electron.vite.config.ts`. It needs no Electron for that. */
export default defineConfig({
  main: {
    build: {
      outDir: outOf('main'),
      externalizeDeps: { exclude: ['zod', 'eventsource-parser', '@azure/msal-node'] }, // so that no node_modules is packed
      rollupOptions: { input: path.join(desktop, 'main', 'index.ts') },
    },
  },
  preload: {
    build: {
      outDir: outOf('preload'),
      rollupOptions: {
        input: path.join(desktop, 'preload', 'index.ts'),
        output: { format: 'cjs', entryFileNames: 'index.cjs' }, // all that a sandboxed preload script can be
      },
    },
  },
  renderer: rendererConfig(outOf('renderer')),
});
