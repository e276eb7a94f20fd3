import type { Person, Role } from '../../../contract/people.ts';
import { forbidden, ProblemError } from '../../foundation/errors.ts';
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
    const { person, isGuest } = account;
    return { person, isGuest, groups, roles: rolesOf(token, groups, roleHolders()), tokenExpiresAt: token.expiresAt };
  };
}

/**
 * The same where administrators see what keeps everybody out: while the directory does not say who calls, whoever is an
 * administrator by their token or their own id is known by these. Of their groups nothing is known then.
 *
 * @param resolveCaller asked first @throws ProblemError from the function it returns, as that throws it for everybody else
 */
export function createAdministratorResolver(
  { verifyBearer, roleHolders }: Omit<CallerOptions, 'directory'>,
  resolveCaller: ResolveCaller,
): ResolveCaller {
  return (authorization) =>
    resolveCaller(authorization).catch(async (error: unknown) => {
      if (!(error instanceof ProblemError) || error.code !== 'unavailable') throw error;
      const token = await verifyBearer(authorization);
      const roles = token.kind === 'user' ? rolesOf(token, [], roleHolders()) : [];
      if (!roles.includes('administrator')) throw error;
      const person = { id: token.oid, displayName: token.oid, email: null, userPrincipalName: null };
      return { person, isGuest: false, groups: [], roles, tokenExpiresAt: token.expiresAt };
    });
}

async function readAccount(directory: CallerDirectory, id: string) {
  try {
    const account = await directory.accountById(id);
    return { account, groups: account ? await directory.groupsOf(id) : [] };
  } catch (error) {
    return throwAsProblem(error);
  }
}

const ROLES: { role: Role; appRole: string; heldBy: readonly (keyof RoleHolders)[] }[] = [
  { role: 'administrator', appRole: 'Admin', heldBy: ['adminIds', 'adminGroupIds'] },
  { role: 'author', appRole: 'Author', heldBy: ['authorGroupIds'] },
  { role: 'auditor', appRole: 'Auditor', heldBy: ['auditorGroupIds'] },
];

function rolesOf({ oid, appRoles }: VerifiedToken, groups: string[], holders: RoleHolders): Role[] {
  const isTheirs = (id: string) => id === oid || groups.includes(id);
  const has = ({ appRole, heldBy }: (typeof ROLES)[number]) =>
    appRoles.includes(appRole) || heldBy.some((name) => holders[name].some(isTheirs));
  return ROLES.filter(has).map(({ role }) => role);
}
