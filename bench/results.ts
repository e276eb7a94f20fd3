import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const HOUSE = fileURLToPath(new URL('..', import.meta.url));

/** Stores the result of a run for later comparison, one file per day and part. @returns its path */
export async function keepResult(only: string, table: string, now = new Date()): Promise<string> {
  const day = now.toISOString().slice(0, 10);
  const name = [day, ...only.split(' ').filter(Boolean)].join('-');
  const file = path.join('bench', 'results', `${name}.md`);
  await mkdir(path.join(HOUSE, 'bench', 'results'), { recursive: true });
  await writeFile(path.join(HOUSE, file), textOf(day, table));
  return file;
}

function textOf(day: string, table: string): string {
  const git = (...order: string[]) => execFileSync('git', order, { cwd: HOUSE, encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
  const commit = `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ', with changes that were not committed' : ''}`;
  const [cpu] = os.cpus();
  const gibibytes = Math.round(os.totalmem() / 2 ** 30);
  return [
    `# Measured on ${day}`,
    '',
    `Commit ${commit}. Node.js ${process.versions.node} on ${os.cpus().length} cores (${cpu?.model.trim()}), ${gibibytes} GiB.`,
    '',
    '```text',
    table,
    '```',
    '',
  ].join('\n');
}
