// cspell:ignore rolemanager federateddirectoryclaimprovider
import { z } from 'zod';
import { isObjectId } from '../../../contract/objectId.ts';
import { EVERYONE } from '../../search/searchIndex.ts';
import type { Access } from './documentSource.ts';

const Named = z.object({ id: z.string().nullish(), loginName: z.string().nullish() }).nullish();

/** Whom a permission names: the same one may stand there as several of these. */
const GraphIdentity = z.object({ user: Named, group: Named, siteUser: Named, siteGroup: Named });
type GraphIdentity = z.infer<typeof GraphIdentity>;

/** A permission of a drive item, as Microsoft Graph gives it. */
export const GraphPermission = z.object({
  roles: z.array(z.string()).nullish(),
  hasPassword: z.boolean().nullish(),
  expirationDateTime: z.string().nullish(),
  grantedToV2: GraphIdentity.nullish(),
  grantedToIdentitiesV2: z.array(GraphIdentity).nullish(),
});
export type GraphPermission = z.infer<typeof GraphPermission>;

/** Roles with which a document can be read as a whole; any other, such as one that shows it without letting go of it, is none. */
const READS = ['read', 'write', 'owner', 'sp.full control', 'sp.owner', 'sp.member'];
/** All of the tenant but its guests, and everybody with them, as SharePoint writes it. */
const EVERYBODY = /^c:0(?:-\.f\|rolemanager\|spo-grid-all-users\/[0-9a-f-]{36}|\(\.s\|true)$/i;
/** A group of the directory, as SharePoint writes it: its members, and not its owners (`_o`). */
const GROUP = /^c:0[a-z]\.c\|(?:tenant|federateddirectoryclaimprovider)\|([0-9a-f-]{36})$/i;

/** @returns the object id or `EVERYONE`; null: nobody that the directory knows */
function readerOf({ user, group, siteUser, siteGroup }: GraphIdentity): string | null {
  const login = siteUser?.loginName ?? siteGroup?.loginName ?? group?.loginName ?? '';
  if (EVERYBODY.test(login)) return EVERYONE;
  if (/^c:0.*_o$/i.test(login)) return null; // owners of a group are fewer than its members
  const id = user?.id ?? group?.id ?? GROUP.exec(login)?.[1] ?? '';
  return isObjectId(id) ? id.toLowerCase() : null;
}

const isReading = ({ roles, hasPassword }: GraphPermission): boolean =>
  (roles ?? []).some((role) => READS.includes(role.toLowerCase())) && hasPassword !== true;

/** When it ends: never, at a moment, or, where nobody can read that, at once. */
function endOf({ expirationDateTime }: GraphPermission): number {
  if (expirationDateTime === null || expirationDateTime === undefined || expirationDateTime === '') return Infinity;
  const end = Date.parse(expirationDateTime);
  if (Number.isNaN(end)) return 0;
  return end < 0 ? Infinity : end; // Graph writes the year 1 for never
}

/**
 * Those that one permission names. A link makes nobody a reader whom it does not name, also where it opens for all of the
 * tenant: its address is a secret among those who got it.
 */
function namedBy({ grantedToV2, grantedToIdentitiesV2 }: GraphPermission): (string | null)[] {
  const named = [...(grantedToV2 ? [grantedToV2] : []), ...(grantedToIdentitiesV2 ?? [])];
  return named.map(readerOf);
}

/** Who may read an item, by all its permissions, inherited ones too: never more than may (behaviour 5.6). */
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
