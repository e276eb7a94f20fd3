import type { ChildProcess } from 'node:child_process';

/** When a process runs out of memory, V8 aborts instead. */
const FROM_OUTSIDE: readonly (NodeJS.Signals | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * True if others may have ended a process with this signal, such as a system that is short of memory: that says nothing
 * about its work.
 */
export const isFromOutside = (signal: NodeJS.Signals | null): boolean => FROM_OUTSIDE.includes(signal);

/** Kills a process, and resolves when it has ended. */
export function kill(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.ref();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
