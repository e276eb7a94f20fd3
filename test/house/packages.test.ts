import { readFileSync } from 'node:fs';
import { expect } from 'chai';

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

describe('packages', () => {
  it('are named by one version each, the one that is locked', () => {
    for (const [name, version] of Object.entries(named))
      expect(locked[`node_modules/${name}`]?.version, name).to.equal(version);
  });

  it('are locked for every platform, or npm ci refuses the lockfile', () => {
    const missing = Object.entries(locked).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isLocked(name, place)),
    );
    expect(missing).to.deep.equal([]);
  });

  it('run a script while they install only where it was approved', () => {
    const withScript = Object.keys(locked).filter((place) => locked[place]?.hasInstallScript);
    const names = withScript.map((place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length));
    expect(Object.keys(manifest.allowScripts)).to.have.members([...new Set(names)]);
  });

  it('hold one version of React, which refuses to work with another one of its DOM', () => {
    expect(named['react-dom']).to.equal(named['react']);
  });
});

/** Looks where Node would: beside the package that asks, then outwards. */
function isLocked(name: string, place: string): boolean {
  const own = `${place}/node_modules/${name}`;
  if (own in locked) return true;
  const outer = place.lastIndexOf('/node_modules/');
  return outer < 0 ? `node_modules/${name}` in locked : isLocked(name, place.slice(0, outer));
}
