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
export function runCommand(
  file: string,
  args: string[],
  { env, cwd = fileURLToPath(HOUSE) }: { env: NodeJS.ProcessEnv; cwd?: string },
): Promise<Ended> {
  const command = ['--import', TSX, fileURLToPath(new URL(file, HOUSE)), ...args];
  return runProgram(process.execPath, command, { cwd, env });
}

/** The same for any program. */
export const runProgram = (
  file: string,
  args: string[],
  { env, cwd }: { env: NodeJS.ProcessEnv; cwd: string },
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const options = { cwd, env: { PATH: process.env['PATH'], ...env } };
    execFile(file, args, options, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(new Error(`${file} did not end by itself`, { cause: error }));
      else resolve({ status: Number(error?.code ?? 0), stdout, stderr });
    });
  });
