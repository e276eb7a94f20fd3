import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { RoleHolderList, SettingList, SettingsBody, TagHeaders } from '../../contract/settings.ts';
import { check, failed } from '../foundation/errors.ts';
import { requireAdministrator, type Authenticate } from '../foundation/http/authenticate.ts';
import { entityTag } from '../foundation/http/entityTag.ts';
import type { LiveSettings } from '../foundation/settings/liveSettings.ts';
import type { CurrentValueOf } from '../foundation/settings/settingChanges.ts';
import type { Directory } from '../people/directory/directory.ts';
import { REGISTRATION_SETTINGS } from '../people/identity/registrationSettings.ts';
import { holdersIn, holdersNow, keepOwnRole, type Administrators } from './roleSettings.ts';
import { listSettings, type ListParts } from './settingView.ts';

interface Parts extends ListParts {
  authenticate: Authenticate;
  live: Pick<LiveSettings, 'current' | 'refresh'>;
  directory: Pick<Directory, 'personById' | 'groupById'>;
}

const tags = ['administration'];

/**
 * Settings with routes of their own: a wrong registration locks everybody out, channels have a route for single
 * settings, and an API key is generated, not chosen.
 */
const ELSEWHERE: readonly string[] = [...REGISTRATION_SETTINGS, 'notificationProviders', 'docSiteAdminApiKey'];

/** The settings of the installation (behaviour 2.9), for administrators. Secrets are never returned. */
export const settingRoutes =
  (parts: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const { authenticate, settings, live, directory } = parts;
    app.addHook('onRequest', authenticate);
    app.addHook('preHandler', requireAdministrator);

    /** The administrators at the time the caller of a change was authorised. */
    const seen = new WeakMap<object, Administrators>();
    /** Read before the settings, so that the tag is never newer than they are. */
    const tagNow = async () => entityTag(await settings.version());

    app.get('/settings', { schema: { tags, response: { 200: SettingList } } }, async (_request, reply) => {
      reply.header('etag', await tagNow());
      return listSettings(parts);
    });

    app.patch(
      '/settings',
      {
        onRequest: async (request) => void seen.set(request, live.current()),
        schema: { tags, headers: TagHeaders, body: SettingsBody, response: { 200: SettingList } },
      },
      async (request, reply) => {
        const { caller, headers, body } = request;
        const elsewhere = Object.keys(body).filter((name) => ELSEWHERE.includes(name));
        if (elsewhere.length > 0)
          throw failed(Object.fromEntries(elsewhere.map((name) => [name, check('settingElsewhere')])));
        const changes = (now: CurrentValueOf) => {
          const before = { adminIds: now('adminIds'), adminGroupIds: now('adminGroupIds') };
          keepOwnRole(caller, { seen: seen.get(request)!, before }, body);
          return body;
        };
        await settings.change(changes, { actor: caller.person.id, verifiedBy: 'session' }, headers['if-match']);
        await live.refresh();
        reply.header('etag', await tagNow());
        return listSettings(parts);
      },
    );

    app.get('/settings/roles', { schema: { tags, response: { 200: RoleHolderList } } }, async (_request, reply) => {
      reply.header('etag', await tagNow());
      settings.forget();
      return { items: await holdersIn(await holdersNow(settings), directory) };
    });
  };
