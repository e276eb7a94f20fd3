import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { API_KEY_SCHEME } from '../../contract/documents.ts';
import { ProblemError } from '../foundation/errors.ts';
import { requireAdministrator, type Authenticate } from '../foundation/http/authenticate.ts';
import type { CallLimits } from '../foundation/http/callLimits.ts';
import type { LiveSettings } from '../foundation/settings/liveSettings.ts';
import type { Settings, StoredBy } from '../foundation/settings/settings.ts';
import { apiKeyIn, createApiKey, hashOfApiKey, isApiKey } from './apiKeyRules.ts';
import type { GrantedBy } from './entitlement.ts';

/** The key with which scripts can grant sites instead of an administrator (behaviour 2.9). There is at most one. */
export interface ApiKeys {
  /**
   * Makes a key, replacing any previous one. @returns the key, which cannot be read again
   * @param ifMatch as for `Settings.change` @throws ProblemError `changed_meanwhile`
   */
  make(by: StoredBy, ifMatch?: string): Promise<string>;
  /** Invalidates the key. @throws ProblemError as `make` */
  revoke(by: StoredBy, ifMatch?: string): Promise<void>;
  /** An `onRequest` hook that admits administrators, and callers with the key. */
  guard(authenticate: Authenticate): onRequestAsyncHookHandler;
}

interface Parts {
  settings: Pick<Settings, 'change'>;
  live: Pick<LiveSettings, 'current' | 'refresh'>;
  callLimits: Pick<CallLimits, 'countCall' | 'countFailure'>;
}

/** All scripts share one rate limit, as if they were one person. */
const COUNTED_AS = 'docSiteAdminApiKey';

export function createApiKeys({ settings, live, callLimits }: Parts): ApiKeys {
  async function store(hash: string | null, by: StoredBy, ifMatch?: string): Promise<void> {
    await settings.change({ docSiteAdminApiKey: hash }, by, ifMatch);
    await live.refresh();
  }

  /** Wrong keys are counted per address, and never block the right one. */
  function checkKey(given: string, { ip }: FastifyRequest, reply: FastifyReply): void {
    if (isApiKey(given, live.current().docSiteAdminApiKey)) return callLimits.countCall(COUNTED_AS);
    reply.header('www-authenticate', API_KEY_SCHEME);
    throw callLimits.countFailure(ip, new ProblemError('unauthenticated', 'The API key is not right.'));
  }

  return {
    async make(by, ifMatch) {
      const key = createApiKey();
      await store(hashOfApiKey(key), by, ifMatch);
      return key;
    },
    revoke: (by, ifMatch) => store(null, by, ifMatch),
    guard: (authenticate) =>
      async function (request, reply) {
        const given = apiKeyIn(request.headers.authorization);
        if (given !== null) return checkKey(given, request, reply);
        await authenticate.call(this, request, reply);
        await requireAdministrator(request);
      },
  };
}

/** The author of a call that passed the guard. */
export const grantedBy = ({ caller }: { caller?: FastifyRequest['caller'] }): GrantedBy =>
  caller ? { actor: caller.person.id, verifiedBy: 'session' } : { actor: 'operator', verifiedBy: 'api_key' };
