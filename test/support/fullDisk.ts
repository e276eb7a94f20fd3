import { runToEnd, type Ended } from './runToEnd.ts';

/** Runs Node as on a disk without any room: files can be created, but nothing can be written to them. */
export const runOnFullDisk = (args: string[], env: NodeJS.ProcessEnv): Promise<Ended> =>
  runToEnd('sh', ['-c', 'ulimit -f 0; exec "$0" "$@"', process.execPath, ...args], {
    env: { PATH: process.env['PATH'], ...env },
  });
