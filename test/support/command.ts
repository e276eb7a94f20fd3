import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A command's exit and output. */
export interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

const HOUSE = new URL('../..', import.meta.url);
const TSX = import.meta.resolve('tsx');

/**
 * Runs one of our commands in its own process without blocking this one, because this one may also run a server.
 *
 * @param file from the root of the repository
 * @param env its environment, in addition to the search path
 */
export const runCommand = (
  file: string,
  args: string[],
  { env, cwd = fileURLToPath(HOUSE) }: { env: NodeJS.ProcessEnv; cwd?: string },
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const command = ['--import', TSX, fileURLToPath(new URL(file, HOUSE)), ...args];
    const options = { cwd, env: { PATH: process.env['PATH'], ...env } };
    execFile(process.execPath, command, options, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(new Error(`${file} did not end by itself`, { cause: error }));
      else resolve({ status: Number(error?.code ?? 0), stdout, stderr });
    });
  });
