import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { importedPackages } from '../support/importedPackages.ts';

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}

interface Locked {
  version?: string;
  optionalDependencies?: Record<string, string>;
  hasInstallScript?: boolean;
}

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));
const manifest = read('package.json') as Manifest;
const { packages: locked } = read('package-lock.json') as { packages: Record<string, Locked> };
const named = { ...manifest.dependencies, ...manifest.devDependencies };

/** Stands before the version of a package that is installed under another name. */
const OF_ALIAS = /^npm:.+@/;

/** Everything that runs in production; the client is built into separate files. */
const PRODUCTION = ['contract', 'server', 'bot'];

/** Production packages that none of our files imports, and the packages that need them. */
const NEEDED_BY = {
  'adaptive-expressions': 'adaptivecards-templating, as its peer',
  sqlite3: 'knex, by the name of the client',
};

describe('packages', () => {
  it('in production are those that it imports, and no others', () => {
    const imported = PRODUCTION.flatMap((folder) => sourcesIn(folder).flatMap(importedPackages));
    const needed = new Set([...imported, ...Object.keys(NEEDED_BY)]);
    expect(Object.keys(manifest.dependencies).sort()).to.deep.equal([...needed].sort());
  });

  it('are detected in every form of import except type imports', () => {
    const imported = (line: string) => importedPackages(`const one = 1;\n${line}\n`);
    for (const line of [
      "import 'pkg';",
      "import pkg from 'pkg';",
      "import pkg, { type A } from 'pkg/part.js';",
      "import {\n  type A,\n  type B,\n} from 'pkg';",
      "import * as pkg from 'pkg';",
      "export { one } from 'pkg';",
      "export * from 'pkg';",
      "const { one } = await import('pkg');",
    ])
      expect(imported(line), line).to.deep.equal(['pkg']);
    expect(imported("import { one } from '@of/pkg/part';\nimport 'pkg';")).to.deep.equal(['@of/pkg', 'pkg']);
    for (const line of [
      "import type { A } from 'pkg';",
      "export type { A } from 'pkg';",
      "import { one } from './pkg.ts';",
      "import { one } from '../pkg.ts';",
      "import fs from 'node:fs';",
      "// taken from 'pkg'",
      "export const from = 'pkg';",
    ])
      expect(imported(line), line).to.deep.equal([]);
  });

  it('have one version each, the locked one', () => {
    for (const [name, version] of Object.entries(named))
      expect(locked[`node_modules/${name}`]?.version, name).to.equal(version.replace(OF_ALIAS, ''));
  });

  it('are locked for every platform, or npm ci refuses the lockfile', () => {
    const missing = Object.entries(locked).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isLocked(name, place)),
    );
    expect(missing).to.deep.equal([]);
  });

  it('run an install script only if it was approved', () => {
    const withScript = Object.keys(locked).filter((place) => locked[place]?.hasInstallScript);
    const names = withScript.map((place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length));
    expect(Object.keys(manifest.allowScripts)).to.have.members([...new Set(names)]);
  });

  it('include one version of React, which refuses to work with another version of its DOM', () => {
    expect(named['react-dom']).to.equal(named['react']);
  });
});

function sourcesIn(folder: string): string[] {
  const root = new URL(`../../${folder}/`, import.meta.url);
  const files = (readdirSync(root, { recursive: true }) as string[]).filter((file) => /\.m?[jt]s$/.test(file));
  return files.map((file) => readFileSync(new URL(file, root), 'utf8'));
}

/** Resolves as Node does: beside the requiring package, then outwards. */
function isLocked(name: string, place: string): boolean {
  const own = `${place}/node_modules/${name}`;
  if (own in locked) return true;
  const outer = place.lastIndexOf('/node_modules/');
  return outer < 0 ? `node_modules/${name}` in locked : isLocked(name, place.slice(0, outer));
}
