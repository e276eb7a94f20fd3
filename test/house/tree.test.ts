import { readdirSync, readFileSync, existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { isOurs } from '../support/ourFiles.ts';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));

/** Folders and their allowed contents; unlisted folders are not allowed. */
const ROOMS: Record<string, RegExp> = {
  contract: /^(answers\/)?\w+\.ts$/,
  server:
    /^(main|app|setupServer|startOrSetUp|serve|nodeTypes|version)\.ts$|^(foundation|people|files|search|documents|messages|flow|chats|requests|assignments|administration|channels|composition)\//,
  'server/foundation': /^\w+\.ts$|^(health|schedule|http|database|audit|settings)\//,
  'server/people': /^\w+\.ts$|^(identity|directory|onBehalf|profiles)\//,
  'server/channels': /^(host|inUse)\.ts$|^(web|email)\//,
  bot: /^index\.ts$|^(teams|slack|shared)\//,
  manifests: /^(fill|write)\.ts$|^entra\/\w+\.ts$/,
  build: /^(buildServer|bundleServer|programs)\.ts$/,
  desktop:
    /^(bridge|appManifest|eventStream|reconnectDelay|vite\.config|electron\.vite\.config)\.ts$|^tsconfig\.json$|^(main|packing|preload|renderer)\//,
  test: /^(contract|people|files|search|documents|messages|flow|chats|requests|assignments|administration|channels|foundation|server|bot|desktop|sandbox|samples|bench|manifests|support|house|contracts|recordings|scenarios|chaos|api|attacks|fuzz|pictures)\//,
};

const TOP = [
  'contract',
  'server',
  'bot',
  'desktop',
  'sandbox',
  'manifests',
  'samples',
  'bench',
  'test',
  'build',
  '.ci',
  'docs',
];

const files = walk('');
const sources = files.filter((file) => /\.(ts|tsx|js|cjs)$/.test(file));
const read = (file: string): string => readFileSync(path.join(HOUSE, file), 'utf8');

describe('the repository', () => {
  it('has no folder that the design does not name', () => {
    const strange = files.filter((file) => file.includes('/') && !TOP.includes(file.split('/')[0]!));
    expect(strange).to.deep.equal([]);
  });

  for (const [room, content] of Object.entries(ROOMS))
    it(`keeps ${room}/ to what belongs there`, () => {
      const inside = sources.filter((file) => file.startsWith(`${room}/`)).map((file) => file.slice(room.length + 1));
      expect(inside.filter((file) => !content.test(file))).to.deep.equal([]);
    });

  it('has nine files of ten under 300 lines', () => {
    const lengths = sources.map((file) => read(file).split('\n').length).sort((a, b) => a - b);
    expect(lengths.length).to.be.above(100);
    expect(lengths[Math.floor(lengths.length * 0.9)]).to.be.below(300);
  });

  it('names no path of somebody’s machine and leaves no note to do later', () => {
    const home = os.homedir().length > 1 ? os.homedir() : '/root';
    const foreign = [`${home}/`, path.resolve(HOUSE), '/home/', '/Users/', '/root/'];
    const said = (file: string): string => read(file).replaceAll(/\/drives?\b[^'"`\n]*?\/root/g, ''); // of Graph, not of a machine
    const later = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].join('|')})\\b`);
    const guilty = files
      .filter((file) => file !== 'package-lock.json' && file !== 'test/house/tree.test.ts' && !isBinary(file))
      .filter((file) => later.test(said(file)) || foreign.some((place) => said(file).includes(place)));
    expect(guilty).to.deep.equal([]);
  });

  it('has the commands that its pages name', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const pages = files.filter((file) => file.endsWith('.md'));
    const named = pages.flatMap((page) =>
      [
        ...read(page).matchAll(
          /`npm (?:run )?(?:-s )?([a-z]+(?:[:-][a-z]+)*)|^npm (?:run )?([a-z]+(?:[:-][a-z]+)*)|&& npm ([a-z]+)/gm,
        ),
      ].map(([, quoted, alone, second]) => (quoted ?? alone ?? second)!),
    );
    const ofNpm = ['install', 'ci', 'run', 'prune'];
    expect(named.filter((name) => !(name in scripts) && !ofNpm.includes(name))).to.deep.equal([]);
  });

  it('has the files and functions that its architecture names', () => {
    const page = read('ARCHITECTURE.md');
    const named = [...page.matchAll(/`(?:[\w-]+\/)*([\w.-]+\.(?:ts|tsx|mjs|cjs))`/g)].map(([, name]) => name!);
    const existing = new Set(files.map((file) => path.basename(file)));
    expect(named).to.not.be.empty;
    expect(named.filter((name) => !existing.has(name))).to.deep.equal([]);

    const [walk = ''] = page.split('```').filter((part) => / verify +parse /.test(part));
    const functions = [...walk.matchAll(/\b[a-z]+[A-Z]\w*/g)].map(([name]) => name);
    const code = sources.filter((file) => /^(server|bot)\//.test(file)).map(read);
    expect(functions).to.include('parseCard').and.include('decideAnswers');
    expect(functions.filter((name) => !code.some((text) => new RegExp(`\\b${name}\\b`).test(text)))).to.deep.equal([]);
  });

  it('has pages that name only what exists', () => {
    const pages = files.filter((file) => file.endsWith('.md'));
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .map(([, target]) => path.join(HOUSE, path.dirname(page), target!))
        .filter((target) => !existsSync(target)),
    );
    expect(broken).to.deep.equal([]);
  });
});

function walk(folder: string): string[] {
  return readdirSync(path.join(HOUSE, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = folder ? `${folder}/${entry.name}` : entry.name;
    if (!isOurs(entry.name)) return [];
    return entry.isDirectory() ? walk(file) : entry.isFile() ? [file] : [];
  });
}

function isBinary(file: string): boolean {
  return /\.(png|ico|icns|jpg|woff2?|db|zip)$/.test(file);
}
