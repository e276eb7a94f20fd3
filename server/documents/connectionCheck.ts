import type { ConnectionCheck, SiteConnection, SiteRegistrationName } from '../../contract/documents.ts';
import type { FailedCheck } from '../../contract/problem.ts';
import { check as fault, ProblemError } from '../foundation/errors.ts';
import type { Fetch } from '../foundation/http/outbound.ts';
import { DirectoryError } from '../people/identity/directoryError.ts';
import { consentUrlOf } from '../people/identity/tenantCheckRules.ts';
import { checkTenant, grantedOrProblem } from '../people/identity/tenantChecks.ts';
import { faultOf } from '../people/identity/tenantFaults.ts';
import { problemFor, type Connection, type Connections } from './connections.ts';
import { permissionOf, WANTED } from './siteRules.ts';

interface Parts {
  connections: Connections;
  /** How many sites the registration can read. @throws DirectoryError */
  countSites(connection: Connection, granted: readonly string[]): Promise<number>;
  platformFetch: Fetch;
  loginOrigin: string;
  now(): number;
}

type Found = Pick<SiteConnection, 'checks' | 'permission' | 'siteCount'>;
type CheckName = ConnectionCheck['check'];

const passed = (check: CheckName): ConnectionCheck => ({ check, fault: null, consentUrl: null });
const failedBy = (check: CheckName, what: FailedCheck, consentUrl: string | null = null): ConnectionCheck => ({
  check,
  fault: what,
  consentUrl,
});

/** A result whose last check failed. */
const ended = (...checks: ConnectionCheck[]): Found => ({ checks, permission: null, siteCount: null });

/**
 * Checks a registration for document sites (behaviour 5.3 C): its settings, the tenant, sign-in, granted permissions,
 * and whether sites can be read. Never throws for problems found by these checks.
 */
export const createConnectionCheck = (parts: Parts) => {
  async function look(connection: Connection): Promise<Found> {
    const { name, asked, registration } = connection;
    const tenant = await checkTenant(asked.tenantId, parts.platformFetch);
    if (!tenant.isOk) return ended(passed('settings'), failedBy('tenant', faultOf(tenant)));
    const before = (['settings', 'tenant'] as const).map(passed);
    const granted = await grantedOrProblem(registration, asked); // with a new token: consent may be recent
    if (granted !== null && 'check' in granted) return ended(...before, failedBy('credentials', faultOf(granted)));
    const signedIn = [...before, passed('credentials')];
    const { tenantId, directoryClientId: clientId } = asked;
    const consentUrl = clientId === '' ? null : consentUrlOf(tenantId, clientId, parts.loginOrigin);
    const permission = granted === null ? null : permissionOf(name, granted);
    if (granted !== null && permission === null)
      return ended(
        ...signedIn,
        failedBy('permissions', fault('consentMissing', { missing: WANTED[name] }), consentUrl),
      );
    const known = granted === null ? signedIn : [...signedIn, passed('permissions')];
    const counted = await count(connection, granted ?? []);
    if (typeof counted !== 'number') return { ...ended(...known, failedBy('sites', counted)), permission };
    return { checks: [...known, passed('sites')], permission, siteCount: counted };
  }

  /** How many sites can be read, or what is wrong. */
  async function count(connection: Connection, granted: readonly string[]): Promise<number | FailedCheck> {
    try {
      return await parts.countSites(connection, granted);
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      if (error.code === 'directory_failed') return fault('tenantRefuses', { number: String(error.status ?? '?') });
      return Object.values(problemFor(connection, error).extra.checks ?? {})[0] ?? fault('tenantUnreachable');
    }
  }

  return async (name: SiteRegistrationName): Promise<SiteConnection> => {
    const checkedAt = new Date(parts.now()).toISOString();
    try {
      return { checkedAt, ...(await look(parts.connections.open(name))) };
    } catch (error) {
      const [missing] = error instanceof ProblemError ? Object.values(error.extra.checks ?? {}) : [];
      if (missing === undefined) throw error;
      return { checkedAt, ...ended(failedBy('settings', missing)) };
    }
  };
};
