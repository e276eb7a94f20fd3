import { FIXED_PORTS } from './ports.ts';
import type { Sandbox } from './sandbox.ts';

/** Why the sandbox must not start in these surroundings: everybody can be anybody in it. Null when it may. */
export function refusalToStart(env: NodeJS.ProcessEnv): string | null {
  if (env['NODE_ENV'] === 'production')
    return 'The sandbox lets everybody sign in as anybody, so it does not start with NODE_ENV=production. The product starts with: npm run serve';
  if (env['TENANT_ID'])
    return 'TENANT_ID names a real tenant, and the sandbox brings its own. Unset TENANT_ID, or start the product with: npm run serve';
  return null;
}

/** The first thing a newcomer reads. @param productUrl where the web client is */
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
