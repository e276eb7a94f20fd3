// npm run -s sandbox:token -- ada@sandbox.test: a bearer token for scripts, from the sandbox that runs, and nothing else.
import { sandboxPorts } from './ports.ts';

/** @throws Error in one line: nothing runs there, or nobody is called so */
async function askForToken(user: string | undefined, portBase: string | undefined): Promise<string> {
  if (!user) throw new Error('Whose token? For example: npm run -s sandbox:token -- ada@sandbox.test');
  const { identity } = sandboxPorts(portBase);
  const address = `http://localhost:${identity}/sandbox/token?${new URLSearchParams({ user }).toString()}`;
  const response = await fetch(address).catch(() => {
    throw new Error(`No sandbox answers on port ${identity}. Start it with npm start (or name its SANDBOX_PORT_BASE).`);
  });
  const answer = (await response.json().catch(() => ({}))) as { token?: string; error?: string };
  if (!answer.token) throw new Error(answer.error ?? `What answers on port ${identity} is not the sandbox.`);
  return answer.token;
}

try {
  process.stdout.write(`${await askForToken(process.argv[2], process.env['SANDBOX_PORT_BASE'])}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
