import type { AuthenticationResult } from '@azure/msal-node';
import { decodeJwt } from 'jose';
import type { Fetch } from '../../foundation/http/outbound.ts';
import { DirectoryError } from './directoryError.ts';
import { networkClient } from './networkClient.ts';

export const GRAPH_ORIGIN = 'https://graph.microsoft.com';
export const LOGIN_ORIGIN = 'https://login.microsoftonline.com';

/** Where people sign in: the sandbox puts itself in Microsoft's place. */
export const loginOriginOf = (originMap: Readonly<Record<string, string>>): string =>
  originMap[LOGIN_ORIGIN] ?? LOGIN_ORIGIN;

export interface ServerRegistrationOptions {
  tenantId: string;
  directoryClientId: string;
  /** Null with a managed identity. */
  directoryClientSecret: string | null;
  directoryAuthType: 'clientCredentials' | 'managedSystemIdentity';
  platformFetch: Fetch;
  /** Its name in error texts; the server registration by default. */
  name?: string;
  /** The resource its tokens are for, if not Microsoft Graph: an address, or an application's id. */
  resource?: string;
}

/** A registration, such as the server's, signed in as itself (behaviour 5.3 B). */
export interface ServerRegistration {
  /** A token for Microsoft Graph, cached until shortly before it expires. @throws DirectoryError */
  graphToken(): Promise<string>;
  /**
   * The application permissions in the token. Best effort: Microsoft says that the content of its own tokens is opaque.
   * @param isFresh bypasses the cache, after an administrator has granted something
   * @throws DirectoryError
   */
  grantedPermissions(isFresh?: boolean): Promise<string[]>;
}

/** @param isFresh bypasses the cache @throws DirectoryError from the returned function */
type AppToken = (isFresh?: boolean) => Promise<string>;

/**
 * Signs in with a client secret or, depending on `directoryAuthType`, with the machine's managed identity. Concurrent
 * calls share one token request, because MSAL does not coalesce them. MSAL is loaded at the first call: it takes half a
 * second, which would delay listening.
 */
export function createAppToken(options: ServerRegistrationOptions): AppToken {
  const open = options.directoryAuthType === 'managedSystemIdentity' ? byManagedIdentity : bySecret;
  let opening: Promise<Acquire> | undefined;
  const pending = new Map<boolean, Promise<string>>();

  return (isFresh = false) => {
    const running = pending.get(isFresh);
    if (running) return running;
    opening ??= open(options);
    const started = opening
      .then((acquire) => acquire(isFresh))
      .then(accessTokenOf)
      .catch((error: unknown) => Promise.reject(explain(error, options.name)))
      .finally(() => pending.delete(isFresh));
    pending.set(isFresh, started);
    return started;
  };
}

export function createServerRegistration(options: ServerRegistrationOptions): ServerRegistration {
  const token = createAppToken(options);
  return {
    graphToken: () => token(),
    async grantedPermissions(isFresh = false) {
      const { roles } = decodeJwt(await token(isFresh));
      return Array.isArray(roles) ? roles.map(String) : [];
    },
  };
}

type Acquire = (isFresh: boolean) => Promise<AuthenticationResult | null>;

async function bySecret({
  tenantId,
  directoryClientId,
  directoryClientSecret,
  platformFetch,
  resource = GRAPH_ORIGIN,
}: ServerRegistrationOptions): Promise<Acquire> {
  const { ConfidentialClientApplication } = await import('@azure/msal-node');
  const application = new ConfidentialClientApplication({
    auth: {
      clientId: directoryClientId,
      clientSecret: directoryClientSecret ?? '',
      authority: `${LOGIN_ORIGIN}/${tenantId}`,
    },
    system: { networkClient: networkClient(platformFetch) },
  });
  return (skipCache) => application.acquireTokenByClientCredential({ scopes: [`${resource}/.default`], skipCache });
}

async function byManagedIdentity({
  platformFetch,
  resource = GRAPH_ORIGIN,
}: ServerRegistrationOptions): Promise<Acquire> {
  const { ManagedIdentityApplication } = await import('@azure/msal-node');
  const application = new ManagedIdentityApplication({
    system: { networkClient: networkClient(platformFetch), disableInternalRetries: true },
  });
  return (forceRefresh) => application.acquireToken({ resource, forceRefresh });
}

function accessTokenOf(result: AuthenticationResult | null): string {
  if (!result) throw new DirectoryError('directory_failed', 'The identity provider answered without a token.');
  return result.accessToken;
}

/** OAuth 2 errors that an administrator has to fix. */
const REFUSALS = [
  'invalid_client',
  'unauthorized_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'invalid_resource',
];

/** MSAL's messages may quote what was sent, so only its error code and Microsoft's number are kept. */
function explain(error: unknown, name = 'server registration'): DirectoryError {
  if (error instanceof DirectoryError) return error;
  const { errorCode = '', message = '' } = error as { errorCode?: string; message?: string };
  if (!REFUSALS.includes(errorCode))
    return new DirectoryError('directory_unavailable', 'The identity provider cannot be reached right now.');
  const number = /AADSTS\d+/.exec(message)?.[0];
  return new DirectoryError(
    'directory_denied',
    `The identity provider refuses the ${name} (${[errorCode, number].filter(Boolean).join(', ')}); check its id and secret.`,
  );
}
