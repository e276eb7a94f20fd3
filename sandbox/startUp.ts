import { readConfig, type Config } from '../server/foundation/config.ts';
import { FIXED_PORTS } from './ports.ts';
import { startSandbox, type Sandbox } from './sandbox.ts';
import { readTenant } from './tenant.ts';

/**
 * Starts the sandbox for a product with this environment.
 * @throws Error with one line if the sandbox must not run here, or a port is taken
 */
export async function startForEnvironment(env: NodeJS.ProcessEnv): Promise<{ surroundings: Config; sandbox: Sandbox }> {
  const refusal = refusalToStart(env);
  if (refusal) throw new Error(refusal);
  const surroundings = readConfig(env, 'sandbox');
  const tenant = readTenant();
  tenant.registrations.client.redirectUris.push({ platform: 'spa', uri: `${surroundings.publicUrl}/` });
  return { surroundings, sandbox: await startSandbox({ tenant, portBase: env['SANDBOX_PORT_BASE'] }) };
}

/** Why the sandbox must not start in this environment, because anyone can sign in as anyone in it; null if it may. */
export function refusalToStart(env: NodeJS.ProcessEnv): string | null {
  if (env['NODE_ENV'] === 'production')
    return 'The sandbox lets everybody sign in as anybody, so it does not start with NODE_ENV=production. The product starts with: npm run serve';
  if (env['TENANT_ID'])
    return 'TENANT_ID names a real tenant, and the sandbox brings its own. Unset TENANT_ID, or start the product with: npm run serve';
  return null;
}

/** The startup message. @param productUrl the web client's URL */
export function banner({ tenant, identity, mail }: Sandbox, productUrl: string): string {
  const { port } = new URL(identity.url);
  const moved = Number(port) === FIXED_PORTS.identity ? '' : `SANDBOX_PORT_BASE=${port} `;
  const productPort = new URL(productUrl).port;
  const both = productPort === '3000' ? moved : `${moved}PORT=${productPort} `;
  const [first, ...others] = tenant.people;
  const some = others.slice(0, 3).map(({ displayName }) => displayName);
  return `
  Handback is running in its sandbox, on this machine only.

    Handback   ${productUrl}
    Mailbox    ${mail.url}
    Sign in    as ${first?.displayName} (administrator and author), ${some.join(', ')} or anybody else: no password
    Teams      ${both}npm run sandbox:teams, in another terminal
    Slack      ${both}npm run sandbox:slack, in another terminal
    A token    ${moved}npm run -s sandbox:token -- ${first?.mail}

  Stop it with Ctrl+C.
`;
}
