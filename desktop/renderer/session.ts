import type { ClientConfig } from '../../contract/client.ts';
import { getPublic } from './api/client.ts';
import type { AuthClient, Host } from './host.ts';

/** The installation's configuration and the signed-in person. */
export interface Session {
  config: ClientConfig;
  auth: AuthClient;
}

/** @throws ApiProblem if the server is unreachable */
export async function openSession(host: Host): Promise<Session> {
  const config = await getPublic<ClientConfig>('/client-config');
  return { config, auth: await host.authenticate(config) };
}
