// cspell:ignore formatjs messageformat
import react from '@vitejs/plugin-react';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { createIntl } from 'react-intl';
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';

const renderer = path.join(import.meta.dirname, 'renderer');

/** Compresses files at build time, so the server does not do it per request. */
const precompress = (outDir: string): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async closeBundle() {
    const files = (await readdir(outDir, { recursive: true })).filter((file) => /\.(js|css|svg)$/.test(file));
    for (const file of files.map((name) => path.join(outDir, name))) {
      const content = await readFile(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }
  },
});

/** Parses messages at build time, so the client does not need the parser. */
const parsedMessages: Plugin = {
  name: 'parsed-messages',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/languages\/\w+\.json$/.test(id)) return null;
    const { getMessageFormat } = createIntl({ locale: 'en' }).formatters;
    const messages = Object.entries(JSON.parse(code) as Record<string, string>);
    return JSON.stringify(
      Object.fromEntries(messages.map(([name, text]) => [name, getMessageFormat(text, 'en').getAst()])),
    );
  },
};

/** What every first visit needs besides the start script. */
const FIRST = /\/renderer\/(drawApp\.tsx|api\/auth\.ts)$/;

/** Adds preload links to the page, so that a browser fetches these files in parallel. */
const preloads: Plugin = {
  name: 'preloads',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = new Map(Object.values(bundle).map((each) => [each.fileName, each]));
      const needed = new Set<string>();
      const need = (fileName: string): void => {
        const chunk = chunks.get(fileName);
        if (needed.has(fileName) || chunk?.type !== 'chunk') return;
        needed.add(fileName);
        chunk.imports.forEach(need);
      };
      const isFirst = (each: Rolldown.OutputChunk | Rolldown.OutputAsset): boolean =>
        each.type === 'chunk' && FIRST.test(each.facadeModuleId ?? '');
      [...chunks.values()].filter(isFirst).forEach(({ fileName }) => need(fileName));
      return [...needed]
        .filter((fileName) => !html.includes(fileName))
        .map((fileName) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${fileName}` },
          injectTo: 'head' as const,
        }));
    },
  },
};

/**
 * What the start needs. Everything else of a first visit is one file, because connections carry few files at a time.
 */
const START =
  /\/(contract\/languages\.ts|renderer\/((main|cannotOpen|reloadPage|session|stored|loadMessages|host|webHost|favicon|api\/(client|apiProblem))\.tsx?|index\.html))$/;

/** A question with its form is one file too; otherwise forty small shared files would load one after another. */
const QUESTION = /\/renderer\/answer\/NotificationDetail\.tsx$/;

/** One renderer for browsers and for the desktop app: all its URLs are relative. */
export const rendererConfig = (outDir: string): UserConfig => ({
  root: renderer,
  base: './',
  plugins: [parsedMessages, react(), preloads],
  resolve: {
    alias: [
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
      },
    ],
  },
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    minify: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // an object, because electron-vite would append a list to an empty one of its own
      input: { index: path.join(renderer, 'index.html'), drawApp: path.join(renderer, 'drawApp.tsx') },
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], test: START, priority: 1 },
            { name: 'client', tags: ['$initial'] },
            { name: 'question', test: QUESTION },
          ],
        },
      },
    },
  },
});

const web = path.join(import.meta.dirname, '..', 'out', 'web');
const config = rendererConfig(web);

/** The web client. */
export default defineConfig({ ...config, plugins: [config.plugins, precompress(web)] });
