import { spawn, type SpawnOptionsWithoutStdio } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a command in its own process, and waits for its end. */
export async function runToEnd(command: string, args: string[], options: SpawnOptionsWithoutStdio): Promise<Ended> {
  const child = spawn(command, args, options);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, out, err };
}
