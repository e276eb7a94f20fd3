import type { ClientConfig } from '../../contract/client.ts';
import { getPublic } from './api/client.ts';
import type { AuthClient, Host } from './host.ts';

/** What this installation is, and who is here. */
export interface Session {
  config: ClientConfig;
  auth: AuthClient;
}

/** @throws ApiProblem when the server cannot be reached */
export async function openSession(host: Host): Promise<Session> {
  const config = await getPublic<ClientConfig>('/client-config');
  return { config, auth: await host.authenticate(config) };
}
