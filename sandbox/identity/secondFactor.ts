// cspell:ignore polids
import { z } from 'zod';
import type { Registration, Tenant, TenantPerson } from '../tenant.ts';
import { Refusal } from './refusal.ts';
import { findResource, parseScopes } from './scopes.ts';

/** The id of the only policy of conditional access here: it demands a second factor. */
const POLICY = '9ab03e19-ed42-4168-b6b7-7001fb3e933a';

/** What the identity provider and Graph ask for if a second factor is missing. */
export const SECOND_FACTOR_CLAIMS = JSON.stringify({
  access_token: { polids: { essential: true, values: [POLICY] } },
});

/** The value of the claim `amr` in tokens with a second factor. */
export const WITH_SECOND_FACTOR = ['pwd', 'mfa'];

export const hasSecondFactor = (amr: unknown): boolean => Array.isArray(amr) && amr.includes('mfa');

const Demand = z.object({
  access_token: z.object({ polids: z.object({ values: z.array(z.string()) }).optional() }).optional(),
});

/**
 * Whether the claims of an authorisation request demand the second factor. Everybody here is made up and passes it.
 *
 * @throws Refusal if they are not JSON
 */
export function demandsSecondFactor(claims: string | null): boolean {
  if (claims === null) return false;
  try {
    const demand = Demand.safeParse(JSON.parse(claims)).data;
    return demand?.access_token?.polids?.values.includes(POLICY) ?? false;
  } catch {
    throw new Refusal(90023, 'claims');
  }
}

interface Asked {
  registration: Registration;
  person: TenantPerson;
  scope: string;
  hasSecondFactor: boolean;
}

/** @throws Refusal with the claims to ask for, if a service may act on behalf of the person only with a second factor */
export function requireSecondFactor(tenant: Tenant, { registration, person, scope, ...asked }: Asked): void {
  if (registration.secret === null || asked.hasSecondFactor) return; // people themselves are asked when they sign in
  const { key } = findResource(tenant, parseScopes(scope).resource);
  if (person.secondFactorFor?.includes(key)) throw new Refusal(50076, null, SECOND_FACTOR_CLAIMS);
}
