import type { ConfidentialClientApplication } from '@azure/msal-node';
import type { ChannelHost } from '../../../contract/channel.ts';
import type { Fetch } from '../../foundation/http/outbound.ts';
import { networkClient } from './networkClient.ts';

type App = Parameters<ChannelHost['appToken']>[0];

/** Tokens of apps other than the two registrations, such as a bot's. MSAL caches them until shortly before they expire. */
export function createAppTokens(platformFetch: Fetch): ChannelHost['appToken'] {
  const applications = new Map<string, Promise<ConfidentialClientApplication>>();

  async function open({ tenantId, clientId, clientSecret }: App): Promise<ConfidentialClientApplication> {
    const msal = await import('@azure/msal-node');
    return new msal.ConfidentialClientApplication({
      auth: { clientId, clientSecret, authority: `https://login.microsoftonline.com/${tenantId}` },
      system: { networkClient: networkClient(platformFetch) },
    });
  }

  return async (app, scope) => {
    const key = JSON.stringify(app); // includes the secret: a new secret makes a new application
    const opening = applications.get(key) ?? open(app);
    applications.set(key, opening);
    const result = await (await opening).acquireTokenByClientCredential({ scopes: [scope] });
    if (!result) throw new Error('The identity provider answered without a token.');
    return result.accessToken;
  };
}
