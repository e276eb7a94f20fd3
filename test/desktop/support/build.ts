import path from 'node:path';
import { build } from 'vite';

const repository = path.join(import.meta.dirname, '..', '..', '..');

/** The folder of the built client. */
export const webRoot = path.join(repository, 'out', 'web');

let building: Promise<unknown> | undefined;

/**
 * Builds the client as it is served, once per test run; not in a part of `npm test`, where it is already built and
 * others serve it.
 */
export async function buildClient(): Promise<string> {
  if (process.env['IS_BUILT']) return webRoot;
  building ??= build({ configFile: path.join(repository, 'desktop', 'vite.config.ts'), logLevel: 'error' });
  await building;
  return webRoot;
}
