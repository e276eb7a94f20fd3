import { readFileSync } from 'node:fs';
import path from 'node:path';

export const repository = path.join(import.meta.dirname, '..');

/** The output folder of `npm run build:desktop`. */
export const builtApp = path.join(repository, 'out', 'desktop');

interface PackageFile {
  version: string;
  devDependencies: Record<string, string>;
}

const read = (): PackageFile => JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as PackageFile;

/** The Electron version to pack: the one pinned in `package.json`. */
export const electronVersion = (): string => read().devDependencies['electron']!;

/**
 * The `package.json` of the built app. It lists no dependencies, because everything is bundled. Electron names the
 * user's profile folder after `productName`.
 */
export const appManifest = () => ({
  name: 'handback',
  productName: 'Handback',
  version: read().version,
  description: 'Questions of your flows, in your tray',
  author: { name: 'Handback' },
  private: true,
  type: 'module',
  main: 'main/index.js',
});
