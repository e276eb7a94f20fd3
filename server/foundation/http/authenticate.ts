import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Person, Role } from '../../../contract/people.ts';
import { forbidden, ProblemError } from '../errors.ts';
import type { CallLimits } from './callLimits.ts';

/** The signed-in person behind a request, and what they may do. */
export interface Caller {
  person: Person;
  roles: Role[];
  /** Object ids of every group the person is in, directly or through other groups. */
  groups: string[];
  /** Of another organisation, invited: they answer what they are asked, and start what names them. */
  isGuest: boolean;
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

/** A token that was good until a moment ago. It is no attempt at anything: its holder only has to renew it. */
export class TokenExpired extends ProblemError {
  constructor() {
    super('unauthenticated', 'The token has expired.');
  }
}

/**
 * A hook for `onRequest` that puts the caller on the request, whatever its method, before any of its body is read
 * (behaviour 5.1). Requests are counted per person. What is no token of ours is counted per address, and never keeps a
 * good token of the same address out.
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

/** Whoever may change flows: authors, and administrators with them. */
export const isAuthor = ({ roles }: Pick<Caller, 'roles'>): boolean =>
  roles.includes('author') || roles.includes('administrator');

/** Whoever may read the audit: auditors, and administrators with them. */
export const isAuditor = ({ roles }: Pick<Caller, 'roles'>): boolean =>
  roles.includes('auditor') || roles.includes('administrator');

/** A hook that follows authentication. @throws ProblemError `forbidden` */
export async function requireAuthor(request: FastifyRequest): Promise<void> {
  if (!isAuthor(request.caller)) throw forbidden('Only authors of flows and administrators may do this.');
}

/** A hook that follows authentication: everybody of the tenant, without its guests. @throws ProblemError `forbidden` */
export async function requireMember(request: FastifyRequest): Promise<void> {
  if (request.caller.isGuest) throw forbidden('Guests of this organisation may not do this.');
}

/** A hook that follows authentication. @throws ProblemError `forbidden` */
export async function requireAdministrator(request: FastifyRequest): Promise<void> {
  if (!isAdministrator(request.caller)) throw forbidden('Only administrators may do this.');
}

/** A hook that follows authentication. @throws ProblemError `forbidden` */
export async function requireAuditor(request: FastifyRequest): Promise<void> {
  if (!isAuditor(request.caller)) throw forbidden('Only auditors and administrators may do this.');
}
