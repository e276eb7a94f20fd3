// npm run -s sandbox:token -- ada@sandbox.test: prints only a bearer token for scripts, from the running sandbox.
import { askSandbox } from './askSandbox.ts';

/** @throws Error with one line: no sandbox is running, or the person does not exist */
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
