import type { FailedCheck } from '../../../contract/problem.ts';
import { check as fault } from '../../foundation/errors.ts';
import type { TenantCheck, TenantProblem } from './tenantCheckRules.ts';

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

export const textOf = (value: string | readonly string[] | undefined): string => [value ?? []].flat().join(', ');

/** A problem as it is said to people. @param found a check that failed */
export function faultOf({ problem = 'refused', values }: TenantCheck): FailedCheck {
  const [id, ...named] = FAULTS[problem];
  const words = named.map((name) => [name, textOf(values[name]) || (OTHERWISE[name] ?? '')]);
  return fault(id, Object.fromEntries(words));
}
