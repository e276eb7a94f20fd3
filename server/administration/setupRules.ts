import type { RegistrationCheck } from '../../contract/setup.ts';
import type { FailedCheck, FieldChecks } from '../../contract/problem.ts';
import type { TenantCheck, TenantCheckName } from '../people/identity/tenantCheckRules.ts';
import { faultOf, textOf } from '../people/identity/tenantFaults.ts';

/** A check of the tenant, as shown in the wizard. */
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

/** The field whose value a failed check concerns. */
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

/** The fault of each field; null: all checks have passed. */
export function faultsOf(checks: readonly RegistrationCheck[]): FieldChecks | null {
  const faults = checks.flatMap(({ check, fault: found }): [string, FailedCheck][] => {
    if (found === null) return [];
    return [[OF_THE_SECRET.includes(found.id) ? 'directoryClientSecret' : FIELDS[check], found]];
  });
  return faults.length === 0 ? null : Object.fromEntries(faults);
}

/** Whether the browser uses the origin at which people will sign in. */
export const isAt = (address: string, publicUrl: string): boolean =>
  URL.canParse(address) && new URL(address).origin === new URL(publicUrl).origin;
