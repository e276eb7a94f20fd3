import { z } from 'zod';
import { PostFailed, type ChannelHost } from '../../../contract/channel.ts';
import { postFailure } from '../../../contract/postFailures.ts';
import type { Person } from '../../../contract/people.ts';
import { DirectoryError, isObjectId } from './directory.ts';
import type { GraphClient } from './graphClient.ts';
import { quoted } from './odata.ts';

const CATALOG = 'AppCatalog.Read.All';
const INSTALL = 'TeamsAppInstallation.ReadWriteSelfForUser.All';
const RETRY_MS = 60_000;

const Entry = z.object({ id: z.string().min(1) });

/**
 * Installs a Teams bot for people through Graph, if the permissions for that are granted; otherwise the failure names
 * the missing one, and says that the person can simply open the bot once. Installing twice is harmless.
 */
export function createBotInstaller(graph: GraphClient): ChannelHost['installBot'] {
  return async (appId, person) => {
    try {
      if (!isObjectId(person.id)) throw notMet(person, 'outside');
      const app = await findApp(appId, person);
      const installed = `/users/${person.id}/teamwork/installedApps`;
      const body = { 'teamsApp@odata.bind': `https://graph.microsoft.com/v1.0/appCatalogs/teamsApps/${app}` };
      await graph.create(body, { path: installed, permission: INSTALL });
      return await findChat(installed, app, person);
    } catch (error) {
      throw error instanceof DirectoryError ? toPostFailed(error, person) : error;
    }
  };

  async function findApp(appId: string, person: Person): Promise<string> {
    const $filter = `externalId eq ${quoted(appId)}`;
    const found = await graph.all(Entry, { path: '/appCatalogs/teamsApps', query: { $filter }, permission: CATALOG });
    if (found?.[0]) return found[0].id;
    throw notMet(person, 'catalogue');
  }

  async function findChat(installed: string, app: string, person: Person): Promise<string> {
    const query = { $expand: 'teamsApp', $filter: `teamsApp/id eq ${quoted(app)}` };
    const [installation] = (await graph.all(Entry, { path: installed, query, permission: INSTALL })) ?? [];
    const path = installation && `${installed}/${encodeURIComponent(installation.id)}/chat`;
    const chat = path ? await graph.one(Entry, { path, permission: INSTALL }) : null;
    if (!chat) throw notMet(person, 'conversation', RETRY_MS);
    return chat.id;
  }
}

type Why = 'outside' | 'catalogue' | 'conversation';

const notMet = ({ displayName: name }: Person, why: Why, retryAfterMs: number | null = null): PostFailed =>
  new PostFailed(postFailure('botNotMet', { name, why }), retryAfterMs);

function toPostFailed({ code, detail }: DirectoryError, person: Person): PostFailed {
  const values = { name: person.displayName, reason: detail };
  if (code === 'directory_denied') return new PostFailed(postFailure('botDenied', values), null);
  const retryAfterMs = code === 'directory_unavailable' ? RETRY_MS : null;
  return new PostFailed(postFailure('botNotMet', { ...values, why: 'other' }), retryAfterMs);
}
