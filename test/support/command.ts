import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** How a command ended, and what it said. */
export interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

const HOUSE = new URL('../..', import.meta.url);
const TSX = import.meta.resolve('tsx');

/**
 * Runs one of our commands in a process of its own. This one goes on meanwhile: whoever waited for a command in it would
 * stop the server that stands beside it for seconds.
 *
 * @param file from the root of the repository
 * @param env all that it knows of its surroundings, beside where programs are
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
