import type { RegistrationCheck } from '../../contract/setup.ts';
import type { FailedCheck, FieldChecks } from '../../contract/problem.ts';
import { check as fault } from '../foundation/errors.ts';
import type { TenantCheck, TenantCheckName, TenantProblem } from '../people/identity/tenantCheckRules.ts';

/** How a fault is called, and what its words name. */
const FAULTS: Record<TenantProblem, readonly [id: FailedCheck['id'], ...named: string[]]> = {
  unreachable: ['tenantUnreachable'],
  unknown_tenant: ['tenantUnknown'],
  unknown_client: ['clientUnknown'],
  client_disabled: ['clientDisabled'],
  redirect_not_registered: ['redirectUnknown', 'redirectUri'],
  unknown_api: ['apiUnknown', 'directoryClientId'],
  wrong_secret: ['secretWrong'],
  expired_secret: ['secretExpired'],
  no_managed_identity: ['identityMissing'],
  consent_missing: ['consentMissing', 'missing'],
  refused: ['tenantRefuses', 'number'],
};

/** What the words say where a check found no more. */
const OTHERWISE: Record<string, string> = { missing: 'User.ReadBasic.All, GroupMember.Read.All', number: '?' };

const textOf = (value: string | readonly string[] | undefined): string => [value ?? []].flat().join(', ');

function faultOf({ problem = 'refused', values }: TenantCheck): FailedCheck {
  const [id, ...named] = FAULTS[problem];
  const words = named.map((name) => [name, textOf(values[name]) || (OTHERWISE[name] ?? '')]);
  return fault(id, Object.fromEntries(words));
}

/** A look at the tenant, as whoever sets the product up is told of it. */
export function toRegistrationCheck(found: TenantCheck): RegistrationCheck {
  const { check, isOk, values } = found;
  const { unavailable = [], consentUrl } = values;
  const helps = !isOk || unavailable.length > 0;
  return {
    check,
    fault: isOk ? null : faultOf(found),
    unavailable: [unavailable].flat(),
    consentUrl: consentUrl !== undefined && helps ? textOf(consentUrl) : null,
  };
}

/** Where somebody has typed what a check found wrong. */
const FIELDS: Record<TenantCheckName, string> = {
  tenant: 'tenantId',
  client: 'clientId',
  redirectUri: 'address',
  api: 'directoryClientId',
  credentials: 'directoryClientId',
  permissions: 'directoryClientId',
  directory: 'directoryClientId',
};
const OF_THE_SECRET: readonly FailedCheck['id'][] = ['secretWrong', 'secretExpired'];

/** What is wrong with each field; null: all checks have passed. */
export function faultsOf(checks: readonly RegistrationCheck[]): FieldChecks | null {
  const faults = checks.flatMap(({ check, fault: found }): [string, FailedCheck][] => {
    if (found === null) return [];
    return [[OF_THE_SECRET.includes(found.id) ? 'directoryClientSecret' : FIELDS[check], found]];
  });
  return faults.length === 0 ? null : Object.fromEntries(faults);
}

/** Whether a browser that is there is where people are to sign in. */
export const isAt = (address: string, publicUrl: string): boolean =>
  URL.canParse(address) && new URL(address).origin === new URL(publicUrl).origin;
