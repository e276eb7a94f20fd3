import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Person, Role } from '../../../contract/people.ts';
import { forbidden, ProblemError } from '../errors.ts';
import type { CallLimits } from './callLimits.ts';

/** The signed-in person behind a request, and what they may do. */
export interface Caller {
  person: Person;
  roles: Role[];
  /** Object ids of all the person's groups, including nested ones. */
  groups: string[];
  /** Invited from another organisation: may answer what they are asked, and start flows that name them. */
  isGuest: boolean;
  /** Milliseconds since 1970. Whatever outlives a request (an event stream) ends then. */
  tokenExpiresAt: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the hook of `createAuthenticate`; absent on routes without it. */
    caller: Caller;
  }
}

export type Authenticate = onRequestAsyncHookHandler;

/** A token that was valid and has expired. Not counted as a failed attempt: its holder only has to renew it. */
export class TokenExpired extends ProblemError {
  constructor() {
    super('unauthenticated', 'The token has expired.');
  }
}

/**
 * An `onRequest` hook that sets the request's caller, for every method, before the body is read (behaviour 5.1).
 * Requests are counted per person. Invalid tokens are counted per address, and never block a valid token from the same
 * address.
 *
 * @param resolveCaller from the Authorization header to the caller; throws ProblemError for everyone it refuses
 */
export function createAuthenticate(
  resolveCaller: (authorization: string | undefined) => Promise<Caller>,
  limits: Pick<CallLimits, 'countCall' | 'countFailure'>,
): Authenticate {
  return async (request, reply) => {
    request.caller = await resolveCaller(request.headers.authorization).catch((error: unknown) => {
      if (!(error instanceof ProblemError) || error.code !== 'unauthenticated') throw error;
      const refusal = error instanceof TokenExpired ? error : limits.countFailure(request.ip, error);
      if (refusal.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
      else reply.header('connection', 'close');
      throw refusal;
    });
    limits.countCall(request.caller.person.id);
  };
}

export const isAdministrator = ({ roles }: Pick<Caller, 'roles'>): boolean => roles.includes('administrator');

/** May change flows: authors and administrators. */
export const isAuthor = ({ roles }: Pick<Caller, 'roles'>): boolean =>
  roles.includes('author') || roles.includes('administrator');

/** May read the audit: auditors and administrators. */
export const isAuditor = ({ roles }: Pick<Caller, 'roles'>): boolean =>
  roles.includes('auditor') || roles.includes('administrator');

/** Use it after authentication. @throws ProblemError `forbidden` */
export async function requireAuthor(request: FastifyRequest): Promise<void> {
  if (!isAuthor(request.caller)) throw forbidden('Only authors of flows and administrators may do this.');
}

/** Lets all members of the tenant pass, but no guests. Use it after authentication. @throws ProblemError `forbidden` */
export async function requireMember(request: FastifyRequest): Promise<void> {
  if (request.caller.isGuest) throw forbidden('Guests of this organisation may not do this.');
}

/** Use it after authentication. @throws ProblemError `forbidden` */
export async function requireAdministrator(request: FastifyRequest): Promise<void> {
  if (!isAdministrator(request.caller)) throw forbidden('Only administrators may do this.');
}

/** Use it after authentication. @throws ProblemError `forbidden` */
export async function requireAuditor(request: FastifyRequest): Promise<void> {
  if (!isAuditor(request.caller)) throw forbidden('Only auditors and administrators may do this.');
}
