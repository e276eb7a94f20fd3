import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PROGRAMS } from '../../build/programs.ts';

/** A command's exit and output. */
export interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

const HOUSE = new URL('../..', import.meta.url);
const TSX = import.meta.resolve('tsx');
const BUILT = new Map(Object.entries(PROGRAMS).map(([name, source]) => [source, `out/server/${name}.js`]));

/**
 * Node's arguments that run one of our programs: as `npm test` has built it, or from source if its tests run alone.
 * @param file from the root of the repository
 */
export function programAt(file: string): string[] {
  const built = process.env['IS_BUILT'] ? BUILT.get(file) : undefined;
  const place = fileURLToPath(new URL(built ?? file, HOUSE));
  return built ? ['--enable-source-maps', place] : ['--import', TSX, place];
}

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
  return runProgram(process.execPath, [...programAt(file), ...args], { cwd, env });
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
