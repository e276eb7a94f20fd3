import { randomUUID } from 'node:crypto';
import type { TenantReader, TenantSite } from '../tenant.ts';
import { badRequest, GraphError } from './graphError.ts';
import { holdsOneOf, type GraphCaller } from './permissions.ts';

/** An application's grant on one site; `Sites.Selected` gives no other access. */
export interface SiteGrant {
  id: string;
  application: { id: string; displayName: string };
  roles: string[];
}

const CONTROLS = ['Sites.FullControl.All'];
const READS_ALL = ['Sites.Read.All', 'Sites.ReadWrite.All', 'Sites.Manage.All', ...CONTROLS];
const SELECTED = ['Sites.Selected'];
const ROLES = ['read', 'write', 'manage', 'owner', 'fullcontrol'];

const accessDenied = () => new GraphError(403, 'accessDenied', 'Access denied');
export const itemNotFound = () => new GraphError(404, 'itemNotFound', 'The resource could not be found.');

/** Access checks for sites. */
export interface SiteAccess {
  /** The sites in a list; an application with only `Sites.Selected` gets none. @throws GraphError 403 */
  listed(caller: GraphCaller, sites: TenantSite[]): TenantSite[];
  /** Requires access to all sites. @throws GraphError 403 */
  requireAll(caller: GraphCaller): void;
  /** @throws GraphError 403 without a permission, 404 if there is no such site, 403 if it was not granted */
  requireRead(caller: GraphCaller, site: TenantSite | undefined): TenantSite;
  /** @throws GraphError 403, 404 */
  requireControl(caller: GraphCaller, site: TenantSite | undefined): TenantSite;
  /** Whether a caller may read content with these readers. */
  reaches(caller: GraphCaller, readers: TenantReader[]): boolean;
  grantsOf(site: TenantSite): SiteGrant[];
  /** @throws GraphError 400 for an invalid grant */
  grant(site: TenantSite, body: unknown): SiteGrant;
  /** @throws GraphError 404 */
  revoke(site: TenantSite, grantId: string): void;
}

interface Asked {
  roles?: unknown;
  grantedToIdentities?: { application?: { id?: unknown; displayName?: unknown } }[];
}

/** @throws GraphError 400 */
function readGrant(body: unknown): Omit<SiteGrant, 'id'> {
  const { roles, grantedToIdentities } = (body ?? {}) as Asked;
  const { id, displayName = '' } = grantedToIdentities?.[0]?.application ?? {};
  if (!Array.isArray(roles) || roles.length === 0 || !roles.every((role) => ROLES.includes(String(role))))
    throw badRequest('One of the provided arguments is not acceptable: roles.');
  if (typeof id !== 'string' || !/^[0-9a-f-]{36}$/i.test(id))
    throw badRequest('One of the provided arguments is not acceptable: grantedToIdentities.');
  return { application: { id, displayName: String(displayName) }, roles: roles.map(String) };
}

/** @param isReader whether a person is among the readers */
export function createSiteAccess(isReader: (personId: string, readers: TenantReader[]) => boolean): SiteAccess {
  const grants = new Map<TenantSite, SiteGrant[]>();
  const grantsOf = (site: TenantSite) => grants.get(site) ?? [];
  const holds = (caller: GraphCaller, permissions: readonly string[]) =>
    caller.isApp && holdsOneOf(caller, permissions);
  /** An application reads everything in a site; a person only what they may read. */
  const reaches = (caller: GraphCaller, readers: TenantReader[]) => caller.isApp || isReader(caller.objectId, readers);

  return {
    listed(caller, sites) {
      if (holdsOneOf(caller, READS_ALL)) return sites.filter(({ readers }) => reaches(caller, readers));
      if (holdsOneOf(caller, SELECTED)) return [];
      throw accessDenied();
    },
    requireAll(caller) {
      if (!holds(caller, READS_ALL)) throw accessDenied();
    },
    requireRead(caller, site) {
      if (!holdsOneOf(caller, [...READS_ALL, ...SELECTED])) throw accessDenied();
      if (!site || !reaches(caller, site.readers)) throw itemNotFound();
      const isGranted = grantsOf(site).some(({ application }) => application.id === caller.appId);
      if (!holdsOneOf(caller, READS_ALL) && !isGranted) throw accessDenied();
      return site;
    },
    requireControl(caller, site) {
      if (!holds(caller, CONTROLS)) throw accessDenied();
      if (!site) throw itemNotFound();
      return site;
    },
    reaches,
    grantsOf,
    grant(site, body) {
      const asked = readGrant(body);
      const before = grantsOf(site).find(({ application }) => application.id === asked.application.id);
      const made = { ...asked, id: before?.id ?? Buffer.from(`grant ${randomUUID()}`).toString('base64') };
      grants.set(site, [...grantsOf(site).filter((each) => each !== before), made]);
      return made;
    },
    revoke(site, grantId) {
      const left = grantsOf(site).filter(({ id }) => id !== grantId);
      if (left.length === grantsOf(site).length) throw itemNotFound();
      grants.set(site, left);
    },
  };
}
