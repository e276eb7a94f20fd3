import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { RoleHolderList, SettingList, SettingsBody } from '../../contract/settings.ts';
import { check, failed } from '../foundation/errors.ts';
import { requireAdministrator, type Authenticate } from '../foundation/http/authenticate.ts';
import type { LiveSettings } from '../foundation/settings/liveSettings.ts';
import type { Directory } from '../people/directory/directory.ts';
import { REGISTRATION_SETTINGS } from '../people/identity/registrationSettings.ts';
import { holdersIn, keepOwnRole } from './roleSettings.ts';
import { listSettings, type ListParts } from './settingView.ts';

interface Parts extends ListParts {
  authenticate: Authenticate;
  live: Pick<LiveSettings, 'refresh'>;
  directory: Pick<Directory, 'personById' | 'groupById'>;
}

const tags = ['administration'];

/**
 * A wrong registration keeps everybody out, a channel has a route of its own that changes one setting of it, and a key is
 * made and not chosen.
 */
const ELSEWHERE: readonly string[] = [...REGISTRATION_SETTINGS, 'notificationProviders', 'docSiteAdminApiKey'];

/** The settings of the installation (behaviour 2.9), for administrators. No secret is ever sent back. */
export const settingRoutes =
  (parts: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const { authenticate, settings, live, directory } = parts;
    app.addHook('onRequest', authenticate);
    app.addHook('preHandler', requireAdministrator);

    const list = () => listSettings(parts);

    app.get('/settings', { schema: { tags, response: { 200: SettingList } } }, list);

    app.patch(
      '/settings',
      { schema: { tags, body: SettingsBody, response: { 200: SettingList } } },
      async ({ caller, body }) => {
        const elsewhere = Object.keys(body).filter((name) => ELSEWHERE.includes(name));
        if (elsewhere.length > 0)
          throw failed(Object.fromEntries(elsewhere.map((name) => [name, check('settingElsewhere')])));
        keepOwnRole(caller, await settings.all(), body);
        await settings.change(body, { actor: caller.person.id, verifiedBy: 'session' });
        await live.refresh();
        return list();
      },
    );

    app.get('/settings/roles', { schema: { tags, response: { 200: RoleHolderList } } }, async () => {
      settings.forget();
      return { items: await holdersIn(await settings.all(), directory) };
    });
  };
