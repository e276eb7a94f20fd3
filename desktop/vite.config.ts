import react from '@vitejs/plugin-react';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const outDir = path.join(import.meta.dirname, '..', 'out', 'web');

/** Compressed once here, so that the server need not do it for everybody who comes by. */
const precompress: Plugin = {
  name: 'precompress',
  async closeBundle() {
    const files = (await readdir(outDir, { recursive: true })).filter((file) => /\.(js|css|svg)$/.test(file));
    for (const file of files.map((name) => path.join(outDir, name))) {
      const content = await readFile(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }
  },
};

/** One build for browsers and, later, for the desktop app: every address in it is relative. */
export default defineConfig({
  root: path.join(import.meta.dirname, 'renderer'),
  base: './',
  plugins: [react(), precompress],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    minify: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
});
