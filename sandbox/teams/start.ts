// npm run sandbox:teams -- [who ...]: Teams for some people of the running sandbox, in Agents Playgrounds.
import { askSandbox } from '../askSandbox.ts';
import { sandboxPorts } from '../ports.ts';
import { findPerson, readTenant, type Tenant, type TenantPerson } from '../tenant.ts';
import type { Playground } from './playground.ts';
import { startTeamsClient } from './teamsClient.ts';

/** The people in the samples: Ada approves expenses, Grace reports incidents. */
const USUAL_PEOPLE = ['ada', 'grace'];

/** @param name key, address or object id. @throws Error that lists the existing people */
function personCalled(tenant: Tenant, name: string): TenantPerson {
  const person = tenant.people.find(({ key }) => key === name.toLowerCase()) ?? findPerson(tenant, name);
  if (person) return person;
  throw new Error(
    `Nobody in the sandbox is called ${name}. There are: ${tenant.people.map(({ key }) => key).join(', ')}`,
  );
}

/** @throws Error with one line if the sandbox's Handback does not respond there */
async function requireHandback(url: string): Promise<void> {
  const response = await fetch(`${url}/api/client-config`).catch(() => null);
  if (!response) throw new Error(`Handback does not answer at ${url}. Start it with npm start (or name its PORT).`);
  const config = (await response.json().catch(() => ({}))) as { mode?: string };
  if (config.mode !== 'sandbox') throw new Error(`What answers at ${url} is not the sandbox's Handback.`);
}

const banner = (clients: (Playground & { person: TenantPerson })[]) => `
  Teams, for people of the sandbox, in the Microsoft 365 Agents Playground:

${clients.map(({ person, url }) => `    ${person.displayName.padEnd(18)} ${url}`).join('\n')}

  The bot meets people when their page is opened; then it brings them what they are asked.
  A page that is loaded again begins empty: write "inbox" to see what waits.

  These pages listen on ALL network interfaces of this machine, because the playground knows no other way: whoever
  reaches this machine over a network can answer as these people. The rest of the sandbox stays on 127.0.0.1.

  Stop it with Ctrl+C.
`;

async function main(names: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const tenant = readTenant();
  const people = [...new Set((names.length > 0 ? names : USUAL_PEOPLE).map((name) => personCalled(tenant, name)))];
  const portBase = env['SANDBOX_PORT_BASE'];
  const sign = async ({ serviceUrl }: { serviceUrl?: string }) =>
    (await askSandbox<{ token: string }>('/sandbox/teams/token', portBase, { serviceUrl })).token;
  const handback = `http://localhost:${env['PORT'] || 3000}`;
  await sign({});
  await requireHandback(handback);

  const client = { tenant, sign, target: `${handback}/api/messages` };
  const firstPort = sandboxPorts(portBase).teams;
  const clients: (Playground & { person: TenantPerson })[] = [];
  const stop = async () => void (await Promise.all(clients.map((client) => client.close())));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  try {
    for (const [index, person] of people.entries())
      clients.push({ ...(await startTeamsClient({ ...client, person, port: firstPort + index })), person });
    console.log(banner(clients));
    await Promise.race(clients.map(({ ended }) => ended));
  } finally {
    await stop();
  }
}

await main(process.argv.slice(2), process.env).catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
