import { ConfidentialClientApplication } from '@azure/msal-node';
import type { ChannelHost } from '../../../contract/channel.ts';
import type { Fetch } from '../../foundation/http/outbound.ts';
import { networkClient } from './networkClient.ts';

/** Tokens of apps that are neither of the two registrations, a bot's for one. MSAL caches them until shortly before they expire. */
export function createAppTokens(platformFetch: Fetch): ChannelHost['appToken'] {
  const applications = new Map<string, ConfidentialClientApplication>();
  return async ({ tenantId, clientId, clientSecret }, scope) => {
    const key = `${tenantId}/${clientId}`;
    const application =
      applications.get(key) ??
      new ConfidentialClientApplication({
        auth: { clientId, clientSecret, authority: `https://login.microsoftonline.com/${tenantId}` },
        system: { networkClient: networkClient(platformFetch) },
      });
    applications.set(key, application);
    const result = await application.acquireTokenByClientCredential({ scopes: [scope] });
    if (!result) throw new Error('The identity provider answered without a token.');
    return result.accessToken;
  };
}
