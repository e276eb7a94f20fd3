import { forbidden, ProblemError } from '../foundation/errors.ts';
import type { BearerOptions, VerifyBearer } from '../people/identity/bearer.ts';
import type { ServiceChoice } from './chosenIndex.ts';

/** The search-service tokens that people send beside their own (behaviour 5.3 D). */
export interface SearchTokens {
  /**
   * The token a person sent for the service, once it is verified to be theirs; undefined if the service needs none.
   * @param header unchecked
   * @throws ProblemError forbidden if it is missing, invalid or somebody else's
   */
  check(personId: string, header: unknown): Promise<string | undefined>;
}

interface Parts {
  service(): ServiceChoice | null;
  verifierFor(ids: Required<Pick<BearerOptions, 'audience' | 'scope'>>): VerifyBearer;
}

/** All ways to write a resource as a token's audience. */
const audienceOf = (resource: string): string[] => {
  const bare = resource.replace(/\/+$/, '');
  return [bare, `${bare}/`, bare.startsWith('api://') ? bare.slice('api://'.length) : `api://${bare}`];
};

export function createSearchTokens({ service, verifierFor }: Parts): SearchTokens {
  let opened: { resource: string; verify: VerifyBearer } | null = null;

  function verifierOf(resource: string): VerifyBearer {
    if (opened?.resource !== resource)
      opened = { resource, verify: verifierFor({ audience: audienceOf(resource), scope: 'user_impersonation' }) };
    return opened.verify;
  }

  return {
    async check(personId, header) {
      const chosen = service();
      if (chosen?.enforcement !== 'personal') return undefined;
      const token = typeof header === 'string' ? header.replace(/^Bearer /i, '') : '';
      if (token === '') throw forbidden('Searching needs your own token for the search service, and none came.');
      const { kind, oid } = await verifierOf(chosen.resource)(`Bearer ${token}`).catch((error: unknown) => {
        throw isRefusal(error) ? forbidden('The token for the search service is not valid.') : error;
      });
      if (kind !== 'user' || oid !== personId) throw forbidden('The token for the search service is not yours.');
      return token;
    },
  };
}

/** Other errors are the key server's, not the token's. */
const isRefusal = (error: unknown): boolean => error instanceof ProblemError && error.code !== 'unavailable';
