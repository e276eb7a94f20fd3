import type { ConfigurationBotFrameworkAuthentication } from 'botbuilder';
import { ProblemError } from '../../contract/problem.ts';
import { Activity, tenantsOf } from './activity.ts';
import type { BotIdentity } from './connector.ts';
import { quietLibrary } from './quietLibrary.ts';

type Authentication = Pick<ConfigurationBotFrameworkAuthentication, 'authenticateRequest'>;
type Proof = Awaited<ReturnType<Authentication['authenticateRequest']>>;

/** An activity that came from Teams, for this bot, about somebody of our tenant. */
export interface Verified {
  activity: Activity;
  proof: Proof;
}

export type Verify = (body: unknown, authorization: string | undefined) => Promise<Verified>;

const CHANNEL = 'msteams';
const ISSUER = 'https://api.botframework.com';

/**
 * Bot token verification (behaviour 5.2). The library checks signature, key, audience, expiry and endorsement; it lets
 * pass what has no service URL, what another issuer of its list has signed, and every tenant.
 * @throws ProblemError malformed, unauthenticated (whatever is wrong with the token, and no more is said), forbidden
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

  /** Null whatever is wrong: the library's errors quote the token. */
  async function prove(activity: Activity, authorization: string): Promise<Proof | null> {
    const asked = activity as unknown as Parameters<Authentication['authenticateRequest']>[0];
    const proof = await authentication.authenticateRequest(asked, authorization).catch(() => null);
    const claim = (name: string) => proof?.claimsIdentity.getClaimValue(name);
    return claim('iss') === ISSUER && claim('serviceurl') === activity.serviceUrl ? proof : null;
  }
}
