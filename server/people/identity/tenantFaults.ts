import type { FailedCheck } from '../../../contract/problem.ts';
import { check as fault } from '../../foundation/errors.ts';
import type { TenantCheck, TenantProblem } from './tenantCheckRules.ts';

/** The check id of each problem, and the values its text names. */
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

/** What the text says if a check found no value. */
const OTHERWISE: Record<string, string> = { missing: 'User.ReadBasic.All, GroupMember.Read.All', number: '?' };

export const textOf = (value: string | readonly string[] | undefined): string => [value ?? []].flat().join(', ');

/** A failed check as a fault with a text. */
export function faultOf({ problem = 'refused', values }: TenantCheck): FailedCheck {
  const [id, ...named] = FAULTS[problem];
  const words = named.map((name) => [name, textOf(values[name]) || (OTHERWISE[name] ?? '')]);
  return fault(id, Object.fromEntries(words));
}
