import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));

const SETTINGS = [
  '.oxfmtrc.json',
  'eslint.config.js',
  'tsconfig.json',
  'desktop/renderer/tsconfig.json',
  'knip.json',
  'cspell.json',
  'test/house/words.txt',
];

const TOOLS = {
  format: ['oxfmt/bin/oxfmt', '--check', '.'],
  lint: ['eslint/bin/eslint.js', '.'],
  types: ['typescript-native/bin/tsc', '-p', '.'],
  unused: ['knip/bin/knip.js'],
  words: ['cspell/bin.mjs', '--no-progress', '--dot', '.'],
} satisfies Record<string, [script: string, ...args: string[]]>;

const HOOK = "import { useState } from 'react';\nexport const useIt = (is: boolean) => (is ? useState(1) : null);\n";
const DIALOG = "import { Dialog } from '@fluentui/react-components';\nexport const one = <Dialog />;\n";
const LONG_FUNCTION = `export function long(): number[] {\n  return [\n${'    1,\n'.repeat(60)}  ];\n}\n`;
const LONG_FILE = Array.from({ length: 301 }, (_, index) => `export const value${index} = ${index};\n`).join('');

const SENTENCE =
  "import { z } from 'zod';\nconst words = { error: 'Too short.' };\nexport const Word = z.string().min(3, { abort: true, ...words });\n";
const READER =
  "import type { z } from 'zod';\nexport const isLong = ({ message }: z.core.$ZodIssue) => message.startsWith('Too big');\n";

/** What each check must refuse (each in its own file), and its message. */
const PLANTS: [check: keyof typeof TOOLS, title: string, file: string, text: string, said: string][] = [
  ['format', 'double quotes', 'server/quotes.ts', 'export const word = "one";\n', 'server/quotes.ts'],
  ['types', 'a wrong type', 'server/type.ts', "export const count: number = 'one';\n", 'TS2322'],
  ['lint', 'a lost promise', 'server/promise.ts', 'void 0;\nPromise.resolve(1);\n', 'no-floating-promises'],
  ['lint', 'any', 'server/any.ts', 'export const word: any = 1;\n', 'no-explicit-any'],
  [
    'lint',
    'an import of a type',
    'server/import.ts',
    "import { Hash } from 'node:crypto';\nexport type H = Hash;\n",
    'only used as types',
  ],
  ['lint', 'a hook on a condition', 'desktop/renderer/hook.tsx', HOOK, 'react-hooks/rules-of-hooks'],
  ['lint', "Fluent's own dialog", 'desktop/renderer/one.tsx', DIALOG, 'take shell/Dialog.tsx'],
  ['lint', 'a console in the product', 'server/console.ts', "console.log('here');\n", 'no-console'],
  ['lint', 'a default export', 'server/default.ts', 'export default 1;\n', 'Export a name'],
  ['lint', 'a long function', 'server/long.ts', LONG_FUNCTION, "Function 'long' has too many lines"],
  ['lint', 'a long file', 'server/file.ts', LONG_FILE, 'File has too many lines'],
  ['lint', 'a schema that says a sentence', 'server/sentence.ts', SENTENCE, 'Name the fault in place of a sentence'],
  ['lint', 'a reader of what zod says', 'server/reader.ts', READER, 'Nobody reads what zod says'],
  ['lint', 'a test skipped without a reason', 'test/a.test.ts', "it.skip('one', () => {});\n", 'skipBecause'],
  [
    'lint',
    'a test that leaves out the others',
    'test/b.test.ts',
    "it.only('one', () => {});\n",
    'leaves out all the others',
  ],
  [
    'lint',
    'a wait that the CSP of our pages ends',
    'test/e.test.ts',
    "page.waitForFunction('true');\n",
    'The CSP of our',
  ],
  [
    'lint',
    'a moment that is computed when a file of tests is loaded',
    'test/c.test.ts',
    'export const dueAt = Date.now() + 600_000;\n',
    'when the test runs',
  ],
  [
    'lint',
    'a moment in a suite',
    'test/d.test.ts',
    "describe('one', () => {\n  const at = new Date();\n  it('two', () => void at);\n});\n",
    'when the test runs',
  ],
  ['unused', 'a file that nobody imports', 'server/lost.ts', 'export const word = 1;\n', 'server/lost.ts'],
  [
    'unused',
    'an export that nobody imports',
    'server/part.ts',
    'export const used = 1;\nexport const forgotten = 1;\n',
    'forgotten',
  ],
  ['words', 'American spelling', 'server/spelling.ts', 'export const isCanceled = true;\n', 'fix: (Cancelled)'], // cspell:disable-line
  ['words', 'a word of another product', 'server/word.ts', 'export const approverId = 1;\n', 'fix: (assignee)'], // cspell:disable-line
  ['words', 'a slip of the pen', 'server/slip.ts', 'export const notificatoin = 1;\n', 'notificatoin'], // cspell:disable-line
];

const checks = Object.keys(TOOLS) as (keyof typeof TOOLS)[];

describe('the checks', function () {
  this.timeout(120_000);
  let root: string;

  before(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'handback-checks-'));
    await symlink(path.join(HOUSE, 'node_modules'), path.join(root, 'node_modules'), 'junction');
    for (const file of SETTINGS) await write(file, await readFile(path.join(HOUSE, file), 'utf8'));
    await write('package.json', '{\n  "name": "planted",\n  "type": "module"\n}\n');
    await write('.gitignore', 'node_modules\n');
    await write('server/serve.ts', "import { used } from './part.ts';\n\nprocess.exitCode = used;\n");
    await write('server/part.ts', 'export const used = 1;\n');
  });
  after(() => rm(root, { recursive: true, force: true }));

  // knip also reports settings for things that this small tree lacks
  for (const check of checks.filter((name) => name !== 'unused'))
    it(`${check} passes a correct tree`, () => {
      const { status, output } = run(check);
      expect(status, output).to.equal(0);
    });

  describe('on a tree with faults', () => {
    const results = new Map<string, { status: number | null; output: string }>();

    before(async () => {
      for (const [, , file, text] of PLANTS) await write(file, text);
      for (const check of checks) results.set(check, run(check));
    });

    for (const [check, title, , , said] of PLANTS)
      it(`${check} refuses ${title}`, () => {
        expect(results.get(check)?.output).to.include(said);
        expect(results.get(check)?.status).not.to.equal(0);
      });
  });

  function run(check: keyof typeof TOOLS): { status: number | null; output: string } {
    const [script, ...args] = TOOLS[check];
    const bin = path.join(HOUSE, 'node_modules', script);
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { cwd: root, encoding: 'utf8' });
    return { status, output: stdout + stderr };
  }

  async function write(file: string, text: string): Promise<void> {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
});
