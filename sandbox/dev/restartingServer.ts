// Keeps a server running in a process of its own, and puts another in its place when the sources have changed.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DevSettings, Ready } from './devServer.ts';

export interface RestartingServer {
  /** Where it listens, now and after every restart. */
  port: number;
  /** Resolves when requests can come, or when the server has ended and only a change can help. */
  settled(): Promise<unknown>;
  /** Tells it that the sources have changed. Changes that come together cause one restart. */
  changed(): void;
  close(): Promise<void>;
}

const SERVER = fileURLToPath(new URL('devServer.ts', import.meta.url));
/** An editor that saves all, or a switch of branches, touches many files one after another. */
const TOGETHER_MS = 100;
/** Then it is told once more, and ends at once. */
const PATIENCE_MS = 2000;

/** @throws Error when the server does not start the first time; what it says stands on the terminal */
export async function startRestartingServer(
  settings: Omit<DevSettings, 'port'>,
  tell: (what: 'restarted' | 'ended') => void,
): Promise<RestartingServer> {
  let child = begin({ ...settings, port: 0 });
  const port = await portOf(child);
  if (port === null) throw new Error('The server did not start.');
  let isClosing = false;
  let settled: Promise<unknown> = Promise.resolve();
  let gathering: NodeJS.Timeout | undefined;

  const restart = async (): Promise<void> => {
    await end(child);
    if (isClosing) return;
    child = begin({ ...settings, port });
    tell((await portOf(child)) === null ? 'ended' : 'restarted');
  };

  return {
    port,
    settled: () => settled,
    changed() {
      clearTimeout(gathering);
      gathering = setTimeout(() => {
        settled = settled.then(restart);
      }, TOGETHER_MS);
    },
    async close() {
      isClosing = true;
      clearTimeout(gathering);
      await Promise.all([settled, end(child)]);
    },
  };
}

function begin(settings: DevSettings): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', SERVER], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true, // Ctrl+C of a terminal goes to its whole group, and would be the second signal for this one
  });
  child.send(settings);
  return child;
}

/** @returns null when it ended before it could listen */
async function portOf(child: ChildProcess): Promise<number | null> {
  const ready = once(child, 'message').then(([{ port }]) => port as Ready['port']);
  return Promise.race([ready, once(child, 'exit').then(() => null)]);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const isOver = await Promise.race([ended.then(() => true), sleep(PATIENCE_MS, false, { ref: false })]);
  if (!isOver) child.kill('SIGTERM');
  await ended;
}
