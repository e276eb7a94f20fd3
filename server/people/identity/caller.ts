import type { Person, Role } from '../../../contract/people.ts';
import { forbidden, ProblemError } from '../../foundation/errors.ts';
import type { Caller } from '../../foundation/http/authenticate.ts';
import type { VerifiedToken, VerifyBearer } from './bearer.ts';
import { throwAsProblem, UnknownEntry } from './directoryError.ts';
import { isGuest } from './guests.ts';

/** What the directory is asked about a caller. */
export interface CallerDirectory {
  personById(id: string): Promise<Person | null>;
  /** Object ids of all the person's groups, including nested ones. */
  groupsOf(personId: string): Promise<string[]>;
}

export interface CallerOptions {
  verifyBearer: VerifyBearer;
  directory: CallerDirectory;
  /** The people and groups that currently have a role through settings, beside those with an app role. */
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
 * Resolves an Authorization header to the person behind it (behaviour 5.1): the directory's record of the token's
 * object id. E-mail addresses and names in the token are ignored.
 *
 * @throws ProblemError from the returned function: what the verifier throws, `forbidden` for programs and for people
 * who are not in the directory or disabled there, `unavailable` if the directory cannot be read
 */
export function createCallerResolver(options: CallerOptions): ResolveCaller {
  const { verifyBearer, directory, roleHolders } = options;
  return async (authorization) => {
    const token = await verifyBearer(authorization);
    if (token.kind === 'app') throw forbidden('Sign in as a person; programs have no access.');
    const { person, groups } = await readPerson(directory, token.oid);
    if (!person) throw forbidden('You are signed in, but the directory of this organisation does not know you.');
    if (person.isDisabled) throw forbidden('Your account is disabled in the directory of this organisation.');
    const roles = rolesOf(token, groups, roleHolders());
    return { person, isGuest: isGuest(person), groups, roles, tokenExpiresAt: token.expiresAt };
  };
}

/**
 * The same, for pages where administrators see why nobody can get in: while the directory cannot be read,
 * administrators by token or by their own id are let in on that alone. Their groups are unknown then.
 *
 * @param resolveCaller tried first; its errors go to everybody else
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

async function readPerson(directory: CallerDirectory, id: string) {
  try {
    const person = await directory.personById(id);
    return { person, groups: person ? await directory.groupsOf(id) : [] };
  } catch (error) {
    if (error instanceof UnknownEntry) return { person: null, groups: [] }; // their account was read before
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
