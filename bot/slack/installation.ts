import type { Log } from '../../contract/channel.ts';
import type { SlackClient } from './callSlack.ts';

/** Where an app is installed, as reported by Slack. */
export interface Installation {
  teamId: string | null;
  /** The Enterprise Grid's id; null outside one. */
  enterpriseId: string | null;
  /** Installed for a whole Enterprise Grid with all its workspaces. */
  isOrgWide: boolean;
  appId: string | null;
}

type Body = Record<string, unknown>;

const textAt = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const idIn = (value: unknown): string | null =>
  typeof value === 'object' && value !== null ? textAt((value as Body)['id']) : null;

const differs = (given: string | null, own: string | null): boolean => given !== null && own !== null && given !== own;

/**
 * The receiving workspaces of an event: events of a shared channel name another workspace, and the receivers
 * separately.
 */
const toldTo = (body: Body, key: 'team_id' | 'enterprise_id'): (string | null)[] =>
  Array.isArray(body['authorizations'])
    ? body['authorizations'].map((each: unknown) => textAt((each as Body | null)?.[key]))
    : [];

/** Whether a call is for this installation. Ids missing in the call or in the installation count as matching. */
export function isForInstallation(body: Body, { teamId, enterpriseId, isOrgWide, appId }: Installation): boolean {
  if (differs(textAt(body['api_app_id']), appId)) return false;
  const enterprise = idIn(body['enterprise']) ?? textAt(body['enterprise_id']);
  if (isOrgWide) return !differs(enterprise, enterpriseId) || toldTo(body, 'enterprise_id').includes(enterpriseId);
  const team = idIn(body['team']) ?? textAt(body['team_id']);
  if (team === null) return !differs(enterprise, enterpriseId);
  return !differs(team, teamId) || toldTo(body, 'team_id').includes(teamId);
}

/** Asks Slack once where the app is installed; null while unknown. Never rejects or waits long. */
export function createInstallation({
  client,
  log,
}: {
  client: SlackClient;
  log: Log;
}): () => Promise<Installation | null> {
  let known: Promise<Installation | null> | null = null;

  async function ask(): Promise<Installation | null> {
    try {
      const {
        team_id: team,
        enterprise_id: enterprise,
        is_enterprise_install: isOrgWide,
        bot_id: bot,
      } = await client.auth.test();
      return {
        teamId: team ?? null,
        enterpriseId: enterprise ?? null,
        isOrgWide: isOrgWide === true,
        appId: await appOf(bot),
      };
    } catch (error) {
      log.warn({ err: error }, 'Slack does not say where the app is installed');
      known = null; // retried with the next call
      return null;
    }
  }

  async function appOf(bot: string | undefined): Promise<string | null> {
    if (bot === undefined) return null;
    const { bot: info } = await client.bots.info({ bot });
    return info?.app_id ?? null;
  }

  return () => (known ??= ask());
}
