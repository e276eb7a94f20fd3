// npm run -s sandbox:token -- ada@sandbox.test: a bearer token for scripts, from the sandbox that runs, and nothing else.
import { askSandbox } from './askSandbox.ts';

/** @throws Error in one line: nothing runs there, or nobody is called so */
async function askForToken(user: string | undefined, portBase: string | undefined): Promise<string> {
  if (!user) throw new Error('Whose token? For example: npm run -s sandbox:token -- ada@sandbox.test');
  const query = new URLSearchParams({ user }).toString();
  return (await askSandbox<{ token: string }>(`/sandbox/token?${query}`, portBase)).token;
}

try {
  process.stdout.write(`${await askForToken(process.argv[2], process.env['SANDBOX_PORT_BASE'])}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
