import { expect } from 'chai';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { buildClient } from './support/build.ts';

interface Chunk {
  file: string;
  imports?: string[];
}

const KB = 1000;

describe('desktop: what a first visit loads', function () {
  this.timeout(120_000);
  let root: string;
  let manifest: Record<string, Chunk>;

  before(async () => {
    root = await buildClient();
    manifest = JSON.parse(readFileSync(path.join(root, '.vite', 'manifest.json'), 'utf8'));
  });

  /** A chunk and all it needs. */
  function closure(name: string, found = new Set<string>()): Set<string> {
    if (!found.has(name)) {
      found.add(name);
      for (const needed of manifest[name]!.imports ?? []) closure(needed, found);
    }
    return found;
  }
  const bytes = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + statSync(path.join(root, `${manifest[name]!.file}.gz`)).size, 0);
  const beyond = (name: string, loaded: Set<string>): string[] =>
    [...closure(name)].filter((each) => !loaded.has(each));

  it('has at most 180 kB of gzipped script for the inbox', () => {
    expect(bytes(closure('index.html'))).to.be.within(50 * KB, 180 * KB);
  });

  it('has at most 120 kB more for sign-in and one language', () => {
    const inbox = closure('index.html');
    expect(bytes([...beyond('api/auth.ts', inbox), ...beyond('languages/de.json', inbox)])).to.be.within(
      20 * KB,
      120 * KB,
    );
  });

  it('has at most 160 kB more for a question and its form', () => {
    expect(bytes(beyond('notifications/NotificationDetail.tsx', closure('index.html')))).to.be.within(
      20 * KB,
      160 * KB,
    );
  });
});
