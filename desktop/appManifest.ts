import { readFileSync } from 'node:fs';
import path from 'node:path';

export const repository = path.join(import.meta.dirname, '..');

/** Where `npm run build:desktop` puts the app. */
export const builtApp = path.join(repository, 'out', 'desktop');

interface PackageFile {
  version: string;
  devDependencies: Record<string, string>;
}

const read = (): PackageFile => JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as PackageFile;

/** The version of Electron that the app is packed with: the one that is locked. */
export const electronVersion = (): string => read().devDependencies['electron']!;

/**
 * The `package.json` of the built app. It names no packages: all that runs is bundled. Electron calls the folder of the
 * person's profile by `productName`.
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
