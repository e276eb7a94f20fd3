// cspell:ignore cmdline
import { readdirSync, readFileSync } from 'node:fs';

/** Processes that a process has started, by a word of their command. Only Linux has /proc. */
export const childProcesses = (command: string, parentPid = process.pid): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => new RegExp(`^PPid:\\s*${parentPid}$`, 'm').test(read(pid, 'status')) && isRunning(command, pid));

export const isRunning = (command: string, pid: number): boolean => read(pid, 'cmdline').includes(command);

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}

/** Kills a child while this process is blocked: it finds the channel closed before it hears of the exit. */
export function killUnnoticed(pid: number): void {
  process.kill(pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
}
