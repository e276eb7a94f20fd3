// Runs a server in its own process and replaces it when the sources change.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DevSettings, Ready } from './devServer.ts';

export interface RestartingServer {
  /** Its port, the same after every restart. */
  port: number;
  /** Resolves when the server accepts requests, or when it has failed and only a source change can help. */
  settled(): Promise<unknown>;
  /** Called when the sources change. Changes in quick succession cause one restart. */
  changed(): void;
  close(): Promise<void>;
}

const SERVER = fileURLToPath(new URL('devServer.ts', import.meta.url));
/** "Save all" in an editor, or a change of branch, touches many files in quick succession. */
const TOGETHER_MS = 100;
/** After this, a second signal makes the server end at once. */
const PATIENCE_MS = 2000;

/** @throws Error if the server does not start the first time; its output is on the terminal */
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
    detached: true, // Ctrl+C signals the terminal's whole process group, and would be this process's second signal
  });
  child.send(settings);
  return child;
}

/** @returns null if it ended before listening */
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
