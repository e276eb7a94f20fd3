import type { Fetch } from '../foundation/http/outbound.ts';
import { createGraphClient, type GraphClient } from '../people/directory/graphClient.ts';
import type { ServerRegistration } from '../people/identity/registrations.ts';
import type { Ground } from './ground.ts';

interface Parts extends Pick<Ground, 'now' | 'steady'> {
  platformFetch: Fetch;
  /** The registration's name in error texts; the server registration by default. */
  name?: string;
}

/** Microsoft Graph, called as a registration. */
export const graphOf = (registration: Pick<ServerRegistration, 'graphToken'>, parts: Parts): GraphClient =>
  createGraphClient({
    ...parts,
    graphToken: () => registration.graphToken(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: Math.random,
  });
