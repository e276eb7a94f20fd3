import path from 'node:path';
import { build } from 'vite';

const repository = path.join(import.meta.dirname, '..', '..', '..');

/** Where the built client lies. */
export const webRoot = path.join(repository, 'out', 'web');

let building: Promise<unknown> | undefined;

/** Builds the client once per test run, as it is served; not in a part of `npm test`: it is built, and others serve it. */
export async function buildClient(): Promise<string> {
  if (process.env['CLIENT_IS_BUILT']) return webRoot;
  building ??= build({ configFile: path.join(repository, 'desktop', 'vite.config.ts'), logLevel: 'error' });
  await building;
  return webRoot;
}
