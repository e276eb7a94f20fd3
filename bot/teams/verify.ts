import type { ConfigurationBotFrameworkAuthentication } from 'botbuilder';
import { ProblemError } from '../../contract/problem.ts';
import { Activity, tenantsOf } from './activity.ts';
import type { BotIdentity } from './connector.ts';
import { quietLibrary } from './quietLibrary.ts';

type Authentication = Pick<ConfigurationBotFrameworkAuthentication, 'authenticateRequest'>;
type Proof = Awaited<ReturnType<Authentication['authenticateRequest']>>;

/** A verified activity: from Teams, for this bot, from our tenant. */
export interface Verified {
  activity: Activity;
  proof: Proof;
}

export type Verify = (body: unknown, authorization: string | undefined) => Promise<Verified>;

const CHANNEL = 'msteams';
const ISSUER = 'https://api.botframework.com';

/**
 * Bot token verification (behaviour 5.2). The library checks signature, key, audience, expiry and endorsement; it
 * accepts activities without a service URL, other issuers on its list, and any tenant, so this checks those.
 * @throws ProblemError malformed, unauthenticated (for any fault of the token, without details), forbidden
 */
export function createVerify(authentication: Authentication, { tenantId }: Pick<BotIdentity, 'tenantId'>): Verify {
  quietLibrary();
  return async (body, authorization = '') => {
    const parsed = Activity.safeParse(body);
    if (!parsed.success) throw new ProblemError('malformed', 'This is not an activity of Teams.');
    const activity = parsed.data;
    const proof = activity.channelId === CHANNEL ? await prove(activity, authorization) : null;
    if (!proof) throw new ProblemError('unauthenticated', 'Only Teams may call here.');
    const tenants = tenantsOf(activity);
    if (tenants.length === 0 || tenants.some((tenant) => tenant.toLowerCase() !== tenantId.toLowerCase()))
      throw new ProblemError('forbidden', 'This bot serves the people of another organisation.');
    return { activity, proof };
  };

  /** Null for any failure, because the library's errors quote the token. */
  async function prove(activity: Activity, authorization: string): Promise<Proof | null> {
    const asked = activity as unknown as Parameters<Authentication['authenticateRequest']>[0];
    const proof = await authentication.authenticateRequest(asked, authorization).catch(() => null);
    const claim = (name: string) => proof?.claimsIdentity.getClaimValue(name);
    return claim('iss') === ISSUER && claim('serviceurl') === activity.serviceUrl ? proof : null;
  }
}
