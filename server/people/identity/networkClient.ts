import type { INetworkModule, NetworkRequestOptions, NetworkResponse } from '@azure/msal-node';
import type { Fetch } from '../../foundation/http/outbound.ts';

/** Routes MSAL's requests through `platformFetch`, so that the production authority can stay configured everywhere. */
export function networkClient(platformFetch: Fetch): INetworkModule {
  const send = async <T>(method: string, url: string, options?: NetworkRequestOptions): Promise<NetworkResponse<T>> => {
    const { headers, body } = options ?? {};
    const response = await platformFetch(url, { method, headers, body });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: (await response.json()) as T,
    };
  };
  return {
    sendGetRequestAsync: (url, options) => send('GET', url, options),
    sendPostRequestAsync: (url, options) => send('POST', url, options),
  };
}
