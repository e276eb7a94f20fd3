// npm run sandbox:slack: a Slack workspace on this machine, for the product started by npm start.
import { sandboxPorts } from '../ports.ts';
import { readTenant } from '../tenant.ts';
import { startSlack } from './slack.ts';

const PATIENCE_MS = 1000;

const isRunning = (url: string): Promise<boolean> =>
  fetch(`${url}/api/client-config`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const productUrl = `http://localhost:${env['PORT'] || 3000}`;
  const ports = sandboxPorts(env['SANDBOX_PORT_BASE']);
  const slack = await startSlack({ tenant: readTenant(), ports, productUrl: () => productUrl });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void slack.close());
  const first = slack.workspace.members[0]!;
  const missing = `
  Handback is not running at ${productUrl} yet: start it with npm start, in another terminal.
`;
  console.log(`
  A Slack workspace is running in the sandbox, on this machine only.

    Slack      ${slack.pageUrl}
    Read as    ${first.person.displayName} or anybody else of the sandbox
    Try        help, inbox or /handback, or run a flow and answer here
${(await isRunning(productUrl)) ? '' : missing}
  Stop it with Ctrl+C.
`);
}

await main(process.env).catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
