// cspell:ignore rolemanager federateddirectoryclaimprovider
import { z } from 'zod';
import { isObjectId } from '../../../contract/objectId.ts';
import { EVERYONE } from '../../search/searchIndex.ts';
import type { Access } from './documentSource.ts';

const Named = z.object({ id: z.string().nullish(), loginName: z.string().nullish() }).nullish();

/** The identity a permission names; it may appear in several of these fields. */
const GraphIdentity = z.object({ user: Named, group: Named, siteUser: Named, siteGroup: Named });
type GraphIdentity = z.infer<typeof GraphIdentity>;

/** A drive item's permission, as Microsoft Graph returns it. */
export const GraphPermission = z.object({
  roles: z.array(z.string()).nullish(),
  hasPassword: z.boolean().nullish(),
  expirationDateTime: z.string().nullish(),
  grantedToV2: GraphIdentity.nullish(),
  grantedToIdentitiesV2: z.array(GraphIdentity).nullish(),
});
export type GraphPermission = z.infer<typeof GraphPermission>;

/** Roles that can read a whole document. Others, such as view-only without download, do not count. */
const READS = ['read', 'write', 'owner', 'sp.full control', 'sp.owner', 'sp.member'];
/** SharePoint's login names for everyone except external users, and for everyone. */
const EVERYBODY = /^c:0(?:-\.f\|rolemanager\|spo-grid-all-users\/[0-9a-f-]{36}|\(\.s\|true)$/i;
/** SharePoint's login name for a directory group: its members, not its owners (`_o`). */
const GROUP = /^c:0[a-z]\.c\|(?:tenant|federateddirectoryclaimprovider)\|([0-9a-f-]{36})$/i;

/** @returns the object id or `EVERYONE`; null: not in the directory */
function readerOf({ user, group, siteUser, siteGroup }: GraphIdentity): string | null {
  const login = siteUser?.loginName ?? siteGroup?.loginName ?? group?.loginName ?? '';
  if (EVERYBODY.test(login)) return EVERYONE;
  if (/^c:0.*_o$/i.test(login)) return null; // only the group's owners, not all its members
  const id = user?.id ?? group?.id ?? GROUP.exec(login)?.[1] ?? '';
  return isObjectId(id) ? id.toLowerCase() : null;
}

const isReading = ({ roles, hasPassword }: GraphPermission): boolean =>
  (roles ?? []).some((role) => READS.includes(role.toLowerCase())) && hasPassword !== true;

/** When it expires: never, at a moment or, if the date cannot be read, immediately. */
function endOf({ expirationDateTime }: GraphPermission): number {
  if (expirationDateTime === null || expirationDateTime === undefined || expirationDateTime === '') return Infinity;
  const end = Date.parse(expirationDateTime);
  if (Number.isNaN(end)) return 0;
  return end < 0 ? Infinity : end; // Graph uses the year 1 for never
}

/**
 * The people and groups a permission names. A sharing link makes only those readers whom it names, even if it works for
 * the whole tenant: its address is a secret among those who have it.
 */
function namedBy({ grantedToV2, grantedToIdentitiesV2 }: GraphPermission): (string | null)[] {
  const named = [...(grantedToV2 ? [grantedToV2] : []), ...(grantedToIdentitiesV2 ?? [])];
  return named.map(readerOf);
}

/** Who may read an item, from all its permissions, including inherited ones; never more than really may (behaviour 5.6). */
export function accessOf(permissions: readonly GraphPermission[], now: number): Access {
  const holding = permissions.filter((each) => isReading(each) && endOf(each) > now);
  const named = holding.flatMap(namedBy);
  const until = Math.min(...holding.map(endOf));
  return {
    readers: [...new Set(named.filter((each) => each !== null))].sort(),
    hasUnknown: named.includes(null),
    until: until === Infinity ? null : until,
  };
}
