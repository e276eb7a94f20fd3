import path from 'node:path';
import { build } from 'vite';

const repository = path.join(import.meta.dirname, '..', '..', '..');

/** Where the built client lies. */
export const webRoot = path.join(repository, 'out', 'web');

let building: Promise<unknown> | undefined;

/** Builds the client once per test run, as it is served. */
export async function buildClient(): Promise<string> {
  building ??= build({ configFile: path.join(repository, 'desktop', 'vite.config.ts'), logLevel: 'error' });
  await building;
  return webRoot;
}
