import { isSame } from '../../server/foundation/isSame.ts';
import { registrationKey, type RedirectUri, type Registration, type Tenant } from '../tenant.ts';
import { Refusal } from './refusal.ts';

/** @throws Refusal */
export function findRegistration(tenant: Tenant, clientId: string | null): Registration {
  const key = clientId && registrationKey(tenant, clientId);
  if (!key || tenant.registrations[key].clientId !== clientId) throw new Refusal(700016, clientId);
  return tenant.registrations[key];
}

/** Authenticates the client: a confidential one needs its secret, a public one must not send any. @throws Refusal */
export function authenticateClient(tenant: Tenant, body: URLSearchParams): Registration {
  const registration = findRegistration(tenant, body.get('client_id'));
  const secret = body.get('client_secret');
  if (registration.secret === null) {
    if (secret !== null) throw new Refusal(700025);
    return registration;
  }
  if (secret === null) throw new Refusal(7000218);
  if (registration.expiredSecret && isSame(secret, registration.expiredSecret)) throw new Refusal(7000222);
  if (!isSame(secret, registration.secret)) throw new Refusal(7000215);
  return registration;
}

/** @throws Refusal, also for a public client */
export function authenticateConfidentialClient(tenant: Tenant, body: URLSearchParams): Registration {
  const registration = authenticateClient(tenant, body);
  if (registration.secret === null) throw new Refusal(7000218);
  return registration;
}

/** Codes and refresh tokens of a single-page app may only be redeemed cross-origin by a browser. */
export function requireBrowser(platform: RedirectUri['platform'], origin: string | undefined): void {
  if (platform === 'spa' && !origin) throw new Refusal(9002327);
}

const LOOPBACK = [/^http:\/\/localhost(?::\d+)?(\/.*)?$/, /^http:\/\/127\.0\.0\.1(?::\d+)?(\/.*)?$/];

/** Redirect URIs must match exactly; loopback addresses match with any port, because apps listen on any free one. */
function matches(registered: string, given: string): boolean {
  if (registered === given) return true;
  return LOOPBACK.some((pattern) => {
    const [one, other] = [pattern.exec(registered), pattern.exec(given)];
    return one !== null && other !== null && one[1] === other[1];
  });
}

export const findRedirectUri = (registration: Registration, given: string): RedirectUri | undefined =>
  registration.redirectUris.find(({ uri }) => matches(uri, given));
