import type { Person, Role } from '../../../contract/people.ts';
import { forbidden } from '../../foundation/errors.ts';
import type { Caller } from '../../foundation/http/authenticate.ts';
import type { VerifiedToken, VerifyBearer } from './bearer.ts';
import { throwAsProblem } from './directoryError.ts';

/** What is asked of the directory about a caller. */
export interface CallerDirectory {
  accountById(id: string): Promise<{ person: Person; isGuest: boolean } | null>;
  /** Object ids of every group, direct or through other groups. */
  groupsOf(personId: string): Promise<string[]>;
}

export interface CallerOptions {
  verifyBearer: VerifyBearer;
  directory: CallerDirectory;
  /** Who has a role besides those with its app role, as it is set now. */
  roleHolders(): RoleHolders;
}

/** Object ids. */
export interface RoleHolders {
  adminIds: readonly string[];
  adminGroupIds: readonly string[];
  authorGroupIds: readonly string[];
  auditorGroupIds: readonly string[];
}

export type ResolveCaller = (authorization: string | undefined) => Promise<Caller>;

/**
 * From an Authorization header to the person behind it (behaviour 5.1). The person is the directory's record of the
 * token's object id; e-mail addresses and names in the token are not looked at.
 *
 * @throws ProblemError from the function it returns: what the verifier throws, `forbidden` for programs and for people
 * who are not in the directory, `unavailable` when the directory cannot be read
 */
export function createCallerResolver(options: CallerOptions): ResolveCaller {
  const { verifyBearer, directory, roleHolders } = options;
  return async (authorization) => {
    const token = await verifyBearer(authorization);
    if (token.kind === 'app') throw forbidden('Sign in as a person; programs have no access.');
    const { account, groups } = await readAccount(directory, token.oid);
    if (!account) throw forbidden('You are signed in, but the directory of this organisation does not know you.');
    const { adminIds, adminGroupIds, authorGroupIds, auditorGroupIds } = roleHolders();
    const roles = rolesOf(token, [token.oid, ...groups], {
      administrator: [...adminIds, ...adminGroupIds],
      author: authorGroupIds,
      auditor: auditorGroupIds,
    });
    return { ...account, groups, roles, tokenExpiresAt: token.expiresAt };
  };
}

async function readAccount(directory: CallerDirectory, id: string) {
  try {
    const account = await directory.accountById(id);
    return { account, groups: account ? await directory.groupsOf(id) : [] };
  } catch (error) {
    return throwAsProblem(error);
  }
}

const APP_ROLES: Record<Role, string> = { administrator: 'Admin', author: 'Author', auditor: 'Auditor' };

/** @param ids of the person and their groups */
function rolesOf({ appRoles }: VerifiedToken, ids: string[], holders: Record<Role, readonly string[]>): Role[] {
  const own = new Set(ids);
  const roles = Object.keys(APP_ROLES) as Role[];
  return roles.filter((role) => appRoles.includes(APP_ROLES[role]) || holders[role].some((id) => own.has(id)));
}
