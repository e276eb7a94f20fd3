import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const git = (...order: string[]) => promisify(execFile)('git', ['-C', ROOT, ...order]);

/** Another version of the product, with the packages that are installed here. */
export interface OtherVersion {
  /** The file that `prepareServer` starts. */
  entry: string;
  remove(): Promise<void>;
}

/** @param commit a version that has `test/chaos/server.ts` with the same commands */
export async function checkOut(commit: string): Promise<OtherVersion> {
  const parent = await mkdtemp(path.join(os.tmpdir(), 'handback-version-'));
  const folder = path.join(parent, 'checkout');
  await git('worktree', 'add', '--detach', folder, commit);
  for (const shared of ['node_modules', 'out']) await symlink(path.join(ROOT, shared), path.join(folder, shared));
  return {
    entry: path.join(folder, 'test/chaos/server.ts'),
    async remove() {
      await git('worktree', 'remove', '--force', folder);
      await rm(parent, { recursive: true, force: true });
    },
  };
}
