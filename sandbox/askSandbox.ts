import { sandboxPorts } from './ports.ts';

/**
 * Calls the running sandbox, for other commands.
 * @param portBase `SANDBOX_PORT_BASE`, if set
 * @throws Error with one line: no sandbox is running, or it refuses
 */
export async function askSandbox<Answer>(path: string, portBase: string | undefined, body?: unknown): Promise<Answer> {
  const { identity } = sandboxPorts(portBase);
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`http://localhost:${identity}${path}`, body === undefined ? {} : post).catch(() => {
    throw new Error(`No sandbox answers on port ${identity}. Start it with npm start (or name its SANDBOX_PORT_BASE).`);
  });
  const answer = (await response.json().catch(() => null)) as (Answer & { error?: string }) | null;
  if (response.ok && answer) return answer;
  throw new Error(answer?.error ?? `What answers on port ${identity} is not the sandbox.`);
}
