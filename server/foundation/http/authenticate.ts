import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Person, Role } from '../../../contract/people.ts';
import { forbidden, ProblemError } from '../errors.ts';

/** The signed-in person behind a request, and what they may do. */
export interface Caller {
  person: Person;
  roles: Role[];
  /** Object ids of every group the person is in, directly or through other groups. */
  groups: string[];
  /** Milliseconds since 1970. What outlives a request (an event stream) ends then. */
  tokenExpiresAt: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the hook that `createAuthenticate` makes; absent on routes without it. */
    caller: Caller;
  }
}

export type Authenticate = onRequestAsyncHookHandler;

/**
 * A hook for `onRequest` that puts the caller on the request, whatever its method, before any of its body is read
 * (spec part 5.1).
 *
 * @param resolveCaller from the Authorization header to the caller; throws ProblemError for everyone it refuses
 */
export function createAuthenticate(
  resolveCaller: (authorization: string | undefined) => Promise<Caller>,
): Authenticate {
  return async (request, reply) => {
    try {
      request.caller = await resolveCaller(request.headers.authorization);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
      throw error;
    }
  };
}

export const isAdministrator = ({ roles }: Pick<Caller, 'roles'>): boolean => roles.includes('administrator');

/** Whoever may change flows: authors, and administrators with them. */
export const isAuthor = ({ roles }: Pick<Caller, 'roles'>): boolean =>
  roles.includes('author') || roles.includes('administrator');

/** A hook that follows authentication. @throws ProblemError `forbidden` */
export async function requireAuthor(request: FastifyRequest): Promise<void> {
  if (!isAuthor(request.caller)) throw forbidden('Only authors of flows and administrators may do this.');
}

/** A hook that follows authentication. @throws ProblemError `forbidden` */
export async function requireAdministrator(request: FastifyRequest): Promise<void> {
  if (!isAdministrator(request.caller)) throw forbidden('Only administrators may do this.');
}
