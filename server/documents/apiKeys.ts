import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { API_KEY_SCHEME } from '../../contract/documents.ts';
import { ProblemError } from '../foundation/errors.ts';
import { requireAdministrator, type Authenticate } from '../foundation/http/authenticate.ts';
import type { CallLimits } from '../foundation/http/callLimits.ts';
import type { LiveSettings } from '../foundation/settings/liveSettings.ts';
import type { Settings, StoredBy } from '../foundation/settings/settings.ts';
import { apiKeyIn, createApiKey, hashOfApiKey, isApiKey } from './apiKeyRules.ts';
import type { GrantedBy } from './entitlement.ts';

/** The key by which scripts grant sites in place of an administrator (behaviour 2.9). There is one, or none. */
export interface ApiKeys {
  /**
   * Makes one, in place of the one there was. @returns the key, which nobody can read again
   * @param ifMatch as `Settings.change` takes it @throws ProblemError `changed_meanwhile`
   */
  make(by: StoredBy, ifMatch?: string): Promise<string>;
  /** From now on no key is good. @throws ProblemError as `make` */
  revoke(by: StoredBy, ifMatch?: string): Promise<void>;
  /** A hook for `onRequest`: lets administrators in, and whoever brings the key. */
  guard(authenticate: Authenticate): onRequestAsyncHookHandler;
}

interface Parts {
  settings: Pick<Settings, 'change'>;
  live: Pick<LiveSettings, 'current' | 'refresh'>;
  callLimits: Pick<CallLimits, 'countCall' | 'countFailure'>;
}

/** All that scripts do is counted together, as if they were one person. */
const COUNTED_AS = 'docSiteAdminApiKey';

export function createApiKeys({ settings, live, callLimits }: Parts): ApiKeys {
  async function store(hash: string | null, by: StoredBy, ifMatch?: string): Promise<void> {
    await settings.change({ docSiteAdminApiKey: hash }, by, ifMatch);
    await live.refresh();
  }

  /** Wrong keys are counted per address, and never keep the right one out. */
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

/** Who a call is by, behind the guard. */
export const grantedBy = ({ caller }: { caller?: FastifyRequest['caller'] }): GrantedBy =>
  caller ? { actor: caller.person.id, verifiedBy: 'session' } : { actor: 'operator', verifiedBy: 'api_key' };
