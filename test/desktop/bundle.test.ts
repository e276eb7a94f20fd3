import { expect } from 'chai';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { signIn, until, withClient } from './browser/client.ts';
import { webRoot } from './support/build.ts';
import { notification } from './support/samples.ts';

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
}

const KB = 1000;

describe('desktop: what a first visit loads', function () {
  this.timeout(120_000);
  const client = withClient();
  let manifest: Record<string, Chunk>;

  before(() => {
    manifest = JSON.parse(readFileSync(path.join(webRoot, '.vite', 'manifest.json'), 'utf8'));
  });

  /** The files of chunks and of all their imports. */
  function filesOf(...names: string[]): Set<string> {
    const found = new Set<string>();
    const add = (name: string): void => {
      const { file, imports = [] } = manifest[name]!;
      if (found.has(file)) return;
      found.add(file);
      imports.forEach(add);
    };
    names.forEach(add);
    return found;
  }
  const inbox = () => filesOf('index.html', 'drawApp.tsx');
  const bytes = (files: ReadonlySet<string>): number =>
    [...files].reduce((sum, file) => sum + statSync(path.join(webRoot, `${file}.gz`)).size, 0);
  const beyond = (loaded: ReadonlySet<string>, ...names: string[]): Set<string> =>
    new Set([...filesOf(...names)].filter((file) => !loaded.has(file)));

  it('is at most 175 kB of gzipped script for the inbox', () => {
    expect(bytes(inbox())).to.be.within(50 * KB, 175 * KB);
  });

  it('is at most 120 kB more for sign-in and one language', () => {
    expect(bytes(beyond(inbox(), 'api/auth.ts', '../../contract/languages/de.json'))).to.be.within(20 * KB, 120 * KB);
  });

  it('is at most 170 kB more for a question and its form', () => {
    const question = Object.keys(manifest).filter((each) => manifest[each]!.name === 'question');
    expect(question).to.have.length(1);
    expect(bytes(beyond(inbox(), ...question))).to.be.within(20 * KB, 170 * KB);
  });

  it('is named in the page, so that a browser requests all of it at once', () => {
    const page = readFileSync(path.join(webRoot, 'index.html'), 'utf8');
    const named = [...page.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map(([, file]) => file);
    expect(named).to.have.members([...filesOf('index.html', 'drawApp.tsx', 'api/auth.ts')]);
  });

  it('is all that a browser fetches until the inbox is shown', async () => {
    const { page, standIn } = client();
    standIn.state.notifications = [notification({ id: 'first' })];
    await signIn(client());
    await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
      new MutationObserver(() => {
        if (document.querySelector('a[data-id]')) globalThis.shownAt ??= performance.now();
      }).observe(document, { childList: true, subtree: true });
    })`);
    await page.reload();
    await until(client(), 'globalThis.shownAt > 0');
    const fetched = await page.evaluate<string[]>(`performance.getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < shownAt)
      .map(({ name }) => new URL(name).pathname.slice(1))`);
    const counted = filesOf('index.html', 'drawApp.tsx', 'api/auth.ts', '../../contract/languages/en.json');
    expect(new Set(fetched)).to.deep.equal(counted);
  });
});
